import { expect, it } from 'vitest';
import type { Line } from '../../../protocol/steps';
import { contextRows } from './context-rows';

const line = (text: string, mark?: 'redex' | 'hole'): Line => ({
  indent: 0,
  pieces: [{ kind: 'text', text, ...(mark === undefined ? {} : { mark }) }],
});
const shown = (frames: readonly (readonly Line[])[], omitted = 0) =>
  contextRows({ frames, omitted }).map((row) => [
    row.tag === 'line' ? row.line.pieces.map(({ text }) => text).join('') : row.text,
    row.starts,
  ]);

it('shows how many calls are left out, after the program', () => {
  expect(shown([[line('1 + [ ]', 'hole')], [line('[ ]', 'hole')], [line('x', 'redex'), line('y')]], 40)).toEqual([
    ['1 + [ ]', true],
    ['… 40 more calls wait in between', true],
    ['[ ]', true],
    ['x', true],
    ['y', false],
  ]);
});

it('shows the lines around the redex of a long context, and how many are left out', () => {
  const lines = Array.from({ length: 1000 }, (_, i) => line(String(i), i === 500 ? 'redex' : undefined));
  const rows = shown([lines]);
  expect(rows).toHaveLength(202);
  expect(rows[0]).toEqual(['… 400 lines', true]);
  expect(rows[101]).toEqual(['500', false]);
  expect(rows[201]).toEqual(['… 400 lines', false]);
  expect(shown([lines.slice(300)])[0]?.[0]).toBe('… 100 lines');
  expect(shown([lines.slice(0, 450)]).at(-1)?.[0]).toBe('… 250 lines');
});
