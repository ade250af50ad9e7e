import type { Token } from '../../language/syntax/token';
import type { Mention } from '../../language/elaborate/mention';
import { contains, type Span } from '../../language/source/span';
import type { FrontEnd } from '../front-end';
import { cellTokens } from '../parse-cell';

/** A name of the text, without the parentheses that may stand around it. */
export interface PlacedName {
  readonly span: Span;
  readonly mention: Mention;
  /** Where it is bound in the text. */
  readonly definition: Span | undefined;
}

/** The names at the places where they stand, in the order of the text; each place once. */
export function placedNames(cells: readonly string[], mentions: readonly Mention[]): readonly PlacedName[] {
  const tokens = cells.map((text, cell) => cellTokens(text, cell));
  const placed = new Map<string, { readonly span: Span; readonly mention: Mention }>();
  for (const mention of mentions) {
    const span = placeOf(tokens[mention.span.cell] ?? [], mention);
    if (span !== undefined) placed.set(placeKey(span), { span, mention });
  }
  const binders = new Map([...placed.values()].map(({ span, mention }) => [spanKey(mention.span), span]));
  return [...placed.values()]
    .map(({ span, mention }) => ({
      span,
      mention,
      definition: mention.definition && (binders.get(spanKey(mention.definition)) ?? mention.definition),
    }))
    .sort((a, b) => a.span.cell - b.span.cell || a.span.start - b.span.start);
}

/** Names do not overlap: where one begins tells it from all others. */
export function placeKey({ cell, start }: Span): string {
  return `${cell}:${start}`;
}

function spanKey({ cell, start, end }: Span): string {
  return `${cell}:${start}:${end}`;
}

/** The first token in the span of a name that is the name. */
function placeOf(tokens: readonly Token[], { span, name }: Mention): Span | undefined {
  for (let index = firstFrom(tokens, span.start); index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.end > span.end) return undefined;
    if ((token.kind === 'name' || token.kind === 'constructor') && token.text === name)
      return { cell: span.cell, start: token.start, end: token.end };
  }
  return undefined;
}

function firstFrom(tokens: readonly Token[], start: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The name at a caret, also directly behind it. */
export function nameAt(names: readonly PlacedName[], at: Span): PlacedName | undefined {
  return names.find(({ span }) => contains(span, at));
}

/** The innermost mention that contains a place. */
export function mentionAt({ mentions }: FrontEnd, at: Span): Mention | undefined {
  let innermost: Mention | undefined;
  for (const mention of mentions) {
    if (!contains(mention.span, at)) continue;
    if (innermost === undefined || contains(innermost.span, mention.span)) innermost = mention;
  }
  return innermost;
}

/** All places of the name that is bound at `definition`. */
export function mentionPlaces(names: readonly PlacedName[], definition: Span): readonly Span[] {
  const key = placeKey(definition);
  return names
    .filter((name) => name.definition !== undefined && placeKey(name.definition) === key)
    .map(({ span }) => span);
}
