import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importedText } from '../language/source/imported';
import { drain } from '../semantics/task';
import { newLanguageApi } from '../testing/language';
import { runs } from '../testing/runs';
import { checkCells, loadCell } from './cells';
import { createChecking, createFrontEnd, type FrontEnd } from './front-end';
import { reference } from './program';
import { PAGE_BUDGET } from '../semantics/outcome';

const source = (key: string, ...texts: readonly string[]): readonly string[] =>
  texts.map((text, at) => importedText(text, { key, name: key.toUpperCase(), cell: at + 1 }));

describe('a notebook that imports another', () => {
  const own = ['import "a"', 'let two = 2', 'f two + g 1'];
  const cells = [...own, ...source('a', 'let f x = x + k\nlet k = 1\n', 'let g x = x * true', 'let k = 10')];

  test('is told at the import what is wrong there, and runs what does not depend on it', () => {
    const [first, second, third, ...others] = checkCells(createFrontEnd()(cells));
    expect(others).toEqual([]);
    expect(first?.diagnostics).toMatchObject([
      { code: 'import-failed', message: '"A" has an error: `k` is not defined', span: { cell: 0, start: 0, end: 10 } },
    ]);
    expect(second).toMatchObject({ runnable: true, diagnostics: [] });
    expect(third).toMatchObject({ runnable: false, diagnostics: [] });
    const fixed = [...own, ...source('a', 'let k = 1\nlet f x = x + k', 'let g x = x * 3', 'let k = 10\nf 1')];
    expect(checkCells(createFrontEnd()(fixed)).map(({ runnable }) => runnable)).toEqual([true, true, true]);
    const loaded = loadCell(fixed, createFrontEnd()(fixed), 2);
    if (loaded.tag === 'wrong') throw new Error('it loads');
    const outcome = drain(reference(loaded.program, new Map(), PAGE_BUDGET, false));
    expect(outcome).toMatchObject({ tag: 'ok', value: { outputs: [6] } });
  });

  test('says where its names come from, and does not rename them', () => {
    const api = newLanguageApi();
    const whole = ['import "a"\nf 1', ...source('a', 'let f x = x')];
    const request = { revision: 1, cells: whole, at: { cell: 0, start: 11, end: 11 } };
    expect(api.hover(request)?.documentation).toBe('Imported from “A”.');
    expect(api.definition(request)).toEqual({ cell: 1, start: 4, end: 5 });
    const refused = { tag: 'refused', why: '`f` is imported from “A”: rename it there.' };
    expect(api.renamable(request)).toEqual(refused);
    expect(api.rename({ ...request, name: 'g' })).toEqual(refused);
    const other = api.rename({
      ...request,
      cells: ['import "a"\nlet x = f 1\nx', ...whole.slice(1)],
      at: { cell: 0, start: 15, end: 15 },
      name: 'y',
    });
    expect(other).toMatchObject({ tag: 'edits', edits: [{ text: 'y' }, { text: 'y' }] });
  });
});

test('a source has no names of the program, and a later import hides earlier names', () => {
  const codes = (cells: readonly string[]): readonly string[] =>
    createFrontEnd()(cells).diagnostics.map(({ code }) => code);
  expect(codes(['let k = 1', 'import "a"\nf 1', ...source('a', 'let f x = x + k')])).toEqual(['unknown-name']);
  expect(codes(['let f x = true', 'import "a"\n1 + f 1', ...source('a', 'let f x = x')])).toEqual([]);
  expect(
    codes([
      'import "a"\nf 1',
      'import "b"\nf 1',
      ...source('b', 'import "a"\nlet g x = f x'),
      ...source('a', 'let f x = x'),
    ]),
  ).toEqual([]);
});

/** What a check finds, whatever it remembers. */
function found({ own, diagnostics, uses, runnable, core, failedImports }: FrontEnd): unknown {
  const failed = own.flatMap(failedImports);
  return JSON.stringify([diagnostics, uses, runnable, failed, core.diagnostics, core.program === undefined]);
}

test('after any edits of cells and sources, a check that remembers finds what a new one does', () => {
  const code = fc.array(
    fc.constantFrom(
      'let f x = x',
      'let f x = x + k',
      'let k = 1',
      'let k = true',
      'type T = A | B',
      'f k',
      'input k : real = 2',
    ),
    { maxLength: 3 },
  );
  const imports = fc.subarray(['import "a"', 'import "b"', 'import "c"']);
  const text = fc.tuple(imports, code).map(([first, then]) => [...first, ...then].join('\n'));
  const imported = fc.tuple(fc.constantFrom('a', 'b'), text).map(([key, own]) => source(key, own)[0] ?? '');
  const other = fc.constantFrom(
    importedText('', { key: 'c', same: 'a' }),
    importedText('', { key: 'c', same: 'b' }),
    importedText('', { key: 'c', problem: 'gone' }),
  );
  const program = fc.array(fc.oneof(text, imported, other), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(program, { minLength: 2, maxLength: 5 }), (programs) => {
      const checking = createChecking();
      for (const cells of programs)
        expect(found(drain(checking.check(cells))), cells.join('\n---\n')).toBe(found(createFrontEnd()(cells)));
    }),
    runs(),
  );
});
