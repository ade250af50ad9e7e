import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { internalError } from '../language/source/internal-error';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET, type Outcome } from '../semantics/outcome';
import { realValues, withRealLeaves } from '../semantics/present';
import { drain, type Task } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { programs, type GeneratedProgram } from '../testing/program/arbitrary';
import { COMPARED } from '../testing/engines';
import { runs } from '../testing/runs';
import type { Value } from '../semantics/value';
import { agree, TOLERANCE } from './agree';
import type { AnyEngine, EngineId, Main, Point } from './engine';
import { oneDirection } from './one-direction';
import { pointReals, pointWith } from './point';
import { engineById } from './registry';

const budget = { ...COMMAND_LINE_BUDGET, steps: 2e6 };

function engine(id: EngineId): AnyEngine {
  return engineById(id) ?? internalError(`there is no engine ${id}`);
}

function answerOf<T>(task: Task<Outcome<T>>): T | undefined {
  const outcome = drain(task);
  return outcome.tag === 'ok' ? outcome.value : undefined;
}

/** Returns a generated program's main expression at its point, if it is defined; its cotangent is 1 in every real. */
function defined({ text, inputs }: GeneratedProgram): { readonly main: Main; readonly point: Point } | undefined {
  const program = checked(text);
  const given = new Map(inputs.map(({ name, value }) => [name, value]));
  return drain(evaluate(program, { budget, inputs: given })).tag === 'ok' ? focusOf(program, given) : undefined;
}

function reals({ target, variants }: Main, value: Value): readonly number[] {
  return realValues(value, target, variants) as readonly number[];
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, real, i) => sum + real * (right[i] ?? 0), 0);
}

function oneHot(count: number, index: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => (i === index ? 1 : 0));
}

const directions = fc.array(
  fc.integer({ min: -8, max: 8 }).map((n) => n / 4),
  { minLength: 16, maxLength: 16 },
);

const REVERSE = ['reverse', 'tape', 'reverse-delta', 'reverse-dense'] as const;

describe.each([...REVERSE, 'compiled'] as const)('forward and %s', (id) => {
  test('Lemma 1: dt . F{e}(s, ds) = R{e}(s, dt) . ds', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ derivatives: 1 }), directions, directions, (generated, along, against) => {
        const found = defined(generated);
        if (found === undefined) return;
        const { main } = found;
        const weights = reals(main, found.point.cotangent).map((_, i) => against[i] ?? 0);
        const cotangent = withRealLeaves(found.point.cotangent, main.target, weights, main.variants);
        const point = { ...found.point, cotangent };
        const ds = along.slice(0, pointReals(main, point).length);
        const direction = pointWith(main, point, ds);
        const task = engine('forward').along?.(main, point, direction, budget);
        const forward = task && answerOf(task);
        const reverse = answerOf(engine(id).run(main, point, budget));
        const bound = answerOf(engine('trace-anf').run(main, point, budget))?.bound;
        if (forward === undefined || reverse === undefined || bound === undefined) return;
        const left = dot(weights, reals(main, forward.tangent));
        const right = dot(pointReals(main, { ...point, arguments: reverse.derivative }), ds);
        const scale = dot(pointReals(main, { ...point, arguments: bound }), ds.map(Math.abs));
        if (!Number.isFinite(scale)) return;
        compared += 1;
        expect(Math.abs(left - right), generated.text).toBeLessThanOrEqual(TOLERANCE * Math.max(1, scale));
      }),
      runs(0.5),
    );
    expect(compared).toBeGreaterThan(runs(0.5).numRuns / 2);
  });

  test('the Jacobian by the Forward and by the Reverse Plan are equal (Figure 2, 3.2)', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ derivatives: 1 }), (generated) => {
        const found = defined(generated);
        if (found === undefined) return;
        const { main, point } = found;
        const [columns, rows] = [pointReals(main, point).length, reals(main, point.cotangent).length];
        const byForward = Array.from({ length: columns }, (_, j) => {
          const task = engine('forward').along?.(main, point, pointWith(main, point, oneHot(columns, j)), budget);
          const answer = task && answerOf(task);
          return answer && reals(main, answer.tangent);
        });
        for (let i = 0; i < rows; i++) {
          const cotangent = withRealLeaves(point.cotangent, main.target, oneHot(rows, i), main.variants);
          const answer = answerOf(engine(id).run(main, { ...point, cotangent }, budget));
          const bound = answerOf(engine('trace-anf').run(main, { ...point, cotangent }, budget))?.bound;
          if (answer === undefined || bound === undefined) return;
          const row = pointReals(main, { ...point, arguments: answer.derivative });
          const scales = pointReals(main, { ...point, arguments: bound });
          byForward.forEach((column, j) => {
            const [forward, reverse, scale] = [column?.[i], row[j], scales[j]];
            if (forward === undefined || reverse === undefined || scale === undefined) return;
            compared += 1;
            expect(Math.abs(forward - reverse)).toBeLessThanOrEqual(TOLERANCE * Math.max(1, scale));
          });
        }
      }),
      runs(0.25),
    );
    expect(compared).toBeGreaterThan(runs(0.25).numRuns);
  });
});

