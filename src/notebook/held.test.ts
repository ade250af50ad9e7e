import { describe, expect, test } from 'vitest';
import { printNotebook, programCells } from './document';
import { heldKeys, heldText, withHeld } from './held';
import { parseNotebook } from './parse';

const cell = (info: string, text: string): string => `\`\`\`pullback ${info}\n${text}\n\`\`\`\n`;

describe('a cell that holds an answer', () => {
  const text = `Text\n\n${cell('from=chain-rule/byHand', '')}\n${cell('show=plot', 'byHand 1')}`;
  const notebook = parseNotebook(text);

  test('keeps its attribute and its text in the file', () => {
    expect(printNotebook(notebook)).toBe(text);
    expect(heldKeys(notebook)).toEqual(['chain-rule/byHand']);
    expect(heldKeys(parseNotebook(cell('from=a/b', 'x') + cell('from=a/b', 'x') + cell('from=c/d', '')))).toEqual([
      'a/b',
      'c/d',
    ]);
  });

  test('is part of the program with the text that is given for it', () => {
    const filled = withHeld(notebook, (key) => `let byHand t = t -- ${key}`);
    expect(programCells(filled)).toEqual(['let byHand t = t -- chain-rule/byHand', 'byHand 1']);
    expect(programCells(parseNotebook(printNotebook(filled)))).toEqual(programCells(filled));
    expect(withHeld(notebook, () => undefined).cells).toEqual(notebook.cells);
  });

  test('takes a text with a fence', () => {
    const fenced = 'let a = 1\n```\nlet b = 2';
    const filled = withHeld(notebook, () => fenced);
    expect(programCells(parseNotebook(printNotebook(filled)))[0]).toBe(fenced);
  });

  test('has the answer, or else the solution, unless the reader has written something else', () => {
    expect(heldText('', 'solution', 'answer')).toBe('answer');
    expect(heldText(' \n', 'solution', undefined)).toBe('solution');
    expect(heldText('solution', 'solution', 'answer')).toBe('answer');
    expect(heldText('mine', 'solution', 'answer')).toBeUndefined();
    expect(heldText('', undefined, undefined)).toBeUndefined();
  });
});
