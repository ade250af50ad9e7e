/** Counts of work that notebooks state in tables. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { programCells } from '../notebook/document';
import { parseNotebook } from '../notebook/parse';
import { json, pullback } from '../testing/command-line';

/** Returns cells of a notebook as a program. */
function cellsOf(id: string, ...chosen: readonly number[]): string {
  const text = readFileSync(new URL(`../../public/notebooks/${id}.md`, import.meta.url), 'utf8');
  const cells = programCells(parseNotebook(text));
  return chosen.map((at) => cells[at] ?? '').join('\n');
}

test('higher-derivatives-three-ways states what the three ways cost', async () => {
  const nested = await json(
    cellsOf('higher-derivatives-three-ways', 0, 1),
    ...['growth', '-', '--input', 'n', '--values', '1,2,3,4,5,6,7,8', '--engine', 'reverse'],
  );
  expect(nested.answer).toMatchObject({ engines: { reverse: { primal: [9, 25, 63, 155, 382, 957, 2456, 6475] } } });
  for (const [order, written, run] of [
    [1, 6, 10],
    [2, 15, 23],
    [3, 32, 49],
    [4, 61, 96],
    [8, 423, 668],
  ] as const) {
    const program = cellsOf('higher-derivatives-three-ways', 0);
    const { out } = await pullback(program, 'translate', '-', '--engine', 'taylor', '--order', String(order));
    expect(out.split(' * ').length - 1).toBe(written);
    expect((await json(out, 'run', '-', '--engine', 'trace-anf')).answer).toMatchObject({ meter: { primal: run } });
  }
});

test('dc-captured-parameters states what curry runs again', async () => {
  const program = cellsOf('dc-captured-parameters', 0, 3);
  for (const [engine, count] of [
    ['curry', 58],
    ['curry-dependent', 0],
  ] as const)
    expect((await json(program, 'run', '-', '--engine', engine)).answer).toMatchObject({
      meter: { reevaluations: count },
    });
});

test('dc-cost-of-simply-typed: the recurrence of its exercise is what curry does', async () => {
  const program = `${cellsOf('dc-cost-of-simply-typed', 2)}\n${cellsOf('dc-cost-of-simply-typed', 5)}`;
  const options = ['--input', 'n', '--values', '1,2,4,6', '--engine', 'curry'];
  expect((await json(program, 'growth', '-', ...options)).answer).toMatchObject({
    engines: { curry: { reevaluations: [1, 2, 4, 6].map((k) => (3 * (3 ** k - 1)) / 2) } },
  });
});