describe.each(REVERSE)('forward and %s', (id) => {
  test('cost one pass per input in forward mode and one per output in reverse mode (3.2)', () => {
    const wide = focusOf(checked('input x : real * real * real * real = (1, 2, 3, 4)\nx.1 * x.2 * x.3 * x.4'));
    const operations = (id: EngineId): number =>
      answerOf(engine(id).run(wide.main, wide.point, budget))?.meter.primal ?? 0;
    expect(operations(id)).toBe(3);
    expect(operations('forward')).toBe(4 * 3);
  });
});

describe('a point of very many reals', () => {
  const items = Array.from({ length: 201 }, (_, i) => i + 1);
  const type = items.map(() => 'real').join(' * ');
  const sums = items.map((i) => `let s${i} = s${i - 1} + sin xs.${i}`);
  const text = [`input xs : ${type} = (${items.join(', ')})`, 'let s0 = 0', ...sums].join('\n');
  const expected = items.reduce((sum, x) => sum + Math.cos(x), 0);

  test.each(['s201', 's201 * deriv (fun y -> y * xs.1) 1'])(
    'is taken in one direction by forward, which Lemma 1 compares: %s',
    (last) => {
      const { main, point } = focusOf(checked(`${text}\n${last}`));
      const { verdict, columns } = drain(agree(main, point, { engines: COMPARED, budget, now: () => 0 }));
      expect(verdict).toBe('agree');
      expect(columns.find(({ engine: id }) => id === 'forward')).toMatchObject({
        status: 'one direction',
        reason: expect.stringMatching(/201 reals.*in the direction \(1, 1, \.\.\.\) the derivative is/u) as unknown,
        agrees: true,
      });
    },
  );

  test('is a sum of derivatives, and one that is wrong or undefined is found', () => {
    const { main, point } = focusOf(checked(`${text}\ns201`));
    const forward = engine('forward');
    const { along } = forward;
    if (along === undefined) throw new Error('forward is by the Forward Plan');
    const single = answerOf(oneDirection(along, main, { ...point, cotangent: 2 }, budget));
    expect(single?.derivative).toBeCloseTo(2 * expected, 9);
    const verdictOf = (factor: number, change: number): string | undefined => {
      const wrong: AnyEngine = {
        ...forward,
        *along(...given) {
          const outcome = yield* along(...given);
          if (outcome.tag !== 'ok') return outcome;
          const { value, tangent, ...rest } = outcome.value;
          const changed = { value: (value as number) + change, tangent: (tangent as number) * factor };
          return { tag: 'ok', value: { ...rest, ...changed } };
        },
      };
      const engines = [engine('reverse'), engine('trace-anf'), wrong];
      return drain(agree(main, point, { engines, budget, now: () => 0 })).verdict;
    };
    expect(verdictOf(1, 0)).toBe('agree');
    expect(verdictOf(1.001, 0)).toBe('disagree');
    expect(verdictOf(1, 0.001)).toBe('disagree');
    expect(verdictOf(Infinity, 0)).toBe('no verdict');
  });
});

test('all engines agree on programs with derivatives inside, to depth 3', () => {
  let answered = 0;
  fc.assert(
    fc.property(programs({ derivatives: 3, size: 60 }), (generated) => {
      const found = defined(generated);
      if (found === undefined) return;
      const agreement = drain(agree(found.main, found.point, { engines: COMPARED, budget, now: () => 0 }));
      answered += agreement.columns.filter(({ status }) => status === 'ok').length;
      expect(agreement.verdict, `${generated.text}\n${JSON.stringify(agreement.columns, undefined, 1)}`).not.toBe(
        'disagree',
      );
    }),
    runs(0.5),
  );
  expect(answered).toBeGreaterThan(3 * runs(0.5).numRuns * 0.5);
});
