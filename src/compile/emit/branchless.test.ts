import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { Items } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { compileProgram } from '../compile';
import { Builder, Numbers, realConstant } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { Kind, VariantLayout } from '../ir/kind';
import type { Atom, Constant, Variable } from '../ir/tree';
import type { IrProgram } from '../ir/program';
import { binaryOf } from '../run/binary';
import { ModuleInstance } from '../run/instance';
import { Unsupported } from '../unsupported';
import { WORD } from './layout';
import { emitProgram } from './program';

const LIST: VariantLayout = { tag: 'variant', id: 0, name: 'list', constructors: [] };
LIST.constructors = [
  { name: '[]', fields: [] },
  { name: '::', fields: ['real', LIST] },
];
const EMPTY: Constant = { tag: 'constant', kind: LIST, value: { constructor_: 0, parts: [] } };
/** A list of the one real 2. */
const TWO: Constant = { tag: 'constant', kind: LIST, value: { constructor_: 1, parts: [realConstant(2), EMPTY] } };
const ZERO = realConstant(0);

/** Data of so many fields that the last ones are far from its beginning, each of which is its own index. */
const WIDE: VariantLayout = {
  tag: 'variant',
  id: 1,
  name: 'wide',
  constructors: [{ name: 'Wide', fields: Array.from({ length: 505 }, () => 'real') }],
};
const wideField = (b: Builder, index: number): Variable => {
  const parts = Array.from({ length: 505 }, (_, i) => realConstant(i));
  const value: Constant = { tag: 'constant', kind: WIDE, value: { constructor_: 0, parts } };
  return b.one('real', { tag: 'field', value, constructor_: 0, index });
};

/** Writes a block with the real x; returns its results. */
type Write = (b: Builder, x: Variable) => readonly Atom[];

const cell = (b: Builder, item: Atom, rest: Atom): Variable =>
  b.one(LIST, { tag: 'construct', constructor_: 1, fields: [item, rest] });
const first = (b: Builder, list: Atom): Variable =>
  b.one('real', { tag: 'field', value: list, constructor_: 1, index: 0 });
const push = (b: Builder, ...values: readonly Atom[]): readonly Variable[] => b.add([], { tag: 'push', values });
const pop = (b: Builder, kind: Kind): Variable => b.one(kind, { tag: 'pop' });

/** A program of an int, which chooses an arm, and the real x. */
class Example {
  readonly numbers = new Numbers();
  readonly builder = new Builder(this.numbers);
  readonly condition = this.numbers.variable('bool');
  readonly x = this.numbers.variable('real');

  /** Adds a conditional. */
  choose(kinds: readonly Kind[], then: Write, otherwise: Write): readonly Variable[] {
    const [consequent, alternative] = [then, otherwise].map((write) => {
      const inner = this.builder.inner();
      return inner.block(write(inner, this.x));
    });
    if (consequent === undefined || alternative === undefined) throw new Error('two arms');
    return this.builder.add(kinds, { tag: 'if', condition: this.condition, consequent, alternative });
  }

  /** Returns the module with these results, and the first of them for each value of the condition if x is 3. */
  run(results: readonly Atom[]): { readonly branches: boolean; readonly values: readonly number[] } {
    const { condition, x, builder } = this;
    const program: IrProgram = {
      functions: new Map([[0, { id: 0, name: 'main', parameters: [condition, x], body: builder.block(results) }]]),
      entries: new Map([['value', 0]]),
    };
    expect(checkProgram(program)).toEqual([]);
    const emitted = emitProgram(program);
    const instance = new ModuleInstance(binaryOf(emitted));
    const { slots } = emitted;
    const values = [true, false].map((chosen) => {
      instance.begin(COMMAND_LINE_BUDGET);
      instance.view.setUint32(slots, Number(chosen), true);
      instance.view.setFloat64(slots + WORD, 3, true);
      expect(instance.run('value')).toBe('done');
      return instance.view.getFloat64(slots + 2 * WORD, true);
    });
    return { branches: emitted.module.functions[0]?.body.some(({ op }) => op === 'else') === true, values };
  }
}

/** Runs a conditional that gives a list, and returns the first item of that. */
function listOf(then: Write, otherwise: Write): ReturnType<Example['run']> {
  const example = new Example();
  const [list] = example.choose([LIST], then, otherwise);
  return example.run([first(example.builder, list ?? EMPTY)]);
}

