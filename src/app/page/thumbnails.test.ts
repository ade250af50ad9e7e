import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { programCells } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import type { Miniature, PictureRequest } from '../../protocol/picture';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { newService, repliesTo } from '../../testing/ask';
import { miniatureOf } from '../charts/picture/miniature';
import { codeInSmall, type Thumbnail } from './thumbnails';

vi.mock('../kit/theme', () => ({ colour: () => '#000000' }));

const FOLDER = new URL('../../../public/notebooks/', import.meta.url);
const FILE = new URL('thumbnails.json', FOLDER);
const BUDGET = { ...PAGE_BUDGET, seconds: 60 };
/** Their programs train for seconds: they are drawn in the long run only. */
const SLOW = ['logistic-regression', 'two-dimensional-classifier', 'orbit', 'hsv-neural-network'];
const ALL = process.env['PULLBACK_LONG'] !== undefined || process.env['PULLBACK_UPDATE'] === '1';
const service = newService();
const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

/** Returns the first picture of a notebook in small; undefined if it has none. */
async function pictured(markdown: string): Promise<Miniature | undefined> {
  if (!markdown.includes('picture [')) return undefined;
  const cells = programCells(parseNotebook(markdown));
  const jobs = [...cells.keys()].map((cell) => ({ cell, products: ['value'] as const }));
  const found: (readonly [cell: number, output: PictureRequest['output']])[] = [];
  await service.run({ revision: 0, cells, inputs: {}, jobs, budget: BUDGET }, (reply) => {
    if (reply.state !== 'ok' || reply.product !== 'value') return;
    const output = reply.payload.outputs.findIndex(({ isPicture }) => isPicture);
    const watched = reply.payload.series.find(({ pictures = 0 }) => pictures > 0);
    if (output >= 0) found.push([reply.cell, output]);
    else if (watched)
      found.push([reply.cell, { series: watched.name, record: (watched.pictures ?? 1) - 1, place: 'cell' }]);
  });
  const [first] = found.sort(([a], [b]) => a - b);
  if (first === undefined) return undefined;
  const [cell, output] = first;
  const asked = { output, x: undefined, y: undefined, width: 96, height: 64 };
  const last = (await repliesTo(service, 'picture', { cells, cell, inputs: {}, budget: BUDGET, ...asked })).at(-1);
  return last?.state === 'ok' ? miniatureOf(last.picture) : undefined;
}

/** `PULLBACK_UPDATE=1` writes the file: look at the list of notebooks before you commit it. */
test('the thumbnails of the built-in notebooks are current, and small', { timeout: 600_000 }, async () => {
  const ids = (JSON.parse(read('index.json')) as readonly { readonly id: string }[]).map(({ id }) => id);
  const made: Record<string, Thumbnail> = {};
  for (const id of ids) {
    const markdown = read(`${id}.md`);
    if (!ALL && SLOW.includes(id)) continue;
    made[id] = (await pictured(markdown)) ?? codeInSmall(markdown);
  }
  if (process.env['PULLBACK_UPDATE'] === '1')
    writeFileSync(FILE, `{\n${ids.map((id) => `${JSON.stringify(id)}: ${JSON.stringify(made[id])}`).join(',\n')}\n}\n`);
  const written = JSON.parse(read('thumbnails.json')) as Record<string, unknown>;
  expect(Object.keys(written)).toEqual(ids);
  expect(written).toMatchObject(JSON.parse(JSON.stringify(made)) as object);
  for (const [id, thumbnail] of Object.entries(made)) {
    const { length } = JSON.stringify(thumbnail);
    expect([id, length > 20 && length <= 2_000]).toEqual([id, true]);
  }
});

describe('a program in small', () => {
  test('is the beginning of the first one, without its fence', () => {
    expect(codeInSmall('# T\n\n```pullback show=trace\nlet a = 1\n\n  a + 1\n```\n\n```pullback\nb\n```\n')).toBe(
      'let a = 1\n\n  a + 1',
    );
    expect(codeInSmall('~~~ pullback\r\n\r\nx\r\n~~~\r\n')).toBe('x');
    expect(codeInSmall('No program.')).toBe('');
  });

  test('is short, whatever the notebook is', () => {
    const long = codeInSmall(`\`\`\`pullback\n${`${'x'.repeat(200)}\n`.repeat(9000)}`);
    expect(long.split('\n').length).toBeLessThanOrEqual(9);
    expect(long.length).toBeLessThan(300);
  });
});
