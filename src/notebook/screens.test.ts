import { describe, expect, test } from 'vitest';
import { printNotebook } from './document';
import { parseNotebook } from './parse';
import { audiencesOf, foldedCells, isForOthers, screensOf, titleOfScreen, withOpened } from './screens';

const TEXT = [
  '# For all\n\n',
  '<!-- screen for=P,R -->\n\n',
  'Before it.\n\n## The *proof* of `f`\n\n',
  '```pullback\n1 + 1\n```\n\n',
  '<!-- screen for=L -->\n\n',
  '| a | b |\n| - | - |\n\nA long sentence that has no heading above it, and so stands for its screen.\n\n',
  '<!-- screen -->\n\nThe end.\n',
].join('');
const NOTEBOOK = parseNotebook(TEXT);
const [forAll, first, proof, code, second, long, third, end] = NOTEBOOK.cells.map(({ id }) => id);

describe('a screen for an audience', () => {
  test('is written as it is read', () => {
    expect(printNotebook(NOTEBOOK)).toBe(TEXT);
    expect(screensOf(NOTEBOOK)).toHaveLength(4);
    expect(NOTEBOOK.cells.map(audiencesOf).filter((each) => each !== undefined)).toEqual([['P', 'R'], ['L']]);
    expect(screensOf(parseNotebook('a\n\n<!-- screen for -->\n\nb\n'))).toHaveLength(1);
  });

  test('is folded for other readers, unless they have opened it', () => {
    const [, cell] = NOTEBOOK.cells;
    expect(cell && [isForOthers(cell, 'L'), isForOthers(cell, 'R'), isForOthers(cell, undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect([...foldedCells(NOTEBOOK, 'L', [])]).toEqual([proof, code]);
    expect([...foldedCells(NOTEBOOK, 'R', [])]).toEqual([long]);
    expect([...foldedCells(NOTEBOOK, undefined, [])]).toEqual([]);
    expect([...foldedCells(NOTEBOOK, 'L', [first ?? -1])]).toEqual([]);
  });

  test('is opened by what leads into it', () => {
    expect(withOpened(NOTEBOOK, [], code)).toEqual([first]);
    expect(withOpened(NOTEBOOK, [7], end)).toEqual([7, third]);
    for (const id of [forAll, second, undefined]) expect(withOpened(NOTEBOOK, [], id)).toEqual([]);
  });

  test('has a line that stands for it', () => {
    expect(titleOfScreen(NOTEBOOK, first ?? -1)).toBe('The proof of f');
    expect(titleOfScreen(NOTEBOOK, second ?? -1)).toBe('A long sentence that has no heading above it, and so stands …');
    expect(titleOfScreen(parseNotebook('a\n\n<!-- screen for=P -->\n'), 1)).toBe('A screen');
  });
});
