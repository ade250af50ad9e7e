import type { Diagnostic } from '../source/diagnostic';
import { Cursor } from './cursor';
import { FOREIGN_SYNTAX } from './foreign-words';
import { lex } from './lexer';
import { parseItem } from './parse-items';
import type { Expression, Item, SurfaceProgram } from './tree';

export interface Parsed {
  readonly program: SurfaceProgram;
  readonly diagnostics: readonly Diagnostic[];
}

/** Further errors in the same item are usually consequences of the first ones, and always of a foreign construct. */
const ERRORS_PER_ITEM = 2;

/**
 * Parses the text of a cell. It never fails: an item that does not parse becomes a `broken` item and a diagnostic, and
 * parsing continues at the next token in the first column. An item with a mistake whose meaning is clear keeps its
 * tree.
 */
export function parse(text: string, cell: number): Parsed {
  const { tokens, comments, diagnostics } = lex(text, cell);
  const cursor = new Cursor(tokens, cell);
  const items: Item[] = [];
  while (cursor.startItem()) {
    const item = parseItem(cursor);
    if (item.tag !== 'import') cursor.canImport = false;
    items.push(item);
  }
  const starts = tokens.filter((token) => token.startsItem).map((token) => token.start);
  return { program: { items, comments }, diagnostics: fewPerItem([...diagnostics, ...cursor.diagnostics], starts) };
}

/** Parses a text that is one expression; for tests and tools. */
export function parseExpressionText(text: string, cell: number): Expression | undefined {
  const { program, diagnostics } = parse(text, cell);
  const [item] = program.items;
  const alone = program.items.length === 1 && diagnostics.length === 0;
  return alone && item?.tag === 'expression' ? item.expression : undefined;
}

/** Returns the diagnostics in text order, limited to the first few of every item. */
function fewPerItem(diagnostics: Diagnostic[], itemStarts: readonly number[]): readonly Diagnostic[] {
  diagnostics.sort((a, b) => a.span.start - b.span.start);
  const kept: Diagnostic[] = [];
  let inItem: Diagnostic[] = [];
  const finish = (): void => {
    const foreign = inItem.find(({ code }) => code === FOREIGN_SYNTAX);
    kept.push(...(foreign === undefined ? inItem.slice(0, ERRORS_PER_ITEM) : [foreign]));
    inItem = [];
  };
  let item = 0;
  for (const diagnostic of diagnostics) {
    for (; (itemStarts[item] ?? Infinity) <= diagnostic.span.start; item += 1) finish();
    inItem.push(diagnostic);
  }
  finish();
  return kept;
}
