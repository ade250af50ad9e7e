import { describe, expect, test } from 'vitest';
import {
  at,
  built,
  c,
  CELLS,
  choice,
  cons,
  gradient,
  head,
  item,
  LIST,
  loop,
  REALS,
  until,
} from '../../testing/ir/reverse';
import { boolConstant, Builder, intConstant, Numbers } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { Usefulness } from './usefulness';

/** Writes a block of three reals and a list, and returns its results. */
type Write = (b: Builder, x: Variable, y: Variable, z: Variable, list: Variable) => readonly Atom[];

/** Says which of three reals and a list are useful in the body of a function beside others, as 1 and 0. */
function useful(write: Write, functions: (numbers: Numbers) => readonly IrFunction[] = () => []): string {
  const numbers = new Numbers();
  const [x, y, z] = [numbers.variable('real'), numbers.variable('real'), numbers.variable('real')];
  const list = numbers.variable(LIST);
  const builder = new Builder(numbers);
  const body = builder.block(write(builder, x, y, z, list));
  const parameters = [x, y, z, list];
  const all = [...functions(numbers), { id: -1, name: 'main', parameters, body }];
  const found = new Usefulness(new Map(all.map((each) => [each.id, each]))).in(body);
  return parameters.map(({ id }) => Number(found.has(id))).join('');
}

describe('useful is', () => {
  test.each<[string, Write, string]>([
    ['a result', (_, x) => [x, intConstant(1)], '1000'],
    ['what an operation is applied to', (b, x, y) => [b.operation('add', x, y)], '1100'],
    ['but not without a derivative', (b, x, y) => [b.operation('powerInt', x, b.operation('floor', y))], '1000'],
    ['but not where that is 0', (b, x, y) => [b.operation('add', x, b.operation('sign', y))], '1000'],
    [
      'what has another name',
      (b, x, y) => b.add(['real', 'real'], { tag: 'move', values: [x, y], finite: false }).slice(1),
      '0100',
    ],
    [
      'the end of an arm of a branch, but not its condition, or another end',
      (b, x, y, z, list) =>
        choice(
          b,
          b.operation('less', z, c(0)),
          () => [x, list],
          () => [y, list],
        ).slice(0, 1),
      '1100',
    ],
    ['what is in data', (b, x, y, _, list) => [head(b, cons(b, x, cons(b, y, list)))], '1101'],
    [
      'but not data of which only the constructor is asked',
      (b, x, _, __, list) => [x, b.one('int', { tag: 'tag', value: list })],
      '1000',
    ],
    [
      'the items of an array, but not the index',
      (b, x, y, z) => {
        const array = b.one(REALS, { tag: 'array', items: [[x], [y]] });
        return [item(b, array, b.operation('floor', z))];
      },
      '1100',
    ],
    [
      'what is built',
      (b, x, y) =>
        [
          built(b, REALS, () => [x]),
          item(
            b,
            built(b, REALS, () => [y]),
          ),
        ].slice(0, 1),
      '1000',
    ],
    ['the cells of a list', (b, _, __, ___, list) => [b.one(CELLS, { tag: 'spine', list })], '0001'],
    [
      'what a loop begins with, and what its rounds make of it',
      (b, x, y, z) => loop(b, [x, c(0), z], (_, __, p = x, q = x) => [q, y, p]).slice(0, 1),
      '1100',
    ],
    [
      'what a loop with a header ends in',
      (b, x, y, z) =>
        until(b, [c(0), x, c(0)], ({ header }, p = x, q = x, r = x) => ({
          header: header.operation('less', p, z),
          exit: [q, r],
          body: [p, q, y],
        })).slice(0, 1),
      '1000',
    ],
    [
      'what its rounds make of it',
      (b, x, y, z) =>
        until(b, [x, c(0)], ({ exit }, _, q = x) => ({
          header: boolConstant(true),
          exit: [exit.operation('add', q, z)],
          body: [q, y],
        })),
      '0110',
    ],
    [
      'the point, the direction and the surroundings of a derivative',
      (b, x, y, z) =>
        b.add(['real'], {
          tag: 'derivative',
          operator: 'fd',
          parameters: [b.numbers.variable('real')],
          body: b.inner().block([z]),
          point: [x],
          direction: [y],
          withValue: false,
        }),
      '1110',
    ],
  ])('%s', (_, write, expected) => {
    expect(useful(write)).toBe(expected);
  });
});

