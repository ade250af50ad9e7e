import { beforeEach, expect, test } from 'vitest';
import { printedWhole } from '../../testing/ir/examples';
import { LIST, REALS } from '../../testing/ir/reverse';
import { visit } from '../ir/blocks';
import { arrayLiteral, boolConstant, Builder, construct, intConstant, Numbers, realConstant } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { Kind } from '../ir/kind';
import type { IrFunction, IrProgram } from '../ir/program';
import type { Atom, Block, Variable } from '../ir/tree';
import { knownCalls } from './known-calls';

let numbers = new Numbers();
beforeEach(() => {
  numbers = new Numbers();
});

/** Returns a function of an array or a list, and a real. */
function written(
  write: (b: Builder, v: Variable, x: Variable) => Atom,
  kind: Kind = REALS,
  id = numbers.functionId(),
): IrFunction {
  const [v, x] = [numbers.variable(kind), numbers.variable('real')];
  const builder = new Builder(numbers);
  const result = write(builder, v, x);
  return { id, name: `f${id}`, parameters: [v, x], body: builder.block([result]) };
}

/** A function of so many statements. */
const long = (statements: number): IrFunction =>
  written((b, _, x) => {
    let result: Atom = x;
    for (let i = 0; i < statements; i++) result = b.operation('add', result, x);
    return result;
  });

const calling = (b: Builder, { id }: Pick<IrFunction, 'id'>, v: Atom, x: Atom): Variable =>
  b.one('real', { tag: 'call', callee: id, arguments: [v, x] });

const literal = (b: Builder, count: number, x: Atom): Variable =>
  b.one(REALS, { tag: 'array', items: Array.from({ length: count }, () => [x]) });

/** A function that calls others with an array of two items. */
const giving = (...callees: readonly Pick<IrFunction, 'id'>[]): IrFunction =>
  written((b, _, x) => {
    const array = literal(b, 2, x);
    return callees.reduce<Atom>((result, callee) => calling(b, callee, array, result), x);
  });

function programOf(entry: IrFunction, ...others: readonly IrFunction[]): IrProgram {
  const functions = new Map([entry, ...others].map((each) => [each.id, each]));
  return { functions, entries: new Map([['value', entry.id]]) };
}

function after(program: IrProgram, settle = (body: Block): Block => body): IrProgram {
  const made = knownCalls(program, numbers, settle);
  expect(checkProgram(made)).toEqual([]);
  return made;
}

/** Returns how many calls there are in a function after the pass. */
function callsLeft(program: IrProgram, id = program.entries.get('value')): number {
  const made = after(program).functions.get(id ?? -1);
  if (made === undefined) throw new Error('no function');
  let calls = 0;
  visit(made.body, ({ tag }) => {
    if (tag === 'call') calls++;
  });
  return calls;
}

test('a call that passes on an array of few items is written out, with its own variables at each call', () => {
  const sum = written((b, v, x) => {
    const [item = x] = b.add(['real'], { tag: 'item', array: v, index: intConstant(0), checked: true });
    return b.operation('add', item, x);
  });
  expect(printedWhole(after(programOf(giving(sum, sum), sum)))).toMatchInlineSnapshot(`
    "function f1.1(d0 : array0, r1 : real)
      d2 = array [r1; r1]
      r3 = item d2[0]
      r4 = add r3, r1
      r5 = r4
      r6 = item d2[0]
      r7 = add r6, r5
      r8 = r7
      results r8"
  `);
});

test('a body in which calls were written out is simplified, another is not', () => {
  const [callee, seen] = [long(1), new Set<Block>()];
  const [other, main] = [giving(callee), written((b, v, x) => calling(b, callee, v, x))];
  const program = programOf(
    written((b, v, x) => calling(b, main, v, calling(b, other, v, x))),
    main,
    other,
    callee,
  );
  const made = after(program, (body) => {
    seen.add(body);
    return { ...body, results: [realConstant(5)] };
  });
  expect([seen.size, printedWhole(made).match(/results 5/g)?.length]).toEqual([1, 1]);
});

test('a program without such calls is the same', () => {
  const callee = long(1);
  const main = written((b, v, x) => calling(b, callee, v, x));
  expectSame(programOf(main, callee));
});

test('functions that nothing calls any more are dropped, and callees come first', () => {
  const [dropped, kept] = [long(1), long(1)];
  const main = written((b, v, x) => calling(b, kept, v, calling(b, dropped, literal(b, 1, x), x)));
  expect([...after(programOf(main, dropped, kept)).functions.keys()]).toEqual([kept.id, main.id]);
});

test.each<[string, (b: Builder, x: Variable) => Atom, number]>([
  ['an array of 1 item is written out', (b, x) => literal(b, 1, x), 0],
  ['an array of 8 items is written out', (b, x) => literal(b, 8, x), 0],
  ['an array of 9 items stays', (b, x) => literal(b, 9, x), 1],
  ['an array without items stays', (b, x) => literal(b, 0, x), 1],
  ['a constant array of 8 items is written out', (b) => constant(8, b), 0],
  ['a constant array of 9 items stays', (b) => constant(9, b), 1],
  ['a constant array without items stays', (b) => constant(0, b), 1],
  [
    'an array of a length that is not known stays',
    (b, x) => {
      const [index, inner] = [b.numbers.variable('int'), b.inner()];
      return b.one(REALS, { tag: 'build', count: intConstant(2), index, body: inner.block([x]) });
    },
    1,
  ],
])('a call that passes on %s', (_, given, left) => {
  const callee = long(1);
  const main = written((b, _, x) => calling(b, callee, given(b, x), x));
  expect(callsLeft(programOf(main, callee))).toBe(left);
});

