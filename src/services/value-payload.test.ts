import { expect, test } from 'vitest';
import type { ValuePayload } from '../protocol/messages';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { createLoader } from './loader';
import { createKeptValues } from './kept-values';
import { outputsAnswer, wholeOutput } from './outputs';
import { readInputs, reference } from './program';
import {
  MOST_CHARACTERS,
  MOST_COLUMNS,
  MOST_EDITED,
  MOST_INPUTS,
  MOST_OUTPUTS,
  MOST_WARNINGS,
  valuePayload,
} from './value-payload';

const budget = { ...PAGE_BUDGET, seconds: 60 };
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

function request(text: string) {
  return { cells: [text], cell: 0, inputs: {}, budget };
}

function payloadOf(text: string): ValuePayload {
  const loaded = drain(createLoader()(request(text)));
  if (loaded.tag === 'wrong') throw new Error(loaded.diagnostics[0]?.message);
  const inputs = readInputs(loaded.program, {});
  const outcome = inputs.tag === 'ok' ? drain(reference(loaded.program, inputs.value, budget, false)) : inputs;
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return valuePayload(loaded.program, outcome.value, undefined, 0);
}

/** Each item is the same string, so the value is small and its text is not. */
const SHARED = `let s = "${'ab'.repeat(5000)}"\nbuild 100000 (fun _ -> s)`;

test('the payload of a value is bounded, whatever the value', () => {
  const sizes = [
    'build 300000 (fun i -> toReal i)',
    'build 300 (fun i -> build 300 (fun j -> (i, j)))',
    'range 0 50000',
    `"${'a'.repeat(900_000)}"`,
    SHARED,
    `let a = build 10000 (fun i -> toReal i)\n${lines(300, () => 'a')}`,
    lines(2000, String),
    `input xs : array real = build 100000 (fun i -> toReal i)\nxs[0]`,
    `${lines(2000, (at) => `input x${at} : real = ${at}`)}\nx0`,
    `input x : real = 0\n${lines(500, () => 'abs x')}`,
    `let ${'a'.repeat(100_000)} = 1\n${'a'.repeat(100_000)}`,
    `input p : {${'f'.repeat(100_000)} : real} = {${'f'.repeat(100_000)} = 1}\np`,
  ].map((text) => JSON.stringify(payloadOf(text)).length);
  expect(Math.max(...sizes)).toBeLessThan(600_000);
});

test('a long value is cut after its beginning, and says how long it is', () => {
  const { outputs, result } = payloadOf('build 100000 (fun i -> toReal i / 3)\nrange 0 5000\n(1, 2)\n"abc"');
  expect(outputs.map(({ cut }) => cut)).toEqual(['100,000 items', '5,000 items', undefined, undefined]);
  expect(outputs[0]?.text).toMatch(/^\[0, 0\.333333, .*…$/);
  expect(outputs[0]?.text).toHaveLength(MOST_CHARACTERS + 1);
  expect(outputs[2]?.text).toBe('(1, 2)');
  expect(result).toEqual(outputs[3]);
});

test('outputs, inputs and warnings beyond the first are counted', () => {
  const many = payloadOf(lines(2000, String));
  expect([many.outputs.length, many.outputCount, many.result?.text]).toEqual([MOST_OUTPUTS, 2000, '1999']);
  const sliders = payloadOf(`${lines(1100, (at) => `input x${at} : real = ${at}`)}\nx0`);
  expect([sliders.inputs.length, sliders.inputCount]).toEqual([MOST_INPUTS, 1100]);
  const kinks = payloadOf(`input x : real = 0\n${lines(150, () => 'abs x')}`);
  expect([kinks.warnings.length, kinks.warningCount]).toEqual([MOST_WARNINGS, 150]);
});

test('an input that is too long to edit has no value', () => {
  const [long, short] = payloadOf(
    'input xs : array int = build 50000 (fun i -> i)\ninput ys : array int = [1, 2]\nxs[0] + ys[0]',
  ).inputs;
  expect(long?.value).toBeUndefined();
  expect(long?.text.length).toBeLessThan(MOST_EDITED);
  expect(short).toMatchObject({ value: [1, 2], text: '[1, 2]' });
});

test('any window of the outputs is answered', () => {
  const asked = request(lines(1000, String));
  const reply = drain(
    outputsAnswer(drain(createLoader()(asked)), { ...asked, from: 700, count: 200 }, createKeptValues()),
  );
  expect(reply.state === 'ok' && reply.outputs.map(({ text }) => text)).toEqual(
    Array.from({ length: 200 }, (_, at) => String(700 + at)),
  );
});

test('the whole text of an output, or of all, is written', () => {
  const whole = (text: string, output: number | undefined, most?: number) => {
    const asked = request(text);
    const reply = drain(wholeOutput(drain(createLoader()(asked)), { ...asked, output }, createKeptValues(), most));
    if (reply.state !== 'ok') throw new Error(reply.diagnostics[0]?.message);
    return { text: new TextDecoder().decode(reply.text), isCut: reply.isCut };
  };
  const all = whole('build 100000 (fun i -> i)', 0);
  expect(JSON.parse(all.text)).toEqual(Array.from({ length: 100_000 }, (_, at) => at));
  expect(all.isCut).toBe(false);
  expect(whole('1\n1 / 3\n"é😀"', undefined).text).toBe(`1\n${1 / 3}\n"é😀"`);
  expect(whole('1\n2', 1).text).toBe('2');
  const cut = whole(SHARED, 0, 200_000);
  expect(cut.isCut).toBe(true);
  expect(cut.text).toMatch(/^\["abab.*…$/);
  expect(cut.text.length).toBeLessThan(300_000);
});

test('the columns of what is watched are bounded, in one buffer each series', () => {
  const loop = (width: number, name: string): string =>
    `let rec ${name} n v = if n = 0 then v else let v = watch "${name}" v in ${name} (n - 1) (scale 0.5 v)\n${name} 3 (build ${width} (fun i -> toReal i))`;
  const { series } = payloadOf(`${loop(20_000, 'wide')}\n${loop(2, 'pair')}`);
  const [wide, pair] = series;
  expect([wide?.columns.length, wide?.labels.length, wide?.leafCount]).toEqual([
    MOST_COLUMNS / 2,
    MOST_COLUMNS / 2,
    20_000,
  ]);
  expect(pair).toMatchObject({ labels: ['pair[0]', 'pair[1]'], leafCount: 2 });
  expect(pair?.columns.map((column) => [...column])).toEqual([
    [0, 0, 0],
    [1, 0.5, 0.25],
  ]);
  expect(new Set(wide?.columns.map(({ buffer }) => buffer)).size).toBe(1);
});
