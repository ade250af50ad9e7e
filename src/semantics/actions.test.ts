import { describe, expect, it } from 'vitest';
import * as b from '../language/core/builders';
import { checkTerm } from '../language/core/check';
import { printTerm } from '../language/core/print';
import { tuplePattern, variablePattern, wildcardPattern } from '../language/core/patterns';
import type { Term } from '../language/core/tree';
import { DELTA, INT, monad, type Type } from '../language/types/type';
import { evaluate } from './evaluate';
import { COMMAND_LINE_BUDGET } from './outcome';
import { program } from '../testing/run-source';
import { MUTATING } from '../testing/runs';
import { drain } from './task';

const ARRAY: Type = { tag: 'sequence', container: 'array', item: INT };
const i = b.variable('i', INT);

/** Returns deltaLet (Var n), an action that returns its own id. */
function named(n: Term): Term {
  return b.intrinsic('Delta.deltaLet', [b.construct('Delta.Var', n, DELTA)]);
}

function plus(n: Term, k: number): Term {
  return b.operation('addInt', [n, b.int(k)]);
}

/** Returns the value of `result` under the actions' results, and the bindings that were made, oldest first. */
function run(action: Term, result: (value: Term) => Term): { readonly value: unknown; readonly deltas: string[] } {
  const { type } = action;
  const of = type.tag === 'monad' ? type.result : type;
  const value = b.watch('value', result(b.variable('value', of)));
  const end = b.pure(b.tuple([b.real(0), b.construct('Delta.Zero', undefined, DELTA)]));
  const whole = b.bind(variablePattern('value', of), action, b.bind(wildcardPattern(value.type), b.pure(value), end));
  const term = b.intrinsic('Delta.runDelta', [b.int(10), whole]);
  expect(checkTerm(term, new Map())).toEqual([]);
  const program = { variants: [], items: [{ tag: 'output', term, origin: term.origin } as const] };
  const outcome = drain(evaluate(program, { budget: COMMAND_LINE_BUDGET, watch: true }));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  const { series, deltas } = outcome.value;
  return {
    value: series[0]?.last,
    deltas: deltas.flatMap((state) => state.bindings.map(({ id, delta }) => `${id} = Var ${String(delta.payload)}`)),
  };
}

describe('Delta.sequence', () => {
  const actions = b.intrinsic('build', [b.int(3), b.lambda(variablePattern('i', INT), named(plus(i, 1)))]);
  const sequence = b.intrinsic('Delta.sequence', [actions]);
  const second = (array: Term): Term =>
    b.tuple([b.intrinsic('length', [array]), b.intrinsic('index', [array, b.int(1)])]);

  it('runs the actions of an array in index order', () => {
    expect(run(sequence, second)).toEqual({ value: [3, 11], deltas: ['10 = Var 1', '11 = Var 2', '12 = Var 3'] });
    expect(printTerm(sequence)).toBe('Delta.sequence (build 3 (fun (i : int) -> Delta.deltaLet (Delta.Var (i + 1))))');
  });

  it('is an action like any other: a value that can run twice, or never', () => {
    const m = b.variable('m', sequence.type);
    const twice = b.let_(
      variablePattern('m', m.type),
      sequence,
      b.bind(wildcardPattern(ARRAY), m, b.bind(variablePattern('a', ARRAY), m, b.pure(b.variable('a', ARRAY)))),
    );
    expect(run(twice, second)).toMatchObject({ value: [3, 14], deltas: { length: 6 } });
    const never = b.let_(
      variablePattern('m', m.type),
      sequence,
      b.pure(b.sequence('array', INT, [b.int(1), b.int(2)])),
    );
    expect(run(never, second)).toEqual({ value: [2, 2], deltas: [] });
  });

  it('runs as the result of a function, in its activation or as a value', () => {
    const k = b.variable('k', INT);
    const item = b.bind(
      variablePattern('d', INT),
      named(plus(i, 5)),
      b.pure(b.operation('addInt', [b.variable('d', INT), k])),
    );
    const f = b.lambda(
      variablePattern('k', INT),
      b.intrinsic('Delta.sequence', [b.intrinsic('build', [k, b.lambda(variablePattern('i', INT), item)])]),
    );
    const called = b.apply(b.variable('f', f.type), b.int(2));
    const direct = b.let_(variablePattern('f', f.type), f, called);
    const byValue = b.let_(
      variablePattern('f', f.type),
      f,
      b.let_(
        variablePattern('m', called.type),
        called,
        b.bind(wildcardPattern(ARRAY), b.variable('m', called.type), b.variable('m', called.type)),
      ),
    );
    expect(run(direct, second)).toEqual({ value: [2, 13], deltas: ['10 = Var 5', '11 = Var 6'] });
    expect(run(byValue, second)).toMatchObject({ value: [2, 15], deltas: { length: 4 } });
  });

  it('returns an empty array for no actions', () => {
    const none = b.intrinsic('Delta.sequence', [b.sequence('array', monad(INT), [])]);
    expect(run(none, (array) => b.intrinsic('length', [array]))).toEqual({ value: 0, deltas: [] });
  });
});

