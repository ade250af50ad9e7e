import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseNotebook } from '../notebook/parse';
import { json } from '../testing/command-line';

/** A meter that a notebook states as a formula of the size. */
type Stated = readonly [engine: string, meter: string, formula: (n: number) => number];

/**
 * For each notebook: the start of the cell that states the meters, what it needs of the earlier cells (`ALL` definitions, or a text), and
 * its input.
 */
const ALL = Symbol('all earlier definitions');
const STATED: readonly (readonly [
  id: string,
  cell: string,
  needs: string | typeof ALL,
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
  ['higher-derivatives-three-ways', 'let variable', ALL, 'n', [['taylor', 'nodes', (n) => 5 * n ** 2 + 12 * n + 7]]],
  [
    'dc-cost-of-simply-typed',
    'input x',
    '',
    'calls',
    [
      ['curry', 'reevaluations', (m) => m],
      ['curry', 'primal', (m) => 8 * m + 1],
      ['curry-dependent', 'primal', (m) => 6 * m + 1],
    ],
  ],
  [
    'dc-cost-of-simply-typed',
    'input n',
    '',
    'n',
    [
      ['curry', 'reevaluations', (n) => 2 ** n - 1],
      ['curry', 'visits', (n) => 40 * 2 ** n - 29],
      ['curry', 'primal', (n) => 5 * 2 ** n - 4],
      ['curry-dependent', 'visits', (n) => 14 * n + 9],
      ['curry-dependent', 'primal', (n) => 3 * n + 1],
    ],
  ],
  [
    'dc-cost-of-simply-typed',
    'input height',
    'input x : real = 0.5',
    'height',
    [
      ['curry', 'reevaluations', (n) => n + 1],
      ['curry', 'primal', (n) => n ** 2 / 2 + (9 * n) / 2 + 3],
      ['curry-dependent', 'primal', (n) => 3 * n + 2],
    ],
  ],
  [
    'dc-environments-as-tangents',
    'input n',
    '',
    'n',
    [
      ['curry-dependent', 'reevaluations', () => 0],
      ['curry-dependent', 'visits', (n) => 14 * n + 9],
      ['reverse', 'visits', (n) => 3 * n + 7],
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

/** Returns cells without their outputs, which can take long at a size. */
function definitionsOf(cells: readonly string[]): string {
  const items = cells.flatMap((cell) => cell.split(/\n(?=\S)/u));
  return items.filter((item) => /^(?:let|type|input|data) /u.test(item)).join('\n');
}

const SIZES = [4, 8, 12];

test.each(STATED)('%s states what the engines count', async (id, begins, needs, input, stated) => {
  const { cells } = parseNotebook(readFileSync(`public/notebooks/${id}.md`, 'utf8'));
  const texts = cells.flatMap((cell) => (cell.tag === 'code' ? [cell.text] : []));
  const at = texts.findIndex((text) => text.startsWith(begins));
  const program = [needs === ALL ? definitionsOf(texts.slice(0, at)) : needs, texts[at]].join('\n');
  const engines = [...new Set(stated.map(([engine]) => engine))].flatMap((engine) => ['--engine', engine]);
  const { answer } = await json(program, 'growth', '-', '--input', input, '--values', SIZES.join(','), ...engines);
  for (const [engine, meter, formula] of stated)
    expect(answer).toMatchObject({ engines: { [engine]: { [meter]: SIZES.map(formula) } } });
});
