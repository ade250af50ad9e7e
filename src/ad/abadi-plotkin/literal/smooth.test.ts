/**
 * Abadi & Plotkin, section 4: derivatives of partial functions with open domains. A program restricted to an open set is
 * below itself in the subgraph order, and approximants are below their program; both have derivatives by the engines.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaperAnswer } from '../../../testing/abadi-plotkin/answer';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import {
  caseOf,
  definedValue,
  environmentOf,
  machineReals,
  PAPER_BUDGET,
  sameReals,
  within,
} from '../../../testing/abadi-plotkin/cases';
import { denotation } from '../../../testing/abadi-plotkin/denotation';
import {
  closedOf,
  type PaperBoolean,
  type PaperProgram,
  type PaperTerm,
  quotedValue,
  realsOf,
  textOfProgram,
  typeOfProgram,
} from '../../../testing/abadi-plotkin/language';
import { answer } from '../../../testing/abadi-plotkin/answer';
import { paperRules } from '../../../testing/abadi-plotkin/rules';
import {
  derivativeBy,
  gradientTerm,
  nowhere,
  PAPER_ENGINES,
  upToRounding,
  valueOf,
  withTerm,
} from '../../../testing/abadi-plotkin/statements';
import { printCore } from '../../../language/core/print';
import { realValues } from '../../../semantics/present';
import { drain } from '../../../semantics/task';
import { primalOf } from '../../../semantics/value';
import { MUTATING, runs } from '../../../testing/runs';
import { pointReals, pointWith } from '../../point';
import { forward } from '../../krawiec/forward-engine';
import { reverse } from '../../krawiec/engines';
import { traceAnf } from '../anf/engine';
import { TRACE_REAL } from './term';

/** A function M of the inputs, and a continuous predicate p: P < c. */
interface Restricted {
  readonly whole: PaperProgram;
  readonly level: PaperTerm;
  readonly threshold: number;
}

const THRESHOLDS = [-1, 0, 0.5, 2, 100] as const;

function restrictions(options: Parameters<typeof paperPrograms>[0] = {}): fc.Arbitrary<Restricted> {
  return paperPrograms({ derivatives: 0, ...options }).chain((whole) =>
    fc.record({
      whole: fc.constant(whole),
      level: paperPrograms({ given: whole.inputs, type: TRACE_REAL, size: 6, derivatives: 0 }).map(({ term }) => term),
      threshold: fc.constantFrom(...THRESHOLDS),
    }),
  );
}

/** P < c, which has no value where P = c, so that both its pre-images are open. */
function below(level: PaperTerm, threshold: number): PaperBoolean {
  const argument: PaperTerm = { tag: 'pair', first: level, second: quotedValue(threshold) };
  return { tag: 'predicate', predicate: 'lessSmooth', argument };
}

/** M restricted to the open set where P < c. */
function restricted({ whole, level, threshold }: Restricted): PaperProgram {
  const alternative = nowhere(typeOfProgram(whole));
  return withTerm(whole, { tag: 'if', guard: below(level, threshold), consequent: whole.term, alternative });
}

/** Whether p holds at the inputs; undefined where p is. */
function decision({ whole, level, threshold }: Restricted): boolean | undefined {
  const consequent = quotedValue(1);
  const found = valueOf(
    withTerm(whole, { tag: 'if', guard: below(level, threshold), consequent, alternative: quotedValue(0) }),
  );
  return found.tag === 'value' ? found.value[0] === 1 : undefined;
}

const isDefined = ({ tag }: PaperAnswer<unknown>): boolean => tag === 'value';

