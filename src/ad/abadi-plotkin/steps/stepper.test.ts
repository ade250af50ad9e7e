import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elaborate } from '../../../language/elaborate/elaborate';
import { parse } from '../../../language/syntax/parser';
import { programCells } from '../../../notebook/document';
import { parseNotebook } from '../../../notebook/parse';
import { parseCell } from '../../../services/parse-cell';
import { compile } from '../../../semantics/compile';
import { evaluate, run } from '../../../semantics/evaluate';
import { isPicture } from '../../main';
import { drain } from '../../../semantics/task';
import { programs } from '../../../testing/program/arbitrary';
import { LONG, runs } from '../../../testing/runs';
import { asText, type Block } from '../../notation/line';
import { STEP_RULES } from './step-rule';
import { Stepper, type StepMode } from './stepper';

const BUDGET = { seconds: 20, steps: 1e7, bytes: 1e9 };

function stepper(texts: readonly string[], mode: StepMode): Stepper {
  const { program } = elaborate(texts.map((text, cell) => parseCell(text, cell).program));
  if (program === undefined) throw new Error('the program has a type');
  return new Stepper(program, mode, new Map(), BUDGET);
}

/** Returns the redex of a context between marks. */
function shown(lines: Block): string {
  const text = lines
    .map(({ pieces }) => pieces.map(({ text: value, mark }) => (mark === 'redex' ? `«${value}»` : value)).join(''))
    .join(' ');
  return text.replaceAll('»«', '');
}

function walk(text: string, mode: StepMode): readonly string[] {
  const machine = stepper([text], mode);
  const { count } = drain(machine.index());
  return Array.from({ length: count }, (_, i) => {
    const { rule, frames } = drain(machine.state(i));
    return `${rule ?? ''}: ${frames.map(shown).join(' / ')}`;
  });
}

