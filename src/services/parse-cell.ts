import { lex } from '../language/syntax/lexer';
import { parse } from '../language/syntax/parser';
import type { Parsed } from '../language/syntax/parser';
import type { Token } from '../language/syntax/token';
import { isTable, matrixName, tableName } from '../notebook/table';
import { parseTable } from '../notebook/table-tree';

/** Returns the tree of a program's cell: of code, or of a table's block. */
export function parseCell(text: string, cell: number): Parsed {
  return isTable(text) ? parseTable(text, cell) : parse(text, cell);
}

/** Returns the tokens of a cell. A table's cells are data, so only its names are tokens. */
export function cellTokens(text: string, cell: number): readonly Token[] {
  if (!isTable(text)) return lex(text, cell).tokens;
  const names = [tableName(text, cell), matrixName(text, cell) ?? []].flat();
  return names
    .filter(({ text: name, span }) => text.slice(span.start, span.end) === name)
    .map(
      ({ text: name, span: { start, end } }) =>
        ({ kind: 'name', text: name, start, end, spaceBefore: false, startsItem: false }) as const,
    )
    .sort((a, b) => a.start - b.start);
}
