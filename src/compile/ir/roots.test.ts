import { expect, test } from 'vitest';
import { REALS } from '../../testing/ir/rounds';
import { boolConstant, Builder, intConstant, Numbers, realConstant } from './builder';
import { rootsOf } from './roots';
import type { Kind } from './kind';
import type { Atom, Block, Call, Variable } from './tree';

/** The variables that a block written by hand gets from outside. */
interface Free {
  readonly b: Builder;
  readonly a: Variable;
  readonly c: Variable;
  readonly x: Variable;
}

type Names = Readonly<Record<string, Variable>>;

const NONE: Atom = { tag: 'constant', kind: REALS, value: 0 };
const TEXT: Kind = { tag: 'string' };

/** Returns the names of arrays that a block has, each with the name that it stands for. */
function rootsIn(write: (free: Free) => Names): string {
  const numbers = new Numbers();
  const free = { a: numbers.variable(REALS), c: numbers.variable(REALS), x: numbers.variable('real') };
  const b = new Builder(numbers);
  const names = Object.entries({ ...free, ...write({ ...free, b }) });
  const roots = rootsOf(b.block([]));
  const nameOf = (id: number): string | undefined => names.find(([, each]) => each.id === id)?.[0];
  return [...roots].map(([id, root]) => `${nameOf(id) ?? '?'} is ${nameOf(root.id) ?? '?'}`).join(', ');
}

const update = (b: Builder, array: Atom): Variable =>
  b.one(REALS, { tag: 'update', array, index: intConstant(0), values: [realConstant(1)] });

const made = (b: Builder): Variable => b.one(REALS, { tag: 'array', items: [[realConstant(1)]] });

const move = (b: Builder, value: Atom): Variable => b.one(value.kind, { tag: 'move', values: [value], finite: false });

function call(b: Builder, given: readonly Atom[], targets: readonly Variable[], updates?: Call['updates']): void {
  const more = updates === undefined ? {} : { updates };
  b.statements.push({ tag: 'call', callee: 1, arguments: given, targets, origin: b.origin, ...more });
}

/** Adds a branch that gives an array. */
function branch(b: Builder, first: (arm: Builder) => Atom, second: (arm: Builder) => Atom): Variable {
  const arm = (write: (arm: Builder) => Atom): Block => {
    const inner = b.inner();
    return inner.block([write(inner)]);
  };
  const [consequent, alternative] = [arm(first), arm(second)];
  return b.one(REALS, { tag: 'if', condition: boolConstant(true), consequent, alternative });
}

/** Adds a loop that carries arrays, and returns its parameters and its results. */
function loop(
  b: Builder,
  initial: readonly Atom[],
  round: (inner: Builder, ...parameters: readonly Variable[]) => readonly Atom[],
): { readonly parameters: readonly Variable[]; readonly results: readonly Variable[] } {
  const [inner, index, parameters] = [b.inner(), b.numbers.variable('int'), b.numbers.copies(initial)];
  const body = inner.block(round(inner, ...parameters));
  const count = intConstant(9);
  const results = b.add(
    initial.map(({ kind }) => kind),
    { tag: 'for', index, count, down: false, parameters, initial, body, forgets: true },
  );
  return { parameters, results };
}

/** Adds a loop with a test that carries an array, and returns its parameter and its result. */
function tested(
  b: Builder,
  initial: Atom,
  header: (inner: Builder, parameter: Variable) => void,
  exit: (inner: Builder, parameter: Variable) => Atom,
  body: (inner: Builder, parameter: Variable) => Atom,
): Names {
  const parameter = b.numbers.variable(REALS);
  const [first, last, round] = [b.inner(), b.inner(), b.inner()];
  header(first, parameter);
  const p = b.one(REALS, {
    tag: 'while',
    parameters: [parameter],
    initial: [initial],
    header: first.block([boolConstant(true)]),
    exit: last.block([exit(last, parameter)]),
    body: round.block([body(round, parameter)]),
    forgets: true,
  });
  return { p: parameter, r: p };
}

