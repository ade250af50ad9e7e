import { lex } from '../../language/syntax/lexer';
import { patternsIn, expressionsIn } from '../../language/syntax/parts';
import type { SurfaceProgram } from '../../language/syntax/tree';
import { sourceOf } from '../../language/source/position';
import { contains, NOWHERE, type Span } from '../../language/source/span';
import type { TextEdit } from '../../language/source/text-edit';
import type { Renamable, Renaming } from '../../protocol/editing';
import type { FrontEnd } from '../front-end';
import { cellTokens } from '../parse-cell';
import { nameAround, nameAt, placedNames, placeKey, mentionPlaces, type PlacedName } from './names';

const refused = (why: string) => ({ tag: 'refused', why }) as const;

/** Returns whether the name at a place can be renamed. */
export function renamable(cells: readonly string[], program: FrontEnd, at: Span): Renamable {
  const found = nameAround(cells, program, at);
  if (found === undefined) return refused('There is nothing to rename here: place the cursor on a name.');
  const { span, mention } = found;
  if (mention.definition === undefined) return refused(`\`${mention.name}\` is built in and cannot be renamed.`);
  const { file } = sourceOf(cells, mention.definition.cell);
  if (file !== undefined) return refused(`\`${mention.name}\` is imported from “${file}”: rename it there.`);
  return { tag: 'name', name: mention.name, span };
}

/**
 * Returns the edits that rename a name. They must not change the meaning of any name: the program is checked again with
 * the edits, and every name must be bound where it was.
 */
export function renameAt(
  cells: readonly string[],
  program: FrontEnd,
  check: (cells: readonly string[]) => FrontEnd,
  at: Span,
  name: string,
): Renaming {
  const names = placedNames(cells, program.mentions);
  const found = nameAt(names, at);
  const definition = found?.definition;
  if (found === undefined || definition === undefined) {
    const answer = renamable(cells, program, at);
    return answer.tag === 'refused' ? answer : refused('There is nothing to rename here: place the cursor on a name.');
  }
  const answer = renamable(cells, program, at);
  if (answer.tag === 'refused') return answer;
  const old = found.mention.name;
  if (name === old) return { tag: 'edits', edits: [] };
  const malformed = complaintAbout(name, found);
  if (malformed !== undefined) return refused(malformed);
  const places = mentionPlaces(names, definition);
  const unread = placeUnread(cells, program.trees, names, old);
  if (unread !== undefined)
    return refused(`\`${old}\` also occurs in cell ${unread.cell + 1}, in code with errors. Fix the errors first.`);

  const puns = punsIn(program.trees);
  const edits = places.map((span): TextEdit => {
    const isPun = puns.has(placeKey(span));
    return { span, text: isPun ? `${old} = ${name}` : name };
  });
  const renamed = applyEdits(cells, edits);
  const conflict = changedMeaning(names, placedNames(renamed, check(renamed).mentions), edits, puns);
  if (conflict !== undefined)
    return refused(
      `\`${name}\` is already in use: renaming would change what a name means in cell ${conflict.cell + 1}.`,
    );
  return { tag: 'edits', edits };
}

function complaintAbout(name: string, { mention }: PlacedName): string | undefined {
  const { tokens, diagnostics } = lex(name, 0);
  const [token] = tokens;
  const kind = mention.kind === 'value' ? 'name' : 'constructor';
  const isName =
    tokens.length === 1 &&
    diagnostics.length === 0 &&
    token?.kind === kind &&
    token.text === name &&
    !name.includes('.');
  if (isName && name !== 'inl' && name !== 'inr') return undefined;
  return kind === 'name'
    ? `\`${name}\` is not a valid name: a name starts with a lower-case letter or \`_\` and is not a keyword.`
    : `\`${name}\` is not a valid name here: it must start with a capital letter.`;
}

