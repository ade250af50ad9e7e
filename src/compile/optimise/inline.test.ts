import { beforeEach, describe, expect, test } from 'vitest';
import { mainOf } from '../../ad/main';
import { checked } from '../../testing/checked';
import { printedWhole } from '../../testing/ir/examples';
import { flatten } from '../flatten/flatten';
import { boolConstant, Builder, Numbers, realConstant } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { Atom } from '../ir/tree';
import type { IrFunction, IrProgram } from '../ir/program';
import { calleesFirst, inline } from './inline';

let numbers = new Numbers();
beforeEach(() => {
  numbers = new Numbers();
});

/** A function of a real that calls others, and then adds it so many times. */
function add(times: number, ...callees: readonly number[]): IrFunction {
  return numbered(numbers.functionId(), times, ...callees);
}

function numbered(id: number, times: number, ...callees: readonly number[]): IrFunction {
  const x = numbers.variable('real');
  const builder = new Builder(numbers);
  let result: Atom = x;
  for (const callee of callees) result = builder.one('real', { tag: 'call', callee, arguments: [result] });
  for (let i = 0; i < times; i++) result = builder.operation('add', result, x);
  return { id, name: `f${id}`, parameters: [x], body: builder.block([result]) };
}

function inlined(entry: IrFunction, ...others: readonly IrFunction[]): IrProgram {
  const functions = new Map([entry, ...others].map((each) => [each.id, each]));
  const made = inline({ functions, entries: new Map([['value', entry.id]]) }, numbers);
  expect(checkProgram(made)).toEqual([]);
  return made;
}

const names = ({ functions }: IrProgram): readonly string[] => [...functions.values()].map(({ name }) => name);
const size = ({ functions }: IrProgram, { id }: IrFunction): number => functions.get(id)?.body.statements.length ?? 0;

test('a small function is written out at every call', () => {
  const small = add(40);
  const main = add(0, small.id, small.id, small.id);
  const made = inlined(main, small);
  expect([names(made), size(made, main)]).toEqual([[main.name], 120]);
});

test('a larger one is called, unless it is called once', () => {
  const large = add(41);
  const twice = add(0, large.id, large.id);
  expect(names(inlined(twice, large))).toEqual([large.name, twice.name]);
  const single = add(50);
  const once = add(1, single.id);
  const made = inlined(once, single);
  expect([names(made), size(made, once)]).toEqual([[once.name], 51]);
});

test('what is written out in one function has a bound', () => {
  const called = (times: number): readonly string[] => {
    const [single, small] = [add(times), add(30)];
    const main = add(0, single.id, small.id);
    return names(inlined(main, single, small)).filter((name) => name !== main.name);
  };
  expect(called(19_970)).toEqual([]);
  expect(called(19_971)).toHaveLength(1);
});

test('a function that calls others is written out, and their calls stay', () => {
  const large = add(41);
  const calling = add(1, large.id, large.id);
  const main = add(0, calling.id, calling.id);
  const made = inlined(main, large, calling);
  expect([names(made), size(made, main)]).toEqual([[large.name, main.name], 6]);
});

test('a function that calls itself is called', () => {
  const id = numbers.functionId();
  const [recursive, main] = [numbered(id, 1, id), add(0, id)];
  const made = inlined(main, recursive);
  expect([names(made), size(made, main)]).toEqual([[recursive.name, main.name], 1]);
});

test.each([
  ['is called if it is called twice', [2], [7, 2, 3]],
  ['is written out if it is called once', [], [4, 4, 0]],
])('of functions that call one another, the one that is done first %s', (_, more, sizes) => {
  const [one, other] = [numbers.functionId(), numbers.functionId()];
  const [first, second] = [numbered(one, 1, other), numbered(other, 2, one)];
  const main = add(3, one, ...more.map(() => other));
  const made = inlined(main, first, second);
  expect([main, first, second].map((each) => size(made, each))).toEqual(sizes);
});

/** Returns how many functions are left of a program. */
function leftOf(text: string, isKnown = true): number {
  const found = mainOf(checked(`input x : real = 1\n${text}\n`));
  const flat = found === undefined ? undefined : flatten(found.main);
  if (flat?.tag !== 'program') throw new Error('nothing to compile');
  return inline(flat.program, flat.numbers, isKnown ? flat.kinds : undefined).functions.size;
}

test('a function is written out in a branch and in a loop', () => {
  expect(leftOf('let f y = y * y + x\nif x > 1 then x else sum (build 3 (fun i -> f (toReal i)))')).toBe(1);
});

test('a recursion that becomes a loop is written out if it is called once, however large it is', () => {
  const go = `let rec go (n : int) v = if n < 1 then v else go (n - 1) (v${' * x'.repeat(40)})`;
  expect(leftOf(`${go}\ngo 3 x`)).toBe(1);
  expect(leftOf(`${go}\ngo 3 x + go 4 x`)).toBe(2);
});

test('a recursion over a list becomes a loop if the kinds are known', () => {
  const text = 'input l : list real = [1]\nlet rec f ys = match ys with [] -> x | y :: rest -> y * f rest\nf l';
  expect(leftOf(text)).toBe(1);
  expect(leftOf(text, false)).toBe(2);
});

