import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { runProgram, type RunReportOptions } from './run-report';

/** The machine needs some 20 MB for this, and compiled code 4 MB. */
const LARGE = `input w : real = 0.5
let xs = build 200000 (fun i -> (w * toReal (mod i 7), i, i))
sum (map (fun (x, _, _) -> x * x) xs)
`;
const SUM = 2_599_966;
const bytes = 8e6;

function ran(text: string, options: Partial<RunReportOptions> = {}) {
  return drain(runProgram([text], { budget: { ...COMMAND_LINE_BUDGET, bytes }, inputs: {}, ...options }));
}

describe('where the machine has too little memory', () => {
  test('compiled code computes the value too, and the report says so', () => {
    const { body, status, diagnostics } = ran(LARGE);
    expect([status, diagnostics]).toEqual([0, []]);
    expect(body?.outputs.map(({ value }) => value)).toEqual([SUM * 0.25]);
    expect(body?.derivative).toMatchObject({ engine: 'compiled', value: { w: SUM } });
    expect(body?.seconds).toMatchObject({ value: null, derivative: expect.any(Number) as number });
    expect(body?.warnings.map(({ code }) => code)).toEqual(['by-compiled']);
    expect(body?.meter).toEqual({ bytes: expect.any(Number) as number });
    expect(ran(LARGE, { budget: COMMAND_LINE_BUDGET }).body?.outputs[0]?.value).toBe(SUM * 0.25);
  });

  test('inputs and a cotangent from outside are used', () => {
    const { body } = ran(LARGE, { inputs: { w: 2 }, cotangent: 3 });
    expect(body?.outputs[0]?.value).toBe(SUM * 4);
    expect(body?.derivative?.value).toEqual({ w: 3 * 2 * 2 * SUM });
  });

  test.each<[string, string, Partial<RunReportOptions>]>([
    ['with another engine', LARGE, { engine: 'tape' }],
    ['with several values', `${LARGE}w\n`, {}],
    ['with the Jacobian', LARGE, { jacobian: true }],
    [
      'without enough memory for compiled code either',
      'input w : real = 1\nlet rec grow (n : int) xs = if n = 0 then sum xs else grow (n - 1) (xs ++ xs)\ngrow 24 [w]\n',
      {},
    ],
    ['with an error later', LARGE.replace(/sum .*/u, 'log (0 - sum (map (fun (x, _, _) -> x * x) xs))'), {}],
  ])('%s the limit is reported', (_, text, options) => {
    const { body, diagnostics } = ran(text, options);
    expect(body).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(['budget-memory']);
  });
});