test('a counted loop has useful ends where its rounds are: its way back takes both together', () => {
  const builder = new Builder(new Numbers());
  const ends = loop(builder, [c(1), c(2)], (b, index, p = index, q = index) => [p, b.operation('multiply', p, q)]);
  const found = new Usefulness(new Map()).in(builder.block(ends.slice(1)));
  expect(ends.map(({ id }) => found.has(id))).toEqual([true, true]);
});

describe('a function', () => {
  /** Writes functions of two reals. */
  type Write = (b: Builder, p: Variable, q: Variable) => readonly Atom[];
  const functions =
    (...bodies: readonly Write[]) =>
    (numbers: Numbers): readonly IrFunction[] =>
      bodies.map((write, id) => {
        const [p, q] = [numbers.variable('real'), numbers.variable('real')];
        const builder = new Builder(numbers);
        return { id, name: `f${id}`, parameters: [p, q], body: builder.block(write(builder, p, q)) };
      });
  const call = (b: Builder, callee: number, ...given: readonly Atom[]): Variable =>
    b.one('real', { tag: 'call', callee, arguments: given });

  test.each<[string, readonly Write[], string]>([
    ['makes useful what its results depend on', [(_, __, q) => [q]], '0100'],
    [
      'and not what it only compares, in whatever depth',
      [
        (b, p, q) =>
          choice(
            b,
            b.operation('less', p, c(0)),
            () => [q],
            (arm) => [call(arm, 0, p, q)],
          ),
      ],
      '0100',
    ],
    [
      'and what others that it calls depend on',
      [(b, p, q) => [call(b, 1, q, p)], (b, p, q) => [call(b, 2, q, p)], (_, __, q) => [q]],
      '0100',
    ],
  ])('%s', (_, bodies, expected) => {
    expect(useful((b, x, y) => [call(b, 0, x, y)], functions(...bodies))).toBe(expected);
  });

  test('has useful results only, or none: its way back takes the adjoints of all', () => {
    const builder = new Builder(new Numbers());
    const results = builder.add(['real', 'real'], { tag: 'call', callee: 0, arguments: [] });
    const block = builder.block(results.slice(1));
    expect(new Usefulness(new Map()).in(block)).toEqual(new Set(results.map(({ id }) => id)));
  });
});

test('a list whose reals are only compared has no shadow', () => {
  expect(
    gradient(['real'], (b, x) => {
      const end: Atom = { tag: 'constant', kind: LIST, value: { constructor_: 0, parts: [] } };
      const seen = loop(b, [end, c(0)], (inner, _, list = x, sum = x) => {
        const square = inner.operation('multiply', x, x);
        const longer = cons(inner, square, list);
        const isMore = inner.operation('greater', head(inner, longer), c(1));
        const more = (arm: Builder): readonly Atom[] => [arm.operation('add', sum, x)];
        return [longer, ...choice(inner, isMore, () => [sum], more)];
      });
      return [at(seen, 1)];
    }),
  ).toMatchInlineSnapshot(`
    "function main.0(r0 : real, r1 : real)
      r2 = r0
      d12, r13 = for n3 < 3 (d4 = [](), r5 = 0) {
        r6 = multiply r2, r2
        d7 = new ::(r6, 2, d4)
        r8 = field d7 ::.0
        b9 = greater r8, 1
        r11 = if b9 {
          results r5
        } else {
          r10 = add r5, r2
          results r10
        }
        results d7, r11
      }
      r24, r25, d26 = for n14 < 3 down (r15 = r1, r16 = 0, d17 = d12) {
        d18 = field d17 ::.2
        r19 = field d17 ::.0
        b20 = greater r19, 1
        r21, r22 = if b20 {
          results r15, 0
        } else {
          results r15, r15
        }
        r23 = add r16, r22
        results r21, r23, d18
      }
      r27, r28 = finite r25, r13
      results r27, r28"
  `);
});