function constant(count: number, b: Builder): Atom {
  return arrayLiteral(
    REALS,
    Array.from({ length: count }, () => [realConstant(1)]),
    b,
  );
}

test('a call that passes on a constant that is no array stays', () => {
  const callee = written((_, _v, x) => x, LIST);
  const main = written((b, _, x) => calling(b, callee, construct(LIST, 0, [], b), x));
  expect(callsLeft(programOf(main, callee))).toBe(1);
});

test.each<[string, (b: Builder, x: Variable, callee: IrFunction) => Atom]>([
  [
    'of an array from outside',
    (b, x, callee) => {
      const array = literal(b, 2, x);
      const arm = b.inner();
      return branch(b, arm.block([calling(arm, callee, array, x)]), x);
    },
  ],
  [
    'of an array of the arm',
    (b, x, callee) => {
      const arm = b.inner();
      return branch(b, arm.block([calling(arm, callee, literal(arm, 2, x), x)]), x);
    },
  ],
])('a call in an arm of a branch is written out %s', (_, write) => {
  const callee = long(1);
  const main = written((b, _v, x) => write(b, x, callee));
  expect(callsLeft(programOf(main, callee))).toBe(0);
});

function branch(b: Builder, consequent: Block, x: Atom): Variable {
  const alternative = { statements: [], results: [x] };
  return b.one('real', { tag: 'if', condition: boolConstant(true), consequent, alternative });
}

test.each([
  [512, 0],
  [513, 1],
])('of a function of %d statements, %d calls stay', (statements, left) => {
  const callee = long(statements);
  expect(callsLeft(programOf(giving(callee), callee))).toBe(left);
});

test('the statements of inner blocks count', () => {
  const nested = (statements: number): IrFunction =>
    written((b, _, x) => {
      const arm = b.inner();
      let result: Atom = x;
      for (let i = 0; i < statements; i++) result = arm.operation('add', result, x);
      return branch(b, arm.block([result]), x);
    });
  const [fits, tooLong] = [nested(511), nested(512)];
  expect(callsLeft(programOf(giving(fits, tooLong), fits, tooLong))).toBe(1);
});

test('4096 statements are added to one function, and as many to the next', () => {
  const [half, rest, last] = [long(512), long(511), long(1)];
  const halves = (...others: readonly IrFunction[]): IrFunction =>
    giving(half, half, half, half, half, half, half, ...others);
  const [full, almost] = [halves(half, last), halves(rest, last, last)];
  expect(callsLeft(programOf(full, half, last))).toBe(1);
  expect(callsLeft(programOf(almost, half, rest, last))).toBe(1);
  const both = programOf(giving(full, almost), full, almost, half, rest, last);
  expect([callsLeft(both, full.id), callsLeft(both, almost.id)]).toEqual([1, 1]);
});

test.each([
  ['a chain of 4 calls that pass on what they were given is written out', 4, 0],
  ['of a chain of 5 calls, the last stays', 5, 1],
])('%s', (_, length, left) => {
  const chain = [long(1)];
  // Their first caller alone knows the array.
  for (let i = 1; i < length; i++) {
    const [last] = chain;
    if (last !== undefined) chain.unshift(written((b, v, x) => calling(b, last, v, x)));
  }
  const [first] = chain;
  if (first === undefined) throw new Error('no function');
  expect(callsLeft(programOf(giving(first), ...chain))).toBe(left);
});

test('a function is written out as it was simplified after calls in it were written out', () => {
  const inner = long(1);
  const outer = giving(inner);
  let times = 0;
  const made = after(programOf(giving(outer), outer, inner), (body) => ({ ...body, results: [realConstant(++times)] }));
  expect(printedWhole(made)).toMatchInlineSnapshot(`
    "function f2.2(d0 : array0, r1 : real)
      d2 = array [r1; r1]
      d3 = array [r1; r1]
      r4 = add r1, r1
      r5 = r4
      r6 = 1
      results 2"
  `);
});

test.each([
  [510, 0],
  [511, 1],
])('a function counts with the %d statements that were written out in it, an array and a move', (statements, left) => {
  const inner = long(statements);
  const outer = giving(inner);
  expect(callsLeft(programOf(giving(outer), outer, inner))).toBe(left);
});

test.each([
  ['calls itself', 1],
  ['calls one that calls it', 2],
])('a call of a function that %s stays', (_, length) => {
  const ids = Array.from({ length }, () => numbers.functionId());
  const circle = ids.map((id, i) =>
    written((b, v, x) => calling(b, { id: ids[(i + 1) % length] ?? id }, v, x), REALS, id),
  );
  expectSame(programOf(giving(...circle), ...circle));
});

test('a call of a function that leads to recursion stays', () => {
  const id = numbers.functionId();
  const recursive = written((b, v, x) => calling(b, { id }, v, x), REALS, id);
  const leading = written((b, v, x) => calling(b, recursive, v, x));
  expectSame(programOf(giving(leading), leading, recursive));
});

function expectSame(program: IrProgram): void {
  expect(knownCalls(program, numbers, (body) => body)).toBe(program);
}
