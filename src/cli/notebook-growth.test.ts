import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseNotebook } from '../notebook/parse';
import { json } from '../testing/command-line';

/** A meter that a notebook states as a formula of the size. */
type Stated = readonly [engine: string, meter: string, formula: (n: number) => number];

/** For each notebook: the start of the cell that states the meters, the earlier cells that it needs, and its input. */
const STATED: readonly (readonly [
  id: string,
  cell: string,
  needs: string,
  input: string,
  stated: readonly Stated[],
])[] = [
  [
    'kr-one-pass',
    'input xs',
    '',
    'xs',
    [
      ['forward', 'derivative', (n) => 4 * n ** 2 + n],
      ['reverse-dense', 'derivative', (n) => 6 * n ** 2 + 4 * n + 1],
      ['reverse', 'primal', (n) => 2 * n],
      ['reverse', 'nodes', (n) => 10 * n + 7],
    ],
  ],
  [
    'kr-lost-sharing',
    'input n',
    'input x : real = 0.5',
    'n',
    [
      ['reverse-delta', 'primal', (n) => 5 * n + 1],
      ['reverse-delta', 'nodes', (n) => 7 * n + 4],
      ['reverse-delta', 'visits', (n) => 10 * 2 ** n - 5],
      ['reverse', 'visits', (n) => 16 * n + 7],
    ],
  ],
  [
    'kr-the-monad',
    'input n',
    '',
    'n',
    [
      ['reverse', 'nodes', (n) => 16 * n + 7],
      ['reverse', 'visits', (n) => 16 * n + 7],
    ],
  ],
  [
    'kr-the-array',
    'input steps',
    '',
    'steps',
    [
      ['reverse', 'primal', (n) => 5 * n + 1],
      ['reverse', 'nodes', (n) => 13 * n + 7],
      ['reverse', 'visits', (n) => 13 * n + 7],
      ['tape', 'nodes', (n) => 7 * n + 2],
      ['tape', 'visits', (n) => 7 * n + 2],
      ['tape', 'live', (n) => 3 * n + 1],
    ],
  ],
  [
    'kr-arrays',
    'input xs',
    '',
    'xs',
    [
      ['reverse', 'nodes', () => 13],
      ['reverse-dense', 'derivative', (n) => 2 * n ** 2 + 8 * n + 4],
    ],
  ],
  [
    'checkpointing',
    'input n',
    '',
    'n',
    [
      ['tape', 'live', (n) => 3 * n + 1],
      ['forward', 'live', () => 0],
    ],
  ],
  [
    'kr-jacobian-both-plans',
    'input xs',
    '',
    'xs',
    [
      ['forward', 'reevaluations', (n) => n - 1],
      ['curry', 'reevaluations', (n) => n + 1],
      ['reverse', 'reevaluations', () => 0],
      ['forward', 'primal', (n) => 2 * n ** 2],
      ['reverse', 'primal', (n) => 2 * n],
    ],
  ],
];
const SIZES = [4, 8, 16];

test.each(STATED)('%s states what the engines count', async (id, begins, needs, input, stated) => {
  const { cells } = parseNotebook(readFileSync(`public/notebooks/${id}.md`, 'utf8'));
  const texts = cells.flatMap((cell) => (cell.tag === 'code' ? [cell.text] : []));
  const program = `${needs}\n${texts.find((text) => text.startsWith(begins)) ?? ''}`;
  const engines = [...new Set(stated.map(([engine]) => engine))].flatMap((engine) => ['--engine', engine]);
  const { answer } = await json(program, 'growth', '-', '--input', input, '--values', SIZES.join(','), ...engines);
  for (const [engine, meter, formula] of stated)
    expect(answer).toMatchObject({ engines: { [engine]: { [meter]: SIZES.map(formula) } } });
});
