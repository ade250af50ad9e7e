import { preludeMentions } from '../../language/elaborate/prelude';
import { lineIndex, positionAt } from '../../language/source/position';
import type { Span } from '../../language/source/span';
import { lex } from '../../language/syntax/lexer';
import type { Item } from '../../language/syntax/tree';
import type { FrontEnd } from '../front-end';
import type { Verdict } from './verdict';

/**
 * Returns whether the answer avoids names: neither the definitions of its cell that the block mentions, nor what they use
 * of other cells or of the prelude, mention one. `mentioned` holds the words of the block's other lines.
 */
export function avoids(
  texts: readonly string[],
  frontEnd: FrontEnd,
  cell: number,
  names: readonly string[],
  mentioned: ReadonlySet<string>,
): Verdict {
  const forbidden = new Set(names);
  const asked = [...mentioned].flatMap((name) => frontEnd.definedIn(cell, name)?.span ?? []);
  const own = (frontEnd.trees[cell]?.items ?? []).filter(({ tag }) => tag !== 'expression');
  const pending: Item[] = asked.length > 0 ? itemsAt(frontEnd, asked) : own;
  const seen = new Set<Item>();
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (seen.has(item)) continue;
    seen.add(item);
    const found = firstForbidden(texts, frontEnd, item, forbidden, cell);
    if (found !== undefined) {
      const { name, through, span } = found;
      const { line } = positionAt(lineIndex(texts[span.cell] ?? ''), span.start);
      const place = `line ${line}${span.cell === cell ? '' : ' of an earlier cell'}`;
      const uses = through === undefined ? `uses \`${name}\`` : `uses \`${through}\`, which uses \`${name}\``;
      return { status: 'not yet', message: `the answer ${uses} (${place})`, hint: `write it without \`${name}\`` };
    }
    pending.push(...itemsAt(frontEnd, usedIn(frontEnd, item)));
  }
  return { status: 'passed' };
}

function contains({ span }: Item, place: Span): boolean {
  return span.cell === place.cell && span.start <= place.start && place.end <= span.end;
}

function itemsAt({ trees }: FrontEnd, places: readonly Span[]): Item[] {
  return places.flatMap((place) => trees[place.cell]?.items.find((item) => contains(item, place)) ?? []);
}

/** Returns where the names are defined that an item mentions. */
function usedIn(frontEnd: FrontEnd, item: Item): readonly Span[] {
  return frontEnd
    .mentionsOf(item.span.cell)
    .flatMap(({ span, definition }) => (definition !== undefined && contains(item, span) ? [definition] : []));
}

interface Found {
  readonly name: string;
  /** The function of the prelude that mentions the name, if the answer does not do so itself. */
  readonly through?: string;
  readonly span: Span;
}

function firstForbidden(
  texts: readonly string[],
  { mentionsOf }: FrontEnd,
  item: Item,
  forbidden: ReadonlySet<string>,
  answer: number,
): Found | undefined {
  const { cell } = item.span;
  const found: Found[] = [];
  for (const { span, name, definition } of mentionsOf(cell)) {
    if (!contains(item, span)) continue;
    // What the answer defines itself may have any name, and so may a local variable.
    if (definition?.cell === answer || (definition !== undefined && contains(item, definition))) continue;
    if (forbidden.has(name)) found.push({ name, span });
    else if (definition === undefined)
      for (const inner of allMentions(name)) if (forbidden.has(inner)) found.push({ name: inner, through: name, span });
  }
  // Keywords are no mentions.
  for (const { kind, text, start, end } of lex(texts[cell] ?? '', cell).tokens)
    if (kind === 'fixed' && forbidden.has(text) && contains(item, { cell, start, end }))
      found.push({ name: text, span: { cell, start, end } });
  return found.toSorted((a, b) => a.span.start - b.span.start)[0];
}

/** Returns the names that a definition of the prelude mentions, directly or through others. */
function allMentions(name: string): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [name];
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const inner of preludeMentions().get(next) ?? []) {
      if (found.has(inner)) continue;
      found.add(inner);
      pending.push(inner);
    }
  return found;
}
