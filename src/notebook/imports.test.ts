import { describe, expect, test } from 'vitest';
import { importedText, keyOfImport, originOf, ownText, writtenText } from '../language/source/imported';
import { carriedIn, printToShare } from './carried';
import { printNotebook, programCells, programOf } from './document';
import { lacksImports, namesIn } from './import-names';
import { parseNotebook } from './parse';

test('a text keeps its origin after its end', () => {
  const text = importedText('let a = 1', { key: 'a.pbk', name: 'a.pbk', cell: 2 });
  expect(text.startsWith('let a = 1\n')).toBe(true);
  expect([writtenText(text), originOf(text)]).toEqual(['let a = 1', { key: 'a.pbk', name: 'a.pbk', cell: 2 }]);
  expect(originOf(ownText(text))).toBeUndefined();
  expect(originOf('damaged\n\0{1\0')).toEqual({ key: '', problem: 'it cannot be read' });
});

test('keys of paths are relative to the source', () => {
  expect(keyOfImport('', './a.pbk')).toBe('a.pbk');
  expect(keyOfImport('lib/b.pbk', 'a.pbk')).toBe('lib/a.pbk');
  expect(keyOfImport('lib/b.pbk', '../a.pbk')).toBe('a.pbk');
  expect(keyOfImport('b.pbk', '../../a.pbk')).toBe('../../a.pbk');
  expect(keyOfImport('/x/b.pbk', '../a.pbk')).toBe('/a.pbk');
});

test('the names of imports are found where an item can start', () => {
  expect(namesIn('import "a"\n  import "b"\nimport\n  "c\\"d"\nlet import = 1\nimport "unclosed')).toEqual([
    'a',
    'c"d',
  ]);
  expect(lacksImports(['import "a"'])).toBe(true);
  expect(lacksImports(['import "a"', importedText('', { key: 'a', name: 'A' })])).toBe(false);
});

describe('a shared notebook', () => {
  const notebook = parseNotebook('# Title\n\n```pullback\nimport "A"\n```\n');
  const imported = [importedText('-- a comment\nlet a = 1', { key: 'A', name: 'A' })];
  const gone = importedText('', { key: 'B', problem: 'none' });
  const shared = printToShare({ ...notebook, imported: [...imported, gone] });

  test('carries what it imports in a comment, which is no cell', () => {
    const read = parseNotebook(shared);
    expect(shared.match(/-->/g)).toHaveLength(1);
    expect(programOf(read)).toHaveLength(1);
    expect(programCells(read)).toEqual(['import "A"', ...imported]);
    expect(printNotebook(read)).toBe(shared);
    expect(printToShare(read)).toBe(shared);
  });

  test('whose comment is damaged is still a notebook', () => {
    for (const tail of [
      '\n<!-- imports [1] -->\n',
      '\n<!-- imports [ -->',
      '\n<!-- imports ["a"] -->',
      '\n<!-- imports {} -->',
    ])
      expect(printNotebook(parseNotebook(`text\n${tail}`))).toBe(`text\n${tail}`);
    expect(carriedIn('\n<!-- imports [1, "own", null] -->\n').imported).toEqual([]);
  });
});
