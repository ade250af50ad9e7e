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

/** For each notebook: a command on some of its cells, and what the notebook's text says that it shows. */
const SHOWN: readonly (readonly [
  id: string,
  cells: readonly number[],
  command: readonly [string, ...string[]],
  shown: readonly string[],
])[] = [
  [
    'kr-any-primitive',
    [0],
    ['delta'],
    [
      '6 = Scale (0.1, Var 5)',
      '7 = Add (Scale (0.12, Var 2), Scale (-0.16, Var 1))',
      '9 = Scale (-1, Var 1)',
      '10 = Scale (0.0497871, Var 9)',
    ],
  ],
  ['kr-any-primitive', [2], ['delta'], ['5 bindings']],
  ['kr-any-primitive', [2, 3], ['delta'], ['1 binding\n']],
  ['dc-captured-parameters', [2], ['tangents', '--engine', 'curry'], ['[(0.389418, 1), (0.8, 0.490552)]']],
  ['dc-captured-parameters', [2], ['tangents', '--engine', 'curry-dependent'], ['v: 0.743523']],
  ['dc-environments-as-tangents', [0], ['tangents', '--engine', 'curry-dependent'], ['a: 1.49668, b: 3.72012']],
  ['dc-environments-as-tangents', [0], ['tangents', '--engine', 'curry'], ['[(1.2, 1), (2.4, 1)]']],
  ['dc-environments-as-tangents', [0, 1], ['tangents', '--engine', 'curry-dependent'], ['{k: 1.2}']],
  ['dc-cost-of-simply-typed', [0, 1], ['tangents', '--engine', 'curry'], ['λ y3 4 times, λ y2 2 times, λ y1 1 time']],
  ['dc-cost-of-simply-typed', [0, 3], ['tangents', '--engine', 'curry'], ['λ y3 1 time, λ y2 1 time, λ y1 1 time']],
  ['dc-three-equivalences', [0], ['tangents', '--engine', 'curry'], ['[(3, 1)]']],
  ['dc-three-equivalences', [0, 1], ['tangents', '--engine', 'curry'], ['[(1.2, 0)]']],
  ['dc-three-equivalences', [0, 1, 2], ['tangents', '--engine', 'curry'], ['[(1.2, 1), (1.2, 1)]']],
];

test.each(SHOWN)('%s, cells %j: %j shows what the text says', async (id, cells, command, shown) => {
  const [name, ...options] = command;
  const { out } = await pullback(cellsOf(id, ...cells), name, '-', ...options);
  for (const text of shown) expect(out).toContain(text);
});

test('ap-recursion-and-approximants: at 5, the approximants 0 to 3 are undefined, and all others have one trace', async () => {
  const program = cellsOf('ap-recursion-and-approximants', 0);
  const traces = [];
  for (const n of [0, 1, 2, 3, 4, 5, 9])
    traces.push((await pullback(program, 'trace', '-', '--approximant', String(n))).out);
  expect(traces.slice(0, 4)).toEqual(['', '', '', '']);
  expect(traces[4]).toContain('0.5');
  expect(new Set(traces.slice(4)).size).toBe(1);
});
