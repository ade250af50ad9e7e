import { lex } from '../../language/syntax/lexer';
import type { Token } from '../../language/syntax/token';
import type { SurfaceProgram } from '../../language/syntax/tree';
import { contains, type Span } from '../../language/source/span';
import { isTable } from '../../notebook/table';

/** A program with a name at the caret, so that the checker can report which names fit there. */
export interface Holed {
  readonly cells: readonly string[];
  readonly hole: Span;
  /** The text that the hole replaces: the word at the caret, or nothing. */
  readonly word: Span;
}

/** A name that no real program contains. */
const HOLE = "hole'at'caret";
const WORD_BEFORE = /(?:\p{Lu}[\p{L}0-9_']*\.)?[\p{L}_][\p{L}0-9_']*$|\p{Lu}[\p{L}0-9_']*\.$/u;
const WORD_AFTER = /^[\p{L}0-9_']*/u;
/** A code unit of a word, or of a character that may be in one. */
const IN_WORD = /[\p{L}0-9_'.\uD800-\uDFFF]/u;

/**
 * Returns the program with a hole at the caret, in its possible readings, the likeliest first: as it is, then cut after
 * the caret with everything open there closed, because a program that is being written seldom parses. Returns none
 * where no name can be: in a comment, a string, a number or a table.
 */
export function withHole(cells: readonly string[], at: Span): readonly Holed[] {
  const text = cells[at.cell];
  if (text === undefined || isTable(text)) return [];
  let from = at.start;
  while (IN_WORD.test(text[from - 1] ?? ' ')) from -= 1;
  const before = text.slice(from, at.start);
  const start = at.start - (WORD_BEFORE.exec(before)?.[0].length ?? 0);
  const end = at.start + (WORD_AFTER.exec(text.slice(at.start))?.[0].length ?? 0);
  const head = text.slice(0, start);
  const whole = head + HOLE + text.slice(end);
  const hole = { cell: at.cell, start, end: start + HOLE.length };
  const { tokens } = lex(whole, at.cell);
  if (!tokens.some((token) => token.kind === 'name' && token.start === hole.start && token.end === hole.end)) return [];
  const cut = head + HOLE + endings(tokens.filter((token) => token.end <= start));
  const word = { cell: at.cell, start, end };
  return [whole, cut].map((changed) => ({
    cells: cells.map((each, i) => (i === at.cell ? changed : each)),
    hole,
    word,
  }));
}

/** Returns whether the item at a place was parsed. */
export function isRead({ items }: SurfaceProgram, at: Span): boolean {
  const item = items.find(({ span }) => contains(span, at));
  return item !== undefined && item.tag !== 'broken';
}

/** Returns the tokens that are missing after the last one, in order. */
function endings(tokens: readonly Token[]): string {
  const item = tokens.slice(
    Math.max(
      0,
      tokens.findLastIndex(({ startsItem }) => startsItem),
    ),
  );
  const isType = item[0]?.text === 'type';
  const open: string[] = [];
  for (const [index, { kind, text }] of item.entries()) {
    if (kind !== 'fixed' || (isType && text === '|')) continue;
    const ended = ENDS.get(text)?.find((each) => open.includes(each, innermostBracket(open, each)));
    if (ended !== undefined) open.length = open.lastIndexOf(ended);
    const [always, next] = [OPENS.get(text) ?? [], ended === undefined ? [] : (THEN_OPENS.get(ended) ?? [])];
    // The first `let` of an item needs no `in`, and the bar before the first arm opens nothing.
    if (text === 'let' && index === 0) open.push(EQUALS);
    else if (text !== '|' || open.at(-1) !== ARROW) open.push(...always, ...next);
  }
  return open.toReversed().join('');
}

/** A bracket closes everything open inside it; a keyword only what is open inside the same brackets. */
function innermostBracket(open: readonly string[], ending: string): number {
  return BRACKETS.includes(ending) ? 0 : open.findLastIndex((each) => BRACKETS.includes(each)) + 1;
}

const BRACKETS = [')', ']', '}'];
const IN = ` in ${HOLE}`;
const EQUALS = ` = ${HOLE}`;
const THEN = ` then ${HOLE} else ${HOLE}`;
const ELSE = ` else ${HOLE}`;
const WITH = ` with _ -> ${HOLE}`;
const OF = ` of inl _ -> ${HOLE} | inr _ -> ${HOLE}`;
const INR = ` | inr _ -> ${HOLE}`;
const ARROW = ` -> ${HOLE}`;
const FOLD = ` -> ${HOLE} over ${HOLE} from ${HOLE}`;
const OVER = ` over ${HOLE} from ${HOLE}`;
const FROM = ` from ${HOLE}`;
const RESULT = `; ${HOLE}`;

/** What each token opens, as the texts that close it; the last one must come first. */
const OPENS: ReadonlyMap<string, readonly string[]> = new Map([
  ['(', [')']],
  ['[', [']']],
  ['{', ['}']],
  ['let', [IN, EQUALS]],
  ['and', [EQUALS]],
  ['input', [EQUALS]],
  ['if', [THEN]],
  ['match', [WITH]],
  ['case', [OF]],
  ['|', [ARROW]],
  ['fun', [ARROW]],
  ['fold', [FOLD]],
  ['<-', [RESULT]],
]);

/** What each token closes. */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  [')', [')']],
  [']', [']']],
  ['}', ['}']],
  ['in', [IN]],
  ['=', [EQUALS]],
  ['then', [THEN]],
  ['else', [ELSE]],
  ['with', [WITH]],
  ['of', [OF]],
  ['|', [INR]],
  ['->', [ARROW, FOLD]],
  ['over', [OVER]],
  ['from', [FROM]],
  [';', [RESULT]],
]);

/** The texts that are open after a closing one, in its place. */
const THEN_OPENS: ReadonlyMap<string, readonly string[]> = new Map([
  [THEN, [ELSE]],
  [WITH, [ARROW]],
  [OF, [INR, ARROW]],
  [FOLD, [OVER]],
  [OVER, [FROM]],
]);
