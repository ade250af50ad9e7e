import { lex } from '../language/syntax/lexer';
import type { ColumnType } from './table-columns';

/** Whether the language reads the text as one name. */
export function isName(text: string): boolean {
  const { tokens, diagnostics } = lex(text, 0);
  const [token] = tokens;
  return (
    tokens.length === 1 &&
    diagnostics.length === 0 &&
    token?.kind === 'name' &&
    token.text === text &&
    !text.includes('.')
  );
}

/** The limit on the length of a name; longer titles are cut. */
const LONGEST = 60;

/** Returns the nearest name for a title: `sepal_length_cm` for `Sepal length (cm)`; undefined if there is none. */
export function nameFor(written: string, prefix: string): string | undefined {
  const signs = written
    .normalize('NFC')
    .replace(/[^\p{L}0-9_']+/gu, '_')
    .replace(/^[_']+/u, '');
  let end = signs.length;
  while (signs[end - 1] === '_') end--;
  const words = signs.slice(0, Math.min(end, LONGEST));
  if (words === '') return undefined;
  const name = /\p{Ll}/u.test(words) ? words.replace(/^./u, (first) => first.toLowerCase()) : words.toLowerCase();
  return [written, name, `${name}_`, `${prefix}_${words}`].find(isName);
}

/** Returns unique names for the columns with these titles. */
export function columnNames(titles: readonly string[]): readonly string[] {
  const wanted = titles.map((title, index) => nameFor(title, 'column') ?? `column_${index + 1}`);
  const all = new Set(wanted);
  const taken = new Set<string>();
  return wanted.map((name) => {
    let own = name;
    for (let count = 2; taken.has(own) || (own !== name && all.has(own)); count += 1) own = `${name}_${count}`;
    taken.add(own);
    return own;
  });
}

const TYPES: readonly ColumnType[] = ['real', 'int', 'bool', 'string'];

/** Names of types in other languages. */
const FOREIGN_TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['float', 'real'],
  ['double', 'real'],
  ['number', 'real'],
  ['integer', 'int'],
  ['boolean', 'bool'],
  ['str', 'string'],
  ['text', 'string'],
]);

export interface Title {
  readonly title: string;
  readonly fixed: ColumnType | undefined;
  readonly misspelt: { readonly written: string; readonly meant: ColumnType } | undefined;
}

/** Reads `count : int`, or a title alone, which may contain a colon. */
export function readTitle(text: string): Title {
  const colon = text.lastIndexOf(':');
  const written = colon === -1 ? '' : text.slice(colon + 1).trimStart();
  const title = text.slice(0, Math.max(colon, 0)).trimEnd();
  const fixed = TYPES.find((type) => type === written);
  if (fixed !== undefined) return { title, fixed, misspelt: undefined };
  const lower = written.toLowerCase();
  const meant = TYPES.find((type) => type === lower) ?? FOREIGN_TYPES.get(lower);
  if (meant !== undefined) return { title, fixed: undefined, misspelt: { written, meant } };
  return { title: text, fixed: undefined, misspelt: undefined };
}
