import type { Token } from '../../language/syntax/token';
import type { Mention } from '../../language/elaborate/mention';
import { contains, type Span } from '../../language/source/span';
import type { FrontEnd } from '../front-end';
import { cellTokens } from '../parse-cell';

/** A name in the text, without the parentheses that may surround it. */
export interface PlacedName {
  readonly span: Span;
  readonly mention: Mention;
  /** The place of its binding in the text. */
  readonly definition: Span | undefined;
}

/** Returns the names at their places, in the order of the text; each place once. */
export function placedNames(cells: readonly string[], mentions: readonly Mention[]): readonly PlacedName[] {
  const lexed = new Map<number, readonly Token[]>();
  const tokensOf = (cell: number): readonly Token[] => {
    const known = lexed.get(cell) ?? cellTokens(cells[cell] ?? '', cell);
    lexed.set(cell, known);
    return known;
  };
  const placed = new Map<string, { readonly span: Span; readonly mention: Mention }>();
  for (const mention of mentions) {
    const span = placeOf(tokensOf(mention.span.cell), mention);
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

/** Returns a key of a name's place: names do not overlap, so the start identifies it. */
export function placeKey({ cell, start }: Span): string {
  return `${cell}:${start}`;
}

function spanKey({ cell, start, end }: Span): string {
  return `${cell}:${start}:${end}`;
}

/** Returns the first token in the mention's span that is the name. */
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

/** Returns the name at a caret, or directly before it. */
export function nameAt(names: readonly PlacedName[], at: Span): PlacedName | undefined {
  return names.find(({ span }) => contains(span, at));
}

/** Returns the name at a caret, with its definition. */
export function nameAround(cells: readonly string[], { mentionsOf, uses }: FrontEnd, at: Span): PlacedName | undefined {
  return nameAt(placedNames(cells, [at.cell, ...(uses[at.cell] ?? [])].flatMap(mentionsOf)), at);
}

/** Returns the innermost mention that contains a place. */
export function mentionAt(mentions: readonly Mention[], at: Span): Mention | undefined {
  let innermost: Mention | undefined;
  for (const mention of mentions) {
    if (!contains(mention.span, at)) continue;
    if (innermost === undefined || contains(innermost.span, mention.span)) innermost = mention;
  }
  return innermost;
}

/** Returns all places of the name that is bound at `definition`. */
export function mentionPlaces(names: readonly PlacedName[], definition: Span): readonly Span[] {
  const key = placeKey(definition);
  return names
    .filter((name) => name.definition !== undefined && placeKey(name.definition) === key)
    .map(({ span }) => span);
}
