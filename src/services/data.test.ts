import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENGINES } from '../ad/registry';
import type { Json } from '../protocol/messages';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { Items } from '../semantics/value';
import { runs } from '../testing/runs';
import { agreeReport, checkReport, deltaReport, traceReport } from './reports';
import { runProgram } from './run-report';
import { type Settings, ValueFile } from './settings';
import { literalTraceReport } from './terms';
import { translationReport } from './translation';

const budget = { ...COMMAND_LINE_BUDGET, steps: 1e7 };

const FIT = `data points : array { x : real, y : real }
data scale : real = 2
input w : real = 0.5
input n : int = 3
let square v = v * v
let total = sum (map (fun (p : { x : real, y : real }) -> square (w * p.x * scale - p.y)) points)
total + toReal n`;

const POINTS = [
  { x: 1, y: 2 },
  { x: 3, y: 4 },
];

function ran(text: string, inputs: Settings) {
  return drain(runProgram([text], { budget, inputs }));
}

function codesOf(text: string, inputs: Settings): readonly string[] {
  return ran(text, inputs).diagnostics.map(({ code }) => code);
}

/** A file that has the value already. */
function file(value: unknown): ValueFile {
  return new ValueFile(() => ({ tag: 'ok', value }));
}

describe('data', () => {
  test('is used, and not differentiated', () => {
    const { body } = ran(FIT, { points: POINTS });
    // (w x 2 - y) at w = 1/2: -1 and -1; derivatives 2 * -1 * 2 x.
    expect(body?.outputs[0]?.value).toBe(5);
    expect(body?.derivative?.value).toMatchObject({ w: -16 });
    expect(body?.derivative?.value).not.toHaveProperty('points');
    expect(body?.inputs.map(({ name }) => name)).toEqual(['w', 'n']);
    expect([...(body?.derivative?.text ?? [])].join('')).not.toMatch(/points|scale/u);
  });

  test('with a value in the program can be set', () => {
    expect(ran(FIT, { points: POINTS, scale: 1 }).body?.outputs[0]?.value).toBe(2.25 + 6.25 + 3);
  });

  test('without a value is an error of a run, and not of a check', () => {
    expect(checkReport([FIT]).status).toBe(0);
    expect(codesOf(FIT, {})).toEqual(['no-value']);
    for (const report of [agreeReport, traceReport, deltaReport, literalTraceReport])
      expect(drain<{ readonly status: number }>(report([FIT], { budget, inputs: {} })).status).toBe(1);
  });

  test('that does not fit is an error at the item', () => {
    const [found] = ran(FIT, { points: [{ x: 1, y: true }] }).diagnostics;
    expect(found).toMatchObject({
      code: 'data-value',
      message: 'the value given for the data points does not fit: expected a finite number at [0].y, found true',
      span: { start: 0 },
    });
  });

  test('can be all that a program has', () => {
    expect(ran('data xs : array real\nsum xs', { xs: [1, 2] }).body).toMatchObject({
      outputs: [{ value: 3 }],
      derivative: null,
    });
    expect(ran('data xs : array real\ngrad sum xs', { xs: [1, 2] }).body?.outputs[0]?.value).toEqual([1, 1]);
  });

  test('cannot depend on an input', () => {
    expect(codesOf('input x : real = 1\nlet y = 2 * x\ndata d : real = y\nd', {})).toEqual(['data-input']);
    expect(codesOf('data a : real = 1\ndata d : real = 2 * a\nd', {})).toEqual([]);
  });

  test('is the same for every engine', () => {
    const report = drain(agreeReport([FIT], { budget, inputs: { points: POINTS } }));
    const columns = report.body?.agreement.columns ?? [];
    expect(report.body?.agreement.verdict).toBe('agree');
    expect(columns.filter(({ status }) => status === 'ok').length).toBeGreaterThan(ENGINES.length - 2);
    for (const column of columns) if (column.status === 'ok') expect(column.result.derivative).toHaveLength(2);
  });

  test('is written in translations', () => {
    const options = { budget, inputs: { points: POINTS } };
    const text = drain(translationReport([FIT], 'reverse', options)).body?.text ?? '';
    expect(text).toContain('let points');
    expect(text).not.toContain('data ');
  });
});

