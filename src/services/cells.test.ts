import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programOfMain } from '../ad/main';
import { checkProgram } from '../language/core/check';
import { programCells } from '../notebook/document';
import { parseNotebook } from '../notebook/parse';
import type { CellCheck, RunJob, RunReply } from '../protocol/messages';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checkCells, loadCell } from './cells';
import { createFrontEnd } from './front-end';
import { createLoader } from './loader';
import { createRunService } from './run-service';

const LESSON = [
  'input x : real = 3 in 0 .. 9\nlet square y = y * y',
  'input z : real = 1\nsquare z',
  'let s = square x\ns + 1',
  '2 + 2',
  's * z',
];

function checked(cells: readonly string[]): readonly CellCheck[] {
  return checkCells(createFrontEnd()(cells));
}

async function run(cells: readonly string[], jobs: readonly RunJob[], service = newService()): Promise<RunReply[]> {
  const received: RunReply[] = [];
  const request = { revision: ++revision, cells, jobs, inputs: {}, budget: PAGE_BUDGET };
  await service.run(request, (reply) => received.push(reply));
  return received;
}
let revision = 0;
const newService = () => createRunService(() => Promise.resolve());

const values = (replies: readonly RunReply[]): readonly (readonly [number, string])[] =>
  replies.map((reply) => [
    reply.cell,
    reply.state === 'ok' && reply.product === 'value'
      ? reply.payload.outputs.map(({ text }) => text).join()
      : reply.state,
  ]);

