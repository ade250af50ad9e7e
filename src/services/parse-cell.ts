import { lex } from '../language/syntax/lexer';
import { parse } from '../language/syntax/parser';
import type { Parsed } from '../language/syntax/parser';
import type { Token } from '../language/syntax/token';
import { isTable, tableName } from '../notebook/table';
import { parseTable } from '../notebook/table-tree';

/** Returns the tree of a program's cell: of code, or of a table's block. */
export function parseCell(text: string, cell: number): Parsed {
  return isTable(text) ? parseTable(text, cell) : parse(text, cell);
}

/** Returns the tokens of a cell. A table's cells are data, so only its name is a token. */
export function cellTokens(text: string, cell: number): readonly Token[] {
  if (!isTable(text)) return lex(text, cell).tokens;
  const { text: name, span } = tableName(text, cell);
  const { start, end } = span;
  if (text.slice(start, end) !== name) return [];
  return [{ kind: 'name', text: name, start, end, spaceBefore: false, startsItem: false }];
}