describe('evaluation one redex at a time', () => {
  test('shows the context, the redex and the rule', () => {
    expect(walk('input x : real = 2\nlet y = x * x + 1\nif y < 7 then sin y else 0', 'ordinary')).toEqual([
      'operation: let y : ℝ = («x · x») + 1 in …',
      'sum: let y : ℝ = «4 + 1» in …',
      'let: «let y : ℝ = 5 in …»',
      'predicate: if «y < 7» then sin(y) else 0',
      'if true: «if true then sin(y) else 0»',
      'operation: «sin(y)»',
    ]);
  });

  test("inside a fold its sequence and start are shown as written: their registers hold the loop's state", () => {
    const text = 'fold (x, (n, total)) -> (n + 1, x * total) over [1.5, 2] from (0, 0.5)';
    expect(walk(text, 'ordinary').filter((step) => step.startsWith('operation'))).toEqual([
      'operation: fold (x, ⟨n, total⟩) → ⟨1, «x · total»⟩ over [1.5, 2] from ⟨0, 0.5⟩',
      'operation: fold (x, ⟨n, total⟩) → ⟨2, «x · total»⟩ over [1.5, 2] from ⟨0, 0.5⟩',
    ]);
  });

  test('a call waits with a hole in its context', () => {
    expect(walk('let f (a, b) = a * b\n\n1 + f (2, 3)', 'ordinary')).toEqual([
      'letrec: «let f(⟨a, b⟩ : ℝ × ℝ) : ℝ = a · b in …»',
      'call: 1 + «f(⟨2, 3⟩)»',
      'operation: 1 + [ ] / «a · b»',
      'sum: «1 + 6»',
    ]);
  });

  test('inside a derivative evaluation is symbolic, and the trace grows', () => {
    const machine = stepper(['deriv (fun x -> sin x * x) 2'], 'ordinary');
    const states = Array.from({ length: 5 }, (_, i) => drain(machine.state(i)));
    expect(states.map(({ rule, symbolic }) => [rule, symbolic])).toEqual([
      ['rd', false],
      ['operation', true],
      ['operation', true],
      ['R', true],
      [undefined, false],
    ]);
    expect(states.map(({ trace }) => trace.map(({ lines }) => asText(lines)))).toEqual([
      [],
      [''],
      ['let t1 : ℝ = sin(x) in'],
      ['let t1 : ℝ = sin(x) in\nlet t2 : ℝ = t1 · x in'],
      [],
    ]);
    expect(states[4]?.derived && asText(states[4].derived)).toContain('.sin_r(');
  });

  test('outside a derivative values are closed, inside they have their free variables', () => {
    const machine = stepper(['let f y = sin y + deriv (fun x -> x * y * x) y\n\nf 2'], 'ordinary');
    const inside = drain(machine.state(5));
    expect(inside.frames.map(shown)).toEqual(['[ ]', '0.909297 + [ ]', '«t1 · x»']);
    expect(drain(machine.state(6)).frames.map(shown).at(-1)).toBe('0.909297 + «1.rdy(x : ℝ. (x · y) · x)»');
  });

  test('the last state has the failure if the program has no value', () => {
    const machine = stepper(['log (1 - 1)'], 'ordinary');
    const { count } = drain(machine.index());
    expect(count).toBe(2);
    const { rule, failure } = drain(machine.state(count));
    expect([rule, failure?.code]).toEqual([undefined, 'domain']);
  });

  test('symbolic evaluation ends with the trace term', () => {
    const machine = stepper(['input x : real = 2\nlet rec p n = if n < 1 then 1 else x * p (n - 1)\np 1'], 'symbolic');
    const { count } = drain(machine.index());
    expect(drain(machine.state(count)).trace.map(({ lines }) => asText(lines))).toEqual([
      'let n : ℝ = 1 in\nlet t1 : ℝ = n − 1 in\nlet t2 : ℝ =\n  let n_1 : ℝ = t1 in\n  1 in\nx · t2',
    ]);
  });

  test('100,000 steps are found one by one', () => {
    const text = 'let rec down n = if n < 0.5 then n else down (n - 1)\n\ndown 40000';
    const machine = stepper([text], 'ordinary');
    const { count, rules, cut } = drain(machine.index());
    expect([count, cut]).toEqual([4 + 4 * 40_000, false]);
    expect(STEP_RULES[rules[100_000] ?? 0]).toBe('operation');
    expect(drain(machine.state(100_000)).rule).toBe('operation');
  });

  test('an endless run is indexed up to the limit', () => {
    const { cut } = drain(stepper(['let rec f x = f (x + 1)\n\nf 0'], 'ordinary').index(50_000));
    expect(cut).toBe(true);
  });

  test('stepping forwards and back shows the same states, and the last one has the outputs', () => {
    fc.assert(
      fc.property(programs(), fc.constantFrom<StepMode>('ordinary', 'symbolic'), ({ text }, mode) => {
        const { program } = elaborate([parse(text, 0).program]);
        if (program === undefined) throw new Error('generated programs have types');
        const machine = new Stepper(program, mode, new Map(), BUDGET);
        const { count, cut } = drain(machine.index(200_000));
        if (cut) return;
        const last = drain(machine.state(count));
        const outcome = drain(evaluate(program, { budget: BUDGET }));
        if (outcome.tag === 'ok') expect(last.outputs).toEqual(outcome.value.outputs);
        else expect(last.failure?.code).toBe(outcome.diagnostic.code);
        const places = [0, Math.floor(count / 2), Math.max(0, count - 1)];
        const there = places.map((at) => drain(machine.state(at)));
        const back = places.toReversed().map((at) => drain(machine.state(at)));
        expect(back.reverse()).toEqual(there);
      }),
      runs(0.5),
    );
  });

  test.each([
    'subtract ((1, 2), [3, 4]) ((1, 2), [3, 4])',
    'add { a = [1, 2], b = (1, 2) } (scale 0.5 { a = [1, 2], b = (1, 2) })',
    'gradientDescent 0.5 2 (fun ((a, b), c) -> a * b + c * c) ((1, 2), 3)',
  ])('an operation on all parts of a value is shown at each part: %s', (text) => {
    const machine = stepper([text], 'ordinary');
    const { count } = drain(machine.index());
    for (let at = 0; at <= count; at++) expect(drain(machine.state(at)).failure).toBeUndefined();
  });

  test.each(readdirSync('public/notebooks').filter((file) => file.endsWith('.md')))(
    '%s: through every step and back; the last state is the value',
    (file) => {
      const texts = programCells(parseNotebook(readFileSync(join('public/notebooks', file), 'utf8')));
      for (const mode of ['ordinary', 'symbolic'] as const) {
        const machine = stepper(texts, mode);
        const { count, cut } = drain(machine.index());
        // Every state is reached from the start, so only the long run goes through runs of many steps.
        if (!LONG && count > 3_000) continue;
        const stride = Math.max(1, Math.floor(count / (count > 20_000 ? 3 : LONG ? 30 : 4)));
        const places = Array.from({ length: Math.ceil(count / stride) }, (_, i) => i * stride);
        const there = places.map((at) => drain(machine.state(at)));
        const last = drain(machine.state(count));
        const back = places.toReversed().map((at) => drain(machine.state(at)));
        expect(back.reverse()).toEqual(there);
        const { program } = elaborate(texts.map((text, cell) => parseCell(text, cell).program));
        // Steps inside the prelude's definitions are included.
        const outcome = program && drain(run(compile(program, { literally: true }), { budget: BUDGET }));
        expect(last.failure?.code).toBe(outcome?.tag === 'failed' ? outcome.diagnostic.code : undefined);
        if (cut || last.failure !== undefined) continue;
        expect(last.rule).toBeUndefined();
        const items = program?.items.flatMap((item) => (item.tag === 'output' ? [item] : [])) ?? [];
        // The functions in a picture cannot be compared.
        const compared = (outputs: readonly unknown[]): readonly unknown[] =>
          outputs.filter((_, at) => items[at] !== undefined && !isPicture(items[at]));
        expect(outcome?.tag === 'ok' && compared(outcome.value.outputs)).toEqual(compared(last.outputs));
      }
    },
  );
});