describe('the cells of a program', () => {
  test('use those whose names they mention, and depend on what these use', () => {
    expect(checked(LESSON).map(({ uses }) => uses)).toEqual([[], [0], [0], [], [1, 2]]);
    const { dependencies } = createFrontEnd()(LESSON);
    expect(LESSON.map((_, cell) => dependencies(cell))).toEqual([[0], [0, 1], [0, 2], [3], [0, 1, 2, 4]]);
  });

  test('can run if neither they nor the cells they depend on have an error', () => {
    const wrong = LESSON.with(1, 'input z : real = true\nsquare z');
    expect(checked(wrong).map(({ runnable }) => runnable)).toEqual([true, false, true, true, false]);
    const broken = LESSON.with(0, 'input x : real = 3\nlet square y = (');
    expect(checked(broken).map(({ runnable }) => runnable)).toEqual([false, false, false, true, false]);
    const misspelt = LESSON.with(2, 'let s = squaer x\ns + 1');
    expect(checked(misspelt).map(({ runnable }) => runnable)).toEqual([true, true, false, true, false]);
  });

  test('list their first diagnostics, and say how many there are', () => {
    const [cell] = checked(['nope\n'.repeat(600)]);
    expect(cell?.diagnostics.length).toBe(500);
    expect(cell).toMatchObject({ runnable: false, errors: 600, warnings: 0 });
    const unused = Array.from({ length: 600 }, () => 'match 1 with 1 -> 1').join('\n');
    const [late] = checked([`${unused}\nnope`]);
    expect(late?.errors).toBeGreaterThan(0);
    expect(late?.diagnostics[0]?.severity).toBe('error');
  });

  test('report no problem that follows from one in another cell', () => {
    const cells = [
      'let scale x = x * true',
      'let twice x = scale (scale x)',
      'twice "a" && scale 1 2',
      'let s = twice 1',
      's s',
    ];
    const { diagnostics } = createFrontEnd()(cells);
    expect(diagnostics.map(({ code, span }) => [code, span.cell])).toEqual([['not-a-number', 0]]);
    expect(checked(cells).map(({ runnable }) => runnable)).toEqual(cells.map(() => false));
    const ambiguous =
      'type P = { x : real, y : real }\ntype Q = { x : real, z : real }\nlet size = identity (fun p -> p.x)';
    const late = createFrontEnd()([ambiguous, 'size { x = true } && size 1']);
    expect(late.diagnostics.map(({ code, span }) => [code, span.cell])).toEqual([['record-ambiguous', 0]]);
  });

  test('show their own values, each by itself, also beside cells with errors', async () => {
    const jobs = LESSON.map((_, cell): RunJob => ({ cell, products: ['value'] }));
    expect(values(await run(LESSON, jobs))).toEqual([
      [0, ''],
      [1, '1'],
      [2, '10'],
      [3, '4'],
      [4, '9'],
    ]);
    expect(values(await run(LESSON.with(1, 'sqare z'), jobs))).toEqual([
      [0, ''],
      [1, 'error'],
      [2, '10'],
      [3, '4'],
      [4, 'error'],
    ]);
  });

  test('are functions of the inputs that they depend on, and of those that they declare', async () => {
    const replies = await run(LESSON, [
      { cell: 2, products: ['gradient'] },
      { cell: 4, products: ['gradient'] },
      { cell: 3, products: ['gradient'] },
    ]);
    const leaves = replies
      .filter(({ state }) => state === 'ok')
      .map((reply) =>
        'payload' in reply && 'focus' in reply.payload ? reply.payload.focus?.leaves.map(({ label }) => label) : [],
      );
    expect(leaves).toEqual([['x'], ['x', 'z']]);
    expect(replies.at(-1)).toMatchObject({ cell: 3, state: 'empty' });
  });

  test('a failing cell does not affect cells that do not depend on it', async () => {
    const cells = ['let a = 1 / 0', 'a + 1', '3'];
    const jobs = cells.map((_, cell): RunJob => ({ cell, products: ['value'] }));
    expect(values(await run(cells, jobs))).toEqual([
      [0, 'error'],
      [1, 'error'],
      [2, '3'],
    ]);
  });

  test('an edit does not change the programs of other cells', () => {
    const load = createLoader();
    const program = (cells: readonly string[], cell: number) => {
      const loaded = drain(load({ cells, cell }));
      return loaded.tag === 'ok' ? loaded.program : undefined;
    };
    const before = LESSON.map((_, cell) => program(LESSON, cell));
    const edited = LESSON.with(2, 'let s = square x + 1\ns + 1');
    expect(LESSON.map((_, cell) => program(edited, cell) === before[cell])).toEqual([true, true, false, true, false]);
  });

  test('differentiate what `focus` names: a value, or a function at the point of its last derivative', async () => {
    const cells = ['input x : real = 3\nlet a = x * x\nlet f y = y * y * y\nlet g = grad f 2\na + g'];
    const focusOf = async (focus?: string) => {
      const [reply] = await run(cells, [{ cell: 0, focus, products: ['value'] }]);
      if (reply?.state !== 'ok' || reply.product !== 'value') return reply;
      const found = reply.payload.focus;
      return [found?.label, found?.value, found?.leaves.map(({ label, value }) => `${label} = ${value}`).join()];
    };
    expect(await focusOf()).toEqual(['a + g', '21', 'x = 3']);
    expect(await focusOf('a')).toEqual(['a', '9', 'x = 3']);
    expect(await focusOf('f')).toEqual(['f', '8', 'y = 2']);
    expect(await focusOf('nothing')).toMatchObject({ state: 'error', diagnostics: [{ code: 'focus' }] });
  });

  test('without an input show their last derivative, which is run once', async () => {
    const cells = ['let relu x = if x < 0 then 0 else x\n1 + deriv (fun x -> relu x * x) 0'];
    const [value, trace] = await run(cells, [{ cell: 0, products: ['value', 'trace'] }]);
    if (value?.state !== 'ok' || value.product !== 'value') throw new Error(JSON.stringify(value));
    expect(value.payload.outputs.map(({ text }) => text)).toEqual(['1']);
    expect(value.payload.warnings).toHaveLength(1);
    expect(value.payload.focus?.leaves).toMatchObject([{ label: 'x', value: 0 }]);
    expect(trace).toMatchObject({ state: 'ok', product: 'trace' });
    const focused = ['input s : real = 2\nlet f x = x * s\nlet g = grad f 3\ng + s'];
    const [reply] = await run(focused, [{ cell: 0, focus: 'f', products: ['value'] }]);
    expect(reply).toMatchObject({ state: 'ok', payload: { outputs: [{ text: '4' }] } });
  });

  test.each(readdirSync('public/notebooks').filter((file) => file.endsWith('.md')))(
    '%s: every cell is a sound program of its own',
    (file) => {
      const cells = programCells(parseNotebook(readFileSync(join('public/notebooks', file), 'utf8')));
      const frontEnd = createFrontEnd()(cells);
      for (const cell of cells.keys()) {
        const loaded = loadCell(cells, frontEnd, cell);
        if (loaded.tag === 'ok') expect(checkProgram(loaded.program.core)).toEqual([]);
        if (loaded.tag === 'ok' && loaded.program.focus !== undefined)
          expect(checkProgram(programOfMain(loaded.program.focus.main))).toEqual([]);
      }
    },
  );

  test('the errors are those of the cell and of the cells it depends on', () => {
    const frontEnd = createFrontEnd()(['nope', 'let b = true + 1', 'b']);
    const loaded = loadCell(['nope', 'let b = true + 1', 'b'], frontEnd, 2);
    expect(loaded.tag === 'wrong' && loaded.diagnostics.map(({ span }) => span.cell)).toEqual([1]);
  });
});

test('a cell with an array of very many items is run', async () => {
  const items = Array.from({ length: 150_000 }, (_, i) => `${i % 7}.5`).join(', ');
  const [reply] = await run([`let xs = [${items}]\n\nlength xs`], [{ cell: 0, products: ['value'] }]);
  expect(reply).toMatchObject({ state: 'ok', payload: { result: { text: '150000' } } });
});