/** Returns a place where the name occurs in text that the checker has not read. */
function placeUnread(
  cells: readonly string[],
  trees: readonly SurfaceProgram[],
  names: readonly PlacedName[],
  name: string,
): Span | undefined {
  const read = new Set(names.map(({ span }) => placeKey(span)));
  for (const [cell, text] of cells.entries()) {
    const broken = (trees[cell]?.items ?? []).filter(({ tag }) => tag === 'broken');
    if (broken.length === 0) continue;
    let item = 0;
    for (const { start, end, text: written } of cellTokens(text, cell)) {
      const span = { cell, start, end };
      while ((broken[item]?.span.end ?? Infinity) < end) item += 1;
      const around = broken[item];
      if (written === name && !read.has(placeKey(span)) && around !== undefined && contains(around.span, span))
        return span;
    }
  }
  // The checker skips these expressions because of an error around them.
  return expressionsIn(trees.flatMap(({ items }) => items)).find(
    (expression) =>
      (expression.tag === 'variable' || expression.tag === 'constructor') &&
      expression.name === name &&
      !contains(expression.span, firstFrom(names, expression.span) ?? NOWHERE),
  )?.span;
}

/** Returns the first of the names, which are in order, that is not before a place. */
function firstFrom(names: readonly PlacedName[], { cell, start }: Span): Span | undefined {
  return names[firstIndex(names.length, (at) => !isBefore(names[at]?.span, { cell, start }))]?.span;
}

function isBefore(span: Span | undefined, place: Pick<Span, 'cell' | 'start'>): boolean {
  return span !== undefined && (span.cell - place.cell || span.start - place.start) < 0;
}

/** Returns the first index from 0 at which a condition holds that, once it holds, holds for all greater ones. */
function firstIndex(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the patterns `{ x }`, which are short for `{ x = x }`. */
function punsIn(trees: readonly SurfaceProgram[]): ReadonlySet<string> {
  const puns = new Set<string>();
  for (const pattern of patternsIn(trees.flatMap(({ items }) => items))) {
    if (pattern.tag !== 'record') continue;
    for (const field of pattern.fields)
      if (field.pattern.tag === 'variable' && field.pattern.span.start === field.name.span.start)
        puns.add(placeKey(field.name.span));
  }
  return puns;
}

/** Returns the texts with the edits applied; edits must not overlap. */
export function applyEdits(cells: readonly string[], edits: readonly TextEdit[]): string[] {
  const pieces = cells.map((): string[] => []);
  const ends = cells.map(() => 0);
  for (const { span, text } of inOrder(edits)) {
    const { cell, start, end } = span;
    pieces[cell]?.push((cells[cell] ?? '').slice(ends[cell], start), text);
    ends[cell] = end;
  }
  return cells.map((text, cell) => [...(pieces[cell] ?? []), text.slice(ends[cell])].join(''));
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((a, b) => a.span.cell - b.span.cell || a.span.start - b.span.start);
}

/** Returns a name that is now bound at another place than before. */
function changedMeaning(
  before: readonly PlacedName[],
  after: readonly PlacedName[],
  edits: readonly TextEdit[],
  puns: ReadonlySet<string>,
): Span | undefined {
  const ordered = inOrder(edits);
  const byPlace = new Map(edits.map((edit) => [placeKey(edit.span), edit]));
  /** By how much the edits of a cell, up to each of them, make it longer. */
  const growth: number[] = [];
  for (const [at, { span, text }] of ordered.entries()) {
    const before = ordered[at - 1]?.span.cell === span.cell ? (growth[at - 1] ?? 0) : 0;
    growth.push(before + text.length - (span.end - span.start));
  }
  const moved = (span: Span): string => {
    const last = firstIndex(ordered.length, (at) => !isBefore(ordered[at]?.span, span)) - 1;
    const shift = ordered[last]?.span.cell === span.cell ? (growth[last] ?? 0) : 0;
    // The name of `{ x = y }` is at the end of the edit that wrote it.
    const own = puns.has(placeKey(span)) ? byPlace.get(placeKey(span)) : undefined;
    const within = own === undefined ? 0 : own.text.lastIndexOf(' ') + 1;
    return placeKey({ ...span, start: span.start + shift + within });
  };
  const now = new Map(after.map((name) => [placeKey(name.span), name]));
  for (const { span, definition } of before) {
    const there = now.get(moved(span));
    now.delete(moved(span));
    if (there === undefined) return span;
    const bound = there.definition && placeKey(there.definition);
    if (bound !== (definition && moved(definition))) return span;
  }
  // A name without a meaning before must not get one.
  const [first] = now.values();
  return first?.span;
}
