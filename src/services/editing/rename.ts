import { lex } from '../../language/syntax/lexer';
import { patternsIn, expressionsIn } from '../../language/syntax/parts';
import type { SurfaceProgram } from '../../language/syntax/tree';
import { contains, type Span } from '../../language/source/span';
import type { TextEdit } from '../../language/source/text-edit';
import type { Renamable, Renaming } from '../../protocol/editing';
import type { FrontEnd } from '../front-end';
import { cellTokens } from '../parse-cell';
import { nameAt, placedNames, placeKey, mentionPlaces, type PlacedName } from './names';

const refused = (why: string) => ({ tag: 'refused', why }) as const;

/** Returns whether the name at a place can be renamed. */
export function renamable(cells: readonly string[], program: FrontEnd, at: Span): Renamable {
  const found = nameAt(placedNames(cells, program.mentions), at);
  if (found === undefined) return refused('There is nothing to rename here: place the cursor on a name.');
  const { span, mention } = found;
  if (mention.definition === undefined) return refused(`\`${mention.name}\` is built in and cannot be renamed.`);
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
  const broken = trees.flatMap(({ items }) => items).filter(({ tag }) => tag === 'broken');
  for (const [cell, text] of cells.entries()) {
    const inCell = broken.filter(({ span }) => span.cell === cell);
    if (inCell.length === 0) continue;
    for (const { start, end, text: written } of cellTokens(text, cell)) {
      const span = { cell, start, end };
      if (written === name && !read.has(placeKey(span)) && inCell.some((item) => contains(item.span, span)))
        return span;
    }
  }
  // The checker skips these expressions because of an error around them.
  return expressionsIn(trees.flatMap(({ items }) => items)).find(
    (expression) =>
      (expression.tag === 'variable' || expression.tag === 'constructor') &&
      expression.name === name &&
      !names.some(({ span }) => contains(expression.span, span)),
  )?.span;
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
  return cells.map((text, cell) => {
    const own = edits.filter(({ span }) => span.cell === cell).sort((a, b) => b.span.start - a.span.start);
    return own.reduce((done, { span, text: by }) => done.slice(0, span.start) + by + done.slice(span.end), text);
  });
}

/** Returns a name that is now bound at another place than before. */
function changedMeaning(
  before: readonly PlacedName[],
  after: readonly PlacedName[],
  edits: readonly TextEdit[],
  puns: ReadonlySet<string>,
): Span | undefined {
  const moved = (span: Span): string => {
    const shift = edits
      .filter((edit) => edit.span.cell === span.cell && edit.span.start < span.start)
      .reduce((sum, edit) => sum + edit.text.length - (edit.span.end - edit.span.start), 0);
    // The name of `{ x = y }` is at the end of the edit that wrote it.
    const own = puns.has(placeKey(span)) ? edits.find((edit) => placeKey(edit.span) === placeKey(span)) : undefined;
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
