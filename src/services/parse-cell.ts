import { writtenText, isImported } from '../language/source/imported';
import { lex } from '../language/syntax/lexer';
import { parse } from '../language/syntax/parser';
import type { Parsed } from '../language/syntax/parser';
import type { Token } from '../language/syntax/token';
import type { Item } from '../language/syntax/tree';
import { isTable, tableName } from '../notebook/table';
import { parseTable } from '../notebook/table-tree';

/**
 * Returns the tree of a program's cell: of code, or of a table's block. In an imported cell, an input is the definition of
 * its value.
 */
export function parseCell(text: string, cell: number): Parsed {
  if (!isImported(text)) return isTable(text) ? parseTable(text, cell) : parse(text, cell);
  const { program, diagnostics } = parseCell(writtenText(text), cell);
  return { program: { ...program, items: program.items.map(withoutInput) }, diagnostics };
}

function withoutInput(item: Item): Item {
  if (item.tag !== 'input') return item;
  const { name, type: annotation, value: body, span } = item;
  const binding = { tag: 'function', name, parameters: [], annotation, body, span } as const;
  return { tag: 'let', recursive: false, bindings: [binding], span };
}

/** Returns the tokens of a cell. A table's cells are data, so only its name is a token. */
export function cellTokens(whole: string, cell: number): readonly Token[] {
  const text = writtenText(whole);
  if (!isTable(text)) return lex(text, cell).tokens;
  const { text: name, span } = tableName(text, cell);
  const { start, end } = span;
  if (text.slice(start, end) !== name) return [];
  return [{ kind: 'name', text: name, start, end, spaceBefore: false, startsItem: false }];
}
