import { expect, test } from 'vitest';
import type { CodePayload } from '../../../protocol/compiled';
import { unfolded } from '../../../protocol/folds';
import { finderOf, lineAt, textOf } from './code';

function codeOf(...lines: readonly string[]): CodePayload {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return {
    text: lines.map((line) => `${line}\n`).join(''),
    starts: Int32Array.from(starts),
    origins: new Int32Array(3 * lines.length).fill(-1),
    derivatives: new Uint8Array(lines.length),
    folds: unfolded(lines.length),
    functions: 1,
    statements: lines.length,
    more: 0,
  };
}

test('lines are read by number', () => {
  const code = codeOf('function a', '', '  results r1');
  expect([0, 1, 2, 3].map((line) => lineAt(code, line))).toEqual(['function a', '', '  results r1', '']);
});

test('a text that is not whole says how much is missing', () => {
  const code = codeOf('(module', ')');
  expect([textOf(code), textOf({ ...code, more: 2000 })]).toEqual([
    '(module\n)\n',
    '(module\n)\n;; 2,000 more lines\n',
  ]);
});

test('each line that contains a text is found once, whatever the case', () => {
  const find = finderOf(codeOf('sin sin', 'İ Sin', '', 'cos', 'x sin'));
  expect(find('SIN ')).toEqual([0, 1, 4]);
  expect(find('cos')).toEqual([3]);
  expect(find('tan')).toEqual([]);
  expect(find(' ')).toEqual([]);
});