describe('Proposition 4.1, derivatives and the order of partial functions', () => {
  test('(1) if f <= g, then d^r f is d^r g on the domain of f, and undefined elsewhere, by every engine', () => {
    let inside = 0;
    let outside = 0;
    fc.assert(
      fc.property(restrictions(), (one) => {
        const f = restricted(one);
        const isInside = decision(one) === true;
        for (const engine of PAPER_ENGINES) {
          const df = derivativeBy(engine, f);
          if (isInside) expect(df, `${engine.id}\n${textOfProgram(f)}`).toEqual(derivativeBy(engine, one.whole));
          else expect(isDefined(df), textOfProgram(f)).toBe(false);
        }
        if (!isInside) outside += 1;
        else if (isDefined(valueOf(one.whole))) inside += 1;
      }),
      runs(0.5),
    );
    const least = MUTATING ? -1 : runs(0.5).numRuns / 8;
    expect(inside).toBeGreaterThan(least);
    expect(outside).toBeGreaterThan(least);
  });

  test('(2) the derivative of the supremum of a compatible family is the supremum of the derivatives', () => {
    let defined = 0;
    fc.assert(
      fc.property(restrictions(), (one) => {
        const family = THRESHOLDS.map((threshold) => restricted({ ...one, threshold }));
        const supremum = restricted({ ...one, threshold: Math.max(...THRESHOLDS) });
        const level = valueOf(withTerm(one.whole, one.level));
        // At a threshold the members of the family have no value, and the comparison of the supremum may have one.
        fc.pre(level.tag === 'undefined' || !THRESHOLDS.some((c) => c === level.value[0]));
        for (const engine of PAPER_ENGINES) {
          const whole = derivativeBy(engine, supremum);
          const parts = family.map((f) => derivativeBy(engine, f)).filter(isDefined);
          expect(parts.length > 0, textOfProgram(supremum)).toBe(isDefined(whole));
          for (const part of parts) expect(part).toEqual(whole);
          if (parts.length > 1) defined += 1;
        }
      }),
      runs(0.15),
    );
    expect(defined).toBeGreaterThan(runs(0.15).numRuns / 4);
  });

  test('and of the approximants of a recursive program, which are a chain with the program as its supremum', () => {
    let recursive = 0;
    fc.assert(
      fc.property(paperPrograms({ derivatives: 0, inputs: [1, 1], size: 14, recursive: true }), (program) => {
        const ones = quotedValue(closedOf(typeOfProgram(program), Array<number>(16).fill(1)));
        // (W.rd_V(x : T. M))^(n) is W.rd_V(x : T. M^(n)).
        const derivative = caseOf(withTerm(program, gradientTerm(program, ones)));
        const own = caseOf(program);
        const whole = machineReals(derivative);
        let someDefined = false;
        for (const n of [0, 1, 2, 3, 4, 5]) {
          const found = machineReals(derivative, n);
          if (isDefined(found)) expect(found).toEqual(whole);
          someDefined ||= isDefined(found);
          // The derivative of an approximant is defined where the approximant is; a derivative can overflow.
          if (!isDefined(machineReals(own, n))) expect(isDefined(found)).toBe(false);
        }
        expect(someDefined, own.text).toBe(isDefined(whole));
        if (isDefined(whole) && !isDefined(machineReals(own, 1))) recursive += 1;
      }),
      runs(0.5),
    );
    expect(recursive).toBeGreaterThan(runs(0.5).numRuns / 3);
  });
});

describe('Proposition 4.2, smoothness', () => {
  const ORDERS = [1, 2, 3];
  /** The n-th derivative of a function of one real, as a term. */
  const nth = (program: PaperProgram, n: number): PaperProgram =>
    n === 0 ? program : nth(withTerm(program, gradientTerm(program, quotedValue(1))), n - 1);
  const given = [{ name: 'a', type: TRACE_REAL, value: 0.625 }];
  const scalar = restrictions({ given, type: TRACE_REAL, size: 12 });

  test('(1) if f <= g and g has derivatives of order 1, 2 and 3, so has f, and they are those of g', () => {
    let compared = 0;
    fc.assert(
      fc.property(scalar, (one) => {
        fc.pre(decision(one) === true);
        for (const n of ORDERS) {
          const g = valueOf(nth(one.whole, n));
          expect(valueOf(nth(restricted(one), n)), textOfProgram(restricted(one))).toEqual(g);
          if (isDefined(g)) compared += 1;
        }
      }),
      runs(0.5),
    );
    expect(compared).toBeGreaterThan(runs(0.5).numRuns);
  });

  test('(2) the supremum of a family has the derivatives of its members, wherever one of them is defined', () => {
    let compared = 0;
    fc.assert(
      fc.property(scalar, (one) => {
        const supremum = restricted({ ...one, threshold: Math.max(...THRESHOLDS) });
        for (const n of ORDERS) {
          const whole = valueOf(nth(supremum, n));
          for (const threshold of THRESHOLDS) {
            const part = valueOf(nth(restricted({ ...one, threshold }), n));
            if (isDefined(part)) expect(whole).toEqual(part);
            if (isDefined(part)) compared += 1;
          }
        }
      }),
      runs(0.5),
    );
    expect(compared).toBeGreaterThan(runs(0.5).numRuns);
  });
});

