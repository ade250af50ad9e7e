/** What the notebooks about neighbours and about combinators say in prose, and no cell shows. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENGINES } from '../ad/registry';
import { programCells } from '../notebook/document';
import { parseNotebook } from '../notebook/parse';
import { json } from '../testing/command-line';

/** Returns the first cells of a notebook as a program. */
function cellsOf(id: string, count: number): string {
  const text = readFileSync(new URL(`../../public/notebooks/${id}.md`, import.meta.url), 'utf8');
  return programCells(parseNotebook(text)).slice(0, count).join('\n');
}

async function outputs(program: string): Promise<readonly unknown[]> {
  const { answer } = await json(program, 'run', '-');
  expect(answer).toMatchObject({ ok: true });
  return (answer as { readonly outputs: readonly { readonly value: unknown }[] }).outputs.map(({ value }) => value);
}

test('a derivative whose result is a function has a type error', async () => {
  const shift = 'let shift u f x = f (x + u)\n';
  expect(await json(`${shift}deriv (fun u -> shift u) 0`, 'run', '-')).toMatchObject({
    status: 1,
    answer: { ok: false, diagnostics: [{ code: 'type-mismatch' }] },
  });
  expect(await outputs(`${shift}deriv (fun u -> shift u exp 1) 0`)).toEqual([expect.closeTo(Math.E, 9)]);
});

test('a turn of a direction has no part along the direction', async () => {
  const found = await outputs(`${cellsOf('dc-tangents-of-your-own', 1)}\nspeed (snd (tip at) (3, 4))`);
  expect(found.at(-1)).toBeCloseTo(0, 12);
});

test('there are eleven engines and a judge, which agree on the program of the overview', async () => {
  expect(ENGINES.filter(({ id }) => id !== 'numeric').length).toBe(11);
  const { answer } = await json(cellsOf('eleven-engines', 1), 'agree', '-');
  expect(answer).toMatchObject({ ok: true, verdict: 'agree' });
  const { engines } = answer as { readonly engines: Readonly<Record<string, { readonly status: string }>> };
  expect(Object.keys(engines).length).toBe(ENGINES.length);
  expect(Object.values(engines).every(({ status }) => status === 'ok')).toBe(true);
});

test('of the engines, three do not answer for the long run of the overview', async () => {
  const program = cellsOf('eleven-engines', 8).replace('int = 10 in', 'int = 12000 in');
  const { answer } = await json(program, 'agree', '-', '--seconds', '60');
  const { engines } = answer as { readonly engines: Readonly<Record<string, { readonly status: string }>> };
  const silent = Object.entries(engines).flatMap(([id, { status }]) => (status === 'ok' ? [] : [[id, status]]));
  expect(Object.fromEntries(silent)).toEqual({ curry: 'stopped', 'reverse-delta': 'stopped', trace: 'unsupported' });
});

test('without factoring, the calls of back-propagators double with each sum; with it there is one for each', async () => {
  const cells = cellsOf('nb-linear-factoring', 3);
  const counts =
    'map (fun n -> (snd (call (n, 1) (chain n)), toReal (snd (factored (chain n) [(n, 1)])))) [1, 2, 3, 7]';
  const found = await outputs(`${cells}\n${counts}`);
  expect(found.at(-1)).toEqual([1, 2, 3, 7].map((n) => [2 ** (n + 1) - 1, n + 1]));
});