const nothing: Write = () => [TWO];

describe('is written without a branch:', () => {
  test.each<[string, Write, Write, readonly number[]]>([
    ['a cell or none', (b, x) => [cell(b, x, TWO)], nothing, [3, 2]],
    ['none or a cell', nothing, (b, x) => [cell(b, x, TWO)], [2, 3]],
    ['two cells or none', (b, x) => [cell(b, x, cell(b, ZERO, TWO))], nothing, [3, 2]],
    ['a cell of what is read', (b) => [cell(b, first(b, TWO), EMPTY)], () => [EMPTY], [2, 0]],
    [
      'eight words or none',
      (b, x) => [[...Array(4).keys()].reduce((rest: Atom) => cell(b, x, rest), TWO)],
      nothing,
      [3, 2],
    ],
    ['a cell of the last field in reach', (b) => [cell(b, wideField(b, 503), EMPTY)], nothing, [503, 2]],
  ])('%s', (_, then, otherwise, values) => {
    expect(listOf(then, otherwise)).toEqual({ branches: false, values });
  });

  test.each<[string, Write, Write, readonly number[]]>([
    ['a real that is the same', (b, x) => [cell(b, x, TWO), x], (_, x) => [TWO, x], [3, 3]],
    [
      'a real that is kept and taken, or 0',
      (b, x) => {
        push(b, x);
        return [TWO, pop(b, 'real')];
      },
      () => [TWO, ZERO],
      [3, 0],
    ],
  ])('%s', (_, then, otherwise, values) => {
    const example = new Example();
    const [, real = ZERO] = example.choose([LIST, 'real'], then, otherwise);
    expect(example.run([real])).toEqual({ branches: false, values });
  });

  test('several values that are kept or not, and taken or not, while memory is in use', () => {
    const example = new Example();
    const { builder, x } = example;
    push(builder, realConstant(7));
    const keeps: Write = (b) => [...push(b, x, realConstant(100), realConstant(1000))];
    example.choose([], keeps, () => []);
    const made = builder.operation('toReal', builder.one('int', { tag: 'tag', value: cell(builder, x, TWO) }));
    const taken = example.choose(
      ['real', 'real', 'real'],
      (b) => b.add(['real', 'real', 'real'], { tag: 'pop' }),
      () => [ZERO, ZERO, ZERO],
    );
    const [one = ZERO, two = ZERO, three = ZERO] = taken;
    const pairs = [builder.operation('divide', one, realConstant(2)), builder.operation('subtract', three, two)];
    const sum = [...pairs, made, pop(builder, 'real')].reduce((all, each) => builder.operation('add', all, each));
    expect(example.run([sum]).values).toEqual([1.5 + 900 + 1 + 7, 1 + 7]);
  });

  test('a value that is kept or not, and taken or not', () => {
    const example = new Example();
    const { builder } = example;
    push(builder, realConstant(7));
    const arm: Write = (b, x) => {
      const made = cell(b, x, TWO);
      push(b, made);
      return [made];
    };
    example.choose([LIST], arm, nothing);
    const [taken = ZERO] = example.choose(
      ['real'],
      (b) => [first(b, pop(b, LIST))],
      () => [ZERO],
    );
    const sum = builder.operation('add', taken, pop(builder, 'real'));
    expect(example.run([sum])).toEqual({ branches: false, values: [10, 7] });
  });
});