describe('Proposition 4.3, conditionals', () => {
  test('d^r of a conditional is the conditional of d^r of its branches, also for the derivatives of both', () => {
    let defined = 0;
    const cases = restrictions({ inputs: [1, 1], size: 12 }).chain((one) =>
      paperPrograms({ given: one.whole.inputs, type: typeOfProgram(one.whole), size: 12, derivatives: 0 }).map(
        (other) => ({ ...one, other }),
      ),
    );
    fc.assert(
      fc.property(cases, ({ whole: f, other: g, level, threshold }) => {
        const guard = below(level, threshold);
        const w = quotedValue(closedOf(typeOfProgram(f), Array<number>(16).fill(1)));
        const both = withTerm(f, { tag: 'if', guard, consequent: f.term, alternative: g.term });
        const left = withTerm(f, gradientTerm(both, w));
        const consequent = gradientTerm(f, w);
        const right = withTerm(f, { tag: 'if', guard, consequent, alternative: gradientTerm(g, w) });
        expect(valueOf(left), textOfProgram(left)).toEqual(valueOf(right));
        if (isDefined(valueOf(left))) defined += 1;
        const taken = decision({ whole: f, level, threshold });
        const branch = taken === undefined ? undefined : taken ? f : g;
        for (const engine of PAPER_ENGINES) {
          expect(upToRounding(derivativeBy(engine, left), derivativeBy(engine, right)), textOfProgram(left)).toBe(true);
          const found = derivativeBy(engine, both);
          if (branch === undefined) expect(isDefined(found)).toBe(false);
          else expect(found, `${engine.id}\n${textOfProgram(both)}`).toEqual(derivativeBy(engine, branch));
        }
      }),
      runs(0.2),
    );
    expect(defined).toBeGreaterThan(runs(0.2).numRuns / 4);
  });
});

describe('Proposition 4.4, recursion', () => {
  const programs = paperPrograms({ derivatives: 0, type: TRACE_REAL, size: 20, recursive: true });

  /**
   * The gradient by Equation (4), without a trace or an adjoint. Programs are left out that the test cannot follow, and
   * those whose summands cancel so far that few digits of the gradient are left.
   */
  const gradientOf = (program: PaperProgram): readonly number[] => {
    const rules = paperRules();
    const whole = within(answer(() => rules.evaluate(environmentOf(program), program.term)));
    fc.pre(whole.tag === 'value' && !rules.isClose());
    const gradient = program.inputs.flatMap((input) => {
      const term = gradientTerm({ inputs: [input], term: program.term }, quotedValue(1));
      const found = within(answer(() => denotation(term, environmentOf(program)).value));
      fc.pre(found.tag === 'value');
      return realsOf(definedValue(found));
    });
    const { main, point } = caseOf(program);
    const traced = drain(traceAnf.run(main, point, PAPER_BUDGET));
    const bound = traced.tag === 'ok' ? traced.value.bound : undefined;
    const summands = bound === undefined ? [Infinity] : pointReals(main, { ...point, arguments: bound });
    fc.pre(Math.max(...summands) < 1e6 * Math.max(1, ...gradient.map(Math.abs)));
    return gradient;
  };

  test('(1) d of the least fixed point of F is that of G: the dual of a recursive function is recursive', () => {
    let depends = 0;
    fc.assert(
      fc.property(programs, fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 8, maxLength: 8 }), (program, v) => {
        const gradient = gradientOf(program);
        const { main, point } = caseOf(program);
        expect(printCore(forward.translate?.(main).program ?? { variants: [], items: [] })).toContain('let rec');
        const direction = pointReals(main, point).map((_, i) => v[i % v.length] ?? 0);
        const along = forward.along?.(main, point, pointWith(main, point, direction), PAPER_BUDGET);
        const outcome = along && drain(along);
        fc.pre(outcome?.tag === 'ok');
        if (outcome?.tag !== 'ok') return;
        if (gradient.some((entry) => entry !== 0)) depends += 1;
        const tangent = realValues(outcome.value.tangent, main.target).map(primalOf);
        const expected = gradient.reduce((sum, entry, i) => sum + entry * (direction[i] ?? 0), 0);
        const scale = gradient.reduce((sum, entry, i) => sum + Math.abs(entry * (direction[i] ?? 0)), 1);
        expect(sameReals(tangent, [expected], scale), textOfProgram(program)).toBe(true);
      }),
      runs(0.5),
    );
    expect(depends).toBeGreaterThan(runs(0.5).numRuns / 3);
  });

  test('(2) and so for d^r, by Deltas', () => {
    fc.assert(
      fc.property(programs, (program) => {
        const gradient = gradientOf(program);
        const { main } = caseOf(program);
        expect(printCore(reverse.translate?.(main).program ?? { variants: [], items: [] })).toContain('let rec');
        const found = derivativeBy(reverse, program);
        fc.pre(found.tag === 'value');
        const scale = Math.max(1, ...gradient.map(Math.abs));
        expect(sameReals(definedValue(found), gradient, scale), textOfProgram(program)).toBe(true);
      }),
      runs(0.5),
    );
  });
});
