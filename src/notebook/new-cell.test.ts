import { describe, expect, test } from 'vitest';
import { parseNotebook, printNotebook, programCells } from './document';
import { withNewCell, withoutNewCell } from './new-cell';

const CELL = 'let a = 1\n\na\n';

describe('a new cell', () => {
  test.each([
    ['', ''],
    ['```pullback\n1\n```\n', '\n'],
    ['```pullback\n1\n```', '\n\n'],
    ['```pullback\n1\n```\n\n', ''],
    ['```pullback\n1\n```\n\nSome prose.\n', '\n'],
    ['---\ntitle: T\n---\nSome prose.', '\n\n'],
  ])('after %j stands apart, and is read back', (markdown, gap) => {
    const before = parseNotebook(markdown);
    const after = withNewCell(before, CELL);
    expect(printNotebook(after)).toBe(`${markdown}${gap}\`\`\`pullback\nlet a = 1\n\na\n\`\`\`\n`);
    expect(programCells(parseNotebook(printNotebook(after)))).toEqual([...programCells(before), 'let a = 1\n\na']);
  });

  test('goes again as long as it is what it was', () => {
    const after = withNewCell(parseNotebook('```pullback\n1\n```\n'), CELL);
    expect(programCells(withoutNewCell(after, CELL) ?? after)).toEqual(['1']);
    expect(withoutNewCell(after, 'let a = 2')).toBeUndefined();
    expect(withoutNewCell(parseNotebook('prose'), CELL)).toBeUndefined();
  });
});