test('functions that nothing calls are dropped, and callees come first', () => {
  const [a, unused] = [add(50), add(1)];
  const b = add(50, a.id, a.id);
  const main = add(1, b.id, b.id);
  const functions = new Map([main, b, a, unused].map((each) => [each.id, each]));
  expect(calleesFirst({ functions, entries: new Map([['value', main.id]]) })).toEqual([a.id, b.id, main.id]);
  expect(names(inlined(main, unused, a, b))).toEqual([a.name, b.name, main.name]);
});

describe('a result of a call that is a parameter of the function is known at the call', () => {
  /** A function of three reals that is too large to be written out, and gives back the last, a sum and the first. */
  function giving(...callees: readonly number[]): IrFunction {
    const parameters = numbers.copies([{ kind: 'real' }, { kind: 'real' }, { kind: 'real' }] as const);
    const builder = new Builder(numbers);
    let [first, sum, last]: readonly Atom[] = parameters;
    for (const callee of callees) [last, sum, first] = call(builder, callee, first, sum, last);
    for (let i = 0; i < 41; i++) sum = builder.operation('add', sum ?? X, sum ?? X);
    const body = builder.block([last ?? X, sum ?? X, first ?? X]);
    const id = numbers.functionId();
    return { id, name: `f${id}`, parameters, body };
  }

  const X = realConstant(0);

  const call = (b: Builder, callee: number, ...given: readonly (Atom | undefined)[]): readonly Atom[] =>
    b.call(
      ['real', 'real', 'real'],
      callee,
      given.map((each) => each ?? X),
    );

  /** Prints a function of three reals that calls others, which are left. */
  function calling(
    write: (b: Builder, x: Atom, y: Atom, z: Atom) => readonly Atom[],
    ...others: readonly IrFunction[]
  ): string {
    const [x, y, z] = [numbers.variable('real'), numbers.variable('real'), numbers.variable('real')];
    const builder = new Builder(numbers);
    const results = write(builder, x, y, z);
    const main = { id: numbers.functionId(), name: 'main', parameters: [x, y, z], body: builder.block(results) };
    const made = inlined(main, ...others);
    expect(names(made)).toEqual([...others.map(({ name }) => name), 'main']);
    return printedWhole(made).split('\n\n').at(-1) ?? '';
  }

  test('for each result, where another call or the caller uses it', () => {
    const callee = giving();
    const text = calling((b, x, y, z) => {
      const [last, sum, first] = call(b, callee.id, x, y, realConstant(2));
      return [...call(b, callee.id, last, sum, first), last ?? z, first ?? z];
    }, callee);
    expect(text).toMatchInlineSnapshot(`
      "function main.1(r0 : real, r1 : real, r2 : real)
        r3, r4, r5 = call f0.0(r0, r1, 2)
        r6, r7, r8 = call f0.0(2, r4, r0)
        results r0, r7, 2, 2, r0"
    `);
  });

  test('through a function that calls another', () => {
    const inner = giving();
    const outer = giving(inner.id, inner.id);
    const text = calling((b, x, y, z) => [...call(b, outer.id, x, y, z), ...call(b, outer.id, z, y, x)], inner, outer);
    expect(text).toMatchInlineSnapshot(`
      "function main.2(r0 : real, r1 : real, r2 : real)
        r3, r4, r5 = call f1.1(r0, r1, r2)
        r6, r7, r8 = call f1.1(r2, r1, r0)
        results r2, r4, r0, r0, r7, r2"
    `);
  });

  test('in a branch', () => {
    const callee = giving();
    const text = calling((b, x, y, z) => {
      const [first, second] = [b.inner(), b.inner()];
      return b.add(['real', 'real', 'real'], {
        tag: 'if',
        condition: boolConstant(true),
        consequent: first.block(call(first, callee.id, x, y, z)),
        alternative: second.block(call(second, callee.id, z, y, x)),
      });
    }, callee);
    expect(text).toMatchInlineSnapshot(`
      "function main.1(r0 : real, r1 : real, r2 : real)
        r9, r10, r11 = if true {
          r3, r4, r5 = call f0.0(r0, r1, r2)
          results r2, r4, r0
        } else {
          r6, r7, r8 = call f0.0(r2, r1, r0)
          results r0, r7, r2
        }
        results r9, r10, r11"
    `);
  });

  test('but not in the function itself', () => {
    const [id, x, y] = [numbers.functionId(), numbers.variable('real'), numbers.variable('real')];
    const builder = new Builder(numbers);
    const [given = x] = builder.call(['real'], id, [y, x]);
    const sum = builder.operation('add', given, y);
    builder.call(['real'], id, [sum, x]);
    const recursive = { id, name: 'f', parameters: [x, y], body: builder.block([x]) };
    expect(printedWhole(inlined(recursive))).toMatchInlineSnapshot(`
      "function f.0(r0 : real, r1 : real)
        r2 = call f.0(r1, r0)
        r3 = add r2, r1
        r4 = call f.0(r3, r0)
        results r0"
    `);
  });
});