describe('a fold whose accumulator is an action', () => {
  const x = b.variable('x', INT);
  const m = b.variable('m', monad(INT));
  const fold = (over: Term): Term =>
    b.fold(
      variablePattern('x', INT),
      variablePattern('m', monad(INT)),
      b.bind(
        variablePattern('a', INT),
        m,
        b.bind(
          variablePattern('d', INT),
          named(x),
          b.pure(b.operation('addInt', [b.variable('a', INT), b.variable('d', INT)])),
        ),
      ),
      over,
      b.bind(variablePattern('s', INT), named(b.int(7)), b.pure(b.variable('s', INT))),
    );

  it('runs its start first, then its bodies from the last item', () => {
    const list = b.sequence('list', INT, [b.int(1), b.int(2), b.int(3)]);
    expect(run(fold(list), (sum) => sum)).toEqual({
      value: 10 + 11 + 12 + 13,
      deltas: ['10 = Var 7', '11 = Var 3', '12 = Var 2', '13 = Var 1'],
    });
  });

  it.skipIf(MUTATING)('takes 100,000 items', () => {
    const many = b.intrinsic('build', [b.int(100_000), b.lambda(variablePattern('i', INT), i)]);
    expect(run(fold(many), (sum) => sum).deltas.length).toBe(100_001);
  });
});

describe('actions in tail position under a pattern', () => {
  it('keep the variables that they mention', () => {
    const pair = tuplePattern([variablePattern('p', INT), variablePattern('q', INT)]);
    const sum = b.operation('addInt', [b.variable('p', INT), b.variable('q', INT)]);
    const f = b.lambda(
      pair,
      b.intrinsic('Delta.sequence', [b.sequence('array', monad(INT), [named(sum), named(b.variable('q', INT))])]),
    );
    const called = b.let_(
      variablePattern('f', f.type),
      f,
      b.apply(b.variable('f', f.type), b.tuple([b.int(1), b.int(2)])),
    );
    expect(run(called, (array) => b.intrinsic('length', [array]))).toEqual({
      value: 2,
      deltas: ['10 = Var 3', '11 = Var 2'],
    });
  });
});

describe('eval of a Delta with unnamed sharing', () => {
  const SHARED = `let rec go (d, k : int) = if k = 0 then d else go (Delta.Add (d, d), k - 1)
Delta.lookupOrZero 1 (Delta.eval 1.0 (go (Delta.OneHot 1, 40)) Delta.emptyMap)`;

  it.each(['none', 'dependencies', 'record'] as const)(
    'stops at the budget, and pauses before that: tracing %s',
    (tracing) => {
      const task = evaluate(program(SHARED), { budget: { ...COMMAND_LINE_BUDGET, steps: 2e6 }, tracing });
      let pauses = 0;
      let step = task.next();
      for (; step.done !== true; step = task.next()) pauses++;
      expect(step.value).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-steps' } });
      expect(pauses).toBeGreaterThan(2);
    },
  );
});
