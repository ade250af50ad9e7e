import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agree } from '../../../ad/agree';
import { ENGINES } from '../../../ad/registry';
import { parseNotebook } from '../../../notebook/parse';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { drain } from '../../../semantics/task';
import { checked, focusOf } from '../../../testing/checked';
import { deltaOf } from '../../../testing/delta/delta-of';
import { detect } from './detective';
import { sweepOf } from './sweep';
import { verdictOf } from './verdict';

const { cells } = parseNotebook(readFileSync('public/notebooks/detective.md', 'utf8'));
const programs = cells.flatMap((cell) => (cell.tag === 'code' ? [cell.text] : []));

/** Returns what the Detective says of an input of the program that starts so. */
function said(start: string, input: string): string {
  const text = programs.find((each) => each.startsWith(start)) ?? '';
  const payload = deltaOf(text);
  const leaf = payload.focus.leaves.findIndex(({ label }) => label === input);
  const { headline, reasons } = verdictOf(payload, [text], leaf, detect(payload, sweepOf(payload), leaf));
  return [
    headline,
    ...reasons.map((parts) => parts.map((each) => (typeof each === 'string' ? each : each.text)).join('')),
  ].join(' ');
}

describe('the notebook of six broken programs', () => {
  test.each([
    ['input order', 'limit', 'used in the condition order > limit'],
    ['input arrival', 'arrival', 'converted to an int at floor arrival'],
    ['input w', 'w', 'at relu (w * z + b), because relu is flat'],
    [
      'input t',
      't',
      'contributes 10000 of 4.4108e-5. The absolute values of the contributions add up to 20000: they nearly cancel',
    ],
  ])('%s: the Detective names the culprit', (start, input, culprit) => {
    expect(said(start, input)).toContain(culprit);
  });

  test.each([
    ['input point', '(1, 1)\n', '(1.5, 1)\n', [1, 0]],
    ['input score', '= 1000 in', '= 700 in', [1]],
  ])('%s: it has a derivative elsewhere', (start, from, to, expected) => {
    const text = programs.find((each) => each.startsWith(start)) ?? '';
    expect(() => deltaOf(text)).toThrow();
    const payload = deltaOf(text.replace(from, to));
    const sweep = sweepOf(payload);
    expect(payload.focus.leaves.map((_, leaf) => detect(payload, sweep, leaf).derivative)).toEqual(
      expected.map((each) => expect.closeTo(each, 12) as unknown),
    );
  });

  test('where digits are lost, only differences of values have the right sign', () => {
    const { main, point } = focusOf(checked(programs.find((each) => each.startsWith('input t')) ?? ''));
    const { columns, verdict } = drain(agree(main, point, { engines: ENGINES, budget: PAGE_BUDGET, now: () => 0 }));
    expect(verdict).toBe('disagree');
    const right = columns.filter((column) => column.status === 'ok' && (column.derivatives[0] ?? 0) < 0);
    expect(right.map(({ engine }) => engine)).toEqual(['numeric']);
  });
});