describe('large data', () => {
  const MEAN = 'data xs : array real\ninput w : real = 2\nmean (map (fun x -> w * x * x) xs)';
  const many = Array.from({ length: 20_000 }, (_, i) => (i % 7) + 0.5);
  const mean = many.reduce((sum, x) => sum + x * x, 0) / many.length;

  test('is used by the engines that need no term of it; the others say so', () => {
    const report = drain(agreeReport([MEAN], { budget, inputs: { xs: file(new Items(many)) } }));
    const columns = report.body?.agreement.columns ?? [];
    const taking = columns.flatMap((column) => (column.status === 'ok' ? [column] : []));
    expect(taking.map(({ engine }) => engine)).toEqual(['trace-anf', 'compiled', 'numeric']);
    for (const { result } of taking) {
      expect(result.derivative).toHaveLength(1);
      expect(result.derivative[0]).toBeCloseTo(mean, 5);
    }
    const others = columns.flatMap((column) => (column.status === 'unsupported' ? [column.reason] : []));
    expect(others).toHaveLength(columns.length - taking.length);
    for (const reason of others) expect(reason).toMatch(/`xs` is (?:large, so|too large to write as a term)/);
  });

  test('of which a part is used is differentiated by all engines, on the trace', () => {
    const text = MEAN.replace(' xs)', ' (take 2 xs))');
    const report = drain(agreeReport([text], { budget, inputs: { xs: file(new Items(many)) } }));
    const columns = report.body?.agreement.columns ?? [];
    const via = columns.flatMap((column) =>
      column.status === 'ok' && column.result.via === 'trace' ? [column.engine] : [],
    );
    expect(via).toEqual([
      'reverse',
      'tape',
      'reverse-delta',
      'reverse-dense',
      'forward',
      'taylor',
      'curry-dependent',
      'curry',
    ]);
    expect(columns.flatMap((column) => (column.status === 'ok' ? [] : [column.engine]))).toEqual(['trace']);
    expect(report.status).toBe(0);
    const delta = drain(deltaReport([text], { budget, inputs: { xs: file(new Items(many)) } }));
    expect(delta.body?.ranOn.via).toBe('trace');
    const translated = drain(translationReport([text], 'reverse', { budget, inputs: { xs: file(new Items(many)) } }));
    expect(translated.body?.ranOn.via).toBe('trace');
  });

  test('with too long a trace says how to use less of it', () => {
    const delta = drain(deltaReport([MEAN], { budget, inputs: { xs: file(new Items(many)) } }));
    expect(delta.diagnostics).toMatchObject([
      {
        message:
          'the data `xs` is large, so this engine runs on its trace, which has 60,002 entries; the limit is 5,000',
        hint: 'use a part of the data, such as `take 1000 xs`',
      },
    ]);
  });

  test('can be used by definitions', () => {
    const text = `data xs : array real
input w : real = 2
let f v = mean (map (fun x -> v * x * x) xs)
let rec go (i, acc) = if i = length xs then acc else go (i + 1, acc + xs[i])
f w + 0 * go (0, 0)`;
    const { body } = ran(text, { xs: file(new Items(many)) });
    expect(body?.derivative?.engine).toBe('compiled');
    expect((body?.derivative?.value as { readonly w: number }).w).toBeCloseTo(mean, 5);
  });

  test('has the same derivative as small data', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 1, maxLength: 9 }), (xs) => {
        const padded = [...xs, ...many];
        const small = ran(MEAN, { xs });
        const large = ran(MEAN, { xs: file(new Items(padded)) });
        const of = (json: Json | undefined): number => (json as { readonly w: number }).w;
        const sum = of(large.body?.derivative?.value) * padded.length - mean * many.length;
        expect(sum).toBeCloseTo(of(small.body?.derivative?.value) * xs.length, 4);
      }),
      runs(0.2),
    );
  });
});