describe('is written with a branch:', () => {
  test.each<[string, Write, Write, readonly number[]]>([
    ['a cell in each arm', (b, x) => [cell(b, x, TWO)], (b) => [cell(b, realConstant(1), TWO)], [3, 1]],
    ['arithmetic', (b, x) => [cell(b, b.operation('multiply', x, x), TWO)], nothing, [9, 2]],
    ['much', (b, x) => [[...Array(5).keys()].reduce((rest: Atom) => cell(b, x, rest), TWO)], nothing, [3, 2]],
    [
      'many values that are kept',
      (b, x) => {
        push(b, ...Array.from({ length: 9 }, () => x));
        return [TWO];
      },
      nothing,
      [2, 2],
    ],
    [
      'what is made after values are kept',
      (b, x) => {
        push(b, x);
        return [cell(b, pop(b, 'real'), TWO)];
      },
      nothing,
      [3, 2],
    ],
    [
      'what is only read',
      (b) => [b.one(LIST, { tag: 'field', value: TWO, constructor_: 1, index: 1 })],
      nothing,
      [0, 2],
    ],
    ['a cell of a field out of reach', (b) => [cell(b, wideField(b, 504), EMPTY)], nothing, [504, 2]],
  ])('%s', (_, then, otherwise, values) => {
    expect(listOf(then, otherwise)).toEqual({ branches: true, values });
  });

  test.each<[string, Write, readonly number[]]>([
    ['a real that is not taken, or 0', (b, x) => [cell(b, x, TWO), x], [3, 0]],
    ['a constant or 0', (b, x) => [cell(b, x, TWO), realConstant(6)], [6, 0]],
    [
      'a real that is read beside one that is taken, or 0',
      (b) => {
        pop(b, 'real');
        return [TWO, first(b, TWO)];
      },
      [2, 0],
    ],
  ])('%s', (_, then, values) => {
    const example = new Example();
    push(example.builder, realConstant(5));
    const [, real = ZERO] = example.choose([LIST, 'real'], then, () => [TWO, ZERO]);
    expect(example.run([real])).toEqual({ branches: true, values });
  });

  test.each([
    ['reals that differ', (b: Builder, x: Variable) => [cell(b, x, TWO), x], [3, 4]],
    ['an absent real other than 0', (b: Builder) => [TWO, pop(b, 'real')], [5, 4]],
  ])('%s', (_, then, values) => {
    const example = new Example();
    push(example.builder, realConstant(5));
    const [, real = ZERO] = example.choose([LIST, 'real'], then, () => [TWO, realConstant(4)]);
    expect(example.run([real])).toEqual({ branches: true, values });
  });
});

test.each([-1, 0.2, 0.5, 2])('a long list is filtered by items below %f, and its derivative is that', (limit) => {
  const { main } = focusOf(
    checked(`input xs : array real = [1]
input limit : real = 0.5
let rec weigh (rank, xs) = match xs with [] -> 0 | x :: rest -> toReal rank * x ^ 2 + weigh (rank + 1, rest)
weigh (1, filter (fun x -> x < limit) (toList xs))
`),
  );
  const made = compileProgram(main);
  if (made instanceof Unsupported) throw new Error(made.message);
  const xs = Array.from({ length: 3000 }, (_, i) => (i * 0.618) % 1);
  let rank = 0;
  const slopes = xs.map((x) => (x < limit ? 2 * ++rank * x : 0));
  expect(made.gradient([new Items(xs), limit], 1, COMMAND_LINE_BUDGET)).toMatchObject({
    tag: 'values',
    values: [new Items(Float64Array.from(slopes)), 0, expect.anything()],
  });
});

test('values that a part of the stack has no room for leave what lies behind it as it is', () => {
  const example = new Example();
  const { builder, x } = example;
  // The first part of the stack has 512 words.
  push(builder, ...Array.from({ length: 511 }, () => x));
  const made = cell(builder, x, TWO);
  push(builder, realConstant(100), realConstant(1000));
  const [, last = ZERO] = builder.add(['real', 'real'], { tag: 'pop' });
  const sum = builder.operation('add', builder.operation('add', last, first(builder, made)), pop(builder, 'real'));
  expect(example.run([sum]).values).toEqual([1006, 1006]);
});

test('the stack goes back over a part that nothing was kept in', () => {
  const example = new Example();
  const { builder, x } = example;
  // The first part of the stack has 4096 bytes, the second twice as many.
  const [part, more] = [512, 1100].map((count) => Array.from({ length: count }, () => x));
  push(builder, ...(part ?? []));
  const keeps: Write = (b) => [...push(b, x)];
  example.choose([], keeps, () => []);
  push(builder, ...(more ?? []));
  const taken = builder.add(
    (more ?? []).map(() => 'real' as const),
    { tag: 'pop' },
  );
  const [one = ZERO] = example.choose(
    ['real'],
    (b) => [pop(b, 'real')],
    () => [ZERO],
  );
  const last = builder.add(
    (part ?? []).map(() => 'real' as const),
    { tag: 'pop' },
  );
  const sum = [...taken.slice(-1), ...last.slice(-1)].reduce(
    (all: Atom, each) => builder.operation('add', all, each),
    one,
  );
  expect(example.run([sum]).values).toEqual([9, 6]);
});