test.each<[string, (free: Free) => Names, string]>([
  [
    'updates, one after the other',
    ({ b, a }) => {
      const u = update(b, a);
      return { u, v: update(b, u) };
    },
    'u is a, v is a',
  ],
  [
    'a call that updates one of two arrays',
    ({ b, a, c, x }) => {
      const [r, u, v] = [b.numbers.variable('real'), b.numbers.variable(REALS), b.numbers.variable(REALS)];
      call(b, [x, a, c], [r, u, v], [{ argument: 2, result: 1, isDeep: false }]);
      return { r, u, v };
    },
    'u is c',
  ],
  [
    'another name of an array, of a constant one, of a real and of a text',
    ({ b, a, x }) => {
      const u = update(b, a);
      const text = b.numbers.variable(TEXT);
      return { u, text, m: move(b, u), n: move(b, NONE), y: move(b, x), t: move(b, text) };
    },
    'u is a, m is a',
  ],
  [
    'nothing that updates',
    ({ b, a, c }) => {
      const r = b.numbers.variable(REALS);
      call(b, [c], [r]);
      return { r, m: move(b, a) };
    },
    '',
  ],
  [
    'arms that update the same array',
    ({ b, a }) => {
      let u = a;
      return {
        r: branch(
          b,
          (arm) => (u = update(arm, a)),
          () => a,
        ),
        u,
      };
    },
    'u is a, r is a',
  ],
  [
    'arms that give two arrays',
    ({ b, a, c }) => {
      const u = update(b, a);
      return {
        u,
        r: branch(
          b,
          () => u,
          () => c,
        ),
      };
    },
    'u is a',
  ],
  [
    'arms that give two arrays, one of them new',
    ({ b, a }) => {
      const u = update(b, a);
      return { u, r: branch(b, () => u, made) };
    },
    'u is a',
  ],
  [
    'arms that give an array and a constant one',
    ({ b, a }) => {
      const u = update(b, a);
      const constant: Atom = {
        tag: 'constant',
        kind: REALS,
        value: { constructor_: 0, parts: [realConstant(1)], count: 1 },
      };
      return {
        u,
        r: branch(
          b,
          () => u,
          () => constant,
        ),
      };
    },
    'u is a',
  ],
  [
    'an arm that gives a new array of the block around, with a loop before it',
    ({ b, a }) => {
      const n = made(b);
      const {
        results: [r = a],
      } = loop(b, [update(b, a)], (_, p = a) => [p]);
      return {
        n,
        r,
        s: branch(
          b,
          () => n,
          () => NONE,
        ),
      };
    },
    '? is a, ? is a, r is a, s is n',
  ],
  [
    'an arm that gives none',
    ({ b, a }) => {
      const u = update(b, a);
      return {
        u,
        r: branch(
          b,
          () => NONE,
          () => u,
        ),
      };
    },
    'u is a, r is a',
  ],
  [
    'arms that give none',
    ({ b, a }) => ({
      u: update(b, a),
      r: branch(
        b,
        () => NONE,
        () => NONE,
      ),
    }),
    'u is a',
  ],
  [
    'an arm that gives a new array, where the other gives none',
    ({ b, a }) => {
      const u = update(b, a);
      const before = branch(
        b,
        () => u,
        () => u,
      );
      return { u, before, r: branch(b, made, () => NONE) };
    },
    'u is a, before is a',
  ],
  [
    'an arm that gives a new array of the block around',
    ({ b, a }) => {
      const n = made(b);
      return {
        u: update(b, a),
        n,
        r: branch(
          b,
          () => n,
          () => NONE,
        ),
      };
    },
    'u is a, r is n',
  ],
  [
    'an arm of an arm that gives a new array of the block around',
    ({ b, a }) => {
      const u = update(b, a);
      let n = u;
      let q = u;
      const r = branch(
        b,
        (arm) => {
          n = made(arm);
          q = branch(
            arm,
            () => n,
            () => NONE,
          );
          return q;
        },
        () => NONE,
      );
      return { u, n, q, r };
    },
    'u is a, q is n',
  ],
  [
    'a loop whose rounds update',
    ({ b, a }) => {
      let u = a;
      const {
        parameters: [p = a],
        results: [r = a],
      } = loop(b, [a], (inner, each) => [(u = update(inner, each ?? a))]);
      return { p, u, r };
    },
    'p is a, u is a, r is a',
  ],
  [
    'a loop whose rounds give another array',
    ({ b, a, c }) => {
      let u = a;
      const {
        parameters: [p = a],
        results: [r = a],
      } = loop(b, [a], (inner, each) => {
        u = update(inner, each ?? a);
        return [c];
      });
      return { p, u, r };
    },
    'u is p',
  ],
  [
    'a loop that exchanges two arrays',
    ({ b, a, c }) => {
      const u = update(b, a);
      const {
        parameters: [p = a, q = a],
        results: [r = a, s = a],
      } = loop(b, [u, c], (_, one = a, other = a) => [other, one]);
      return { u, p, q, r, s };
    },
    'u is a',
  ],
  [
    'a loop that carries what another parameter was, which becomes another array',
    ({ b, a, c }) => {
      const u = update(b, a);
      const {
        parameters: [p = a, q = a],
        results: [r = a, s = a],
      } = loop(b, [u, u], (_, __, other = a) => [other, c]);
      return { u, p, q, r, s };
    },
    'u is a',
  ],
  [
    'a loop with a test that updates, and rounds and an end that do too',
    ({ b, a }) => {
      let u = a;
      let v = a;
      let w = a;
      const names = tested(
        b,
        a,
        (inner, p) => (u = update(inner, p)),
        (inner) => (w = update(inner, u)),
        (inner) => (v = update(inner, u)),
      );
      return { u, v, w, ...names };
    },
    'p is a, u is a, v is a, w is a, r is a',
  ],
  [
    'a loop with a test that gives an array which it makes',
    ({ b, a }) => {
      const first = update(b, a);
      let [m, n] = [a, a];
      const names = tested(
        b,
        first,
        (inner) => (m = made(inner)),
        (inner) => (n = update(inner, m)),
        (_, p) => p,
      );
      return { first, m, n, ...names };
    },
    'first is a, p is a, n is m',
  ],
  [
    'updates in the rounds of a loop that makes an array',
    ({ b, a }) => {
      const [inner, index] = [b.inner(), b.numbers.variable('int')];
      const u = update(inner, a);
      b.one(REALS, { tag: 'build', count: intConstant(3), index, body: inner.block([realConstant(1)]) });
      return { u };
    },
    'u is a',
  ],
])('the names of arrays in a block with %s', (_, write, expected) => {
  expect(rootsIn(write)).toBe(expected);
});
