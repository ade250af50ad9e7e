/* The entries of docs/language.md, which is the reference of the language. */

/** A piece of an entry, in the order of the document. */
export type Part =
  | { readonly tag: 'text'; readonly markdown: string }
  | {
      readonly tag: 'example';
      readonly code: string;
      /** What `pullback run` prints; undefined if comments in the code say it. */
      readonly printed: string | undefined;
    };

/** What the reference says about a form, an operator or a function, or a section of it. */
export interface Entry {
  /** The form, or how the function is called; the heading of a section. */
  readonly title: string;
  /** The list that the entry is in; `Guide` for sections. */
  readonly group: string;
  /** The words and symbols that the entry explains. */
  readonly words: readonly string[];
  /** The type of a function, or the operands of an operator. */
  readonly type: string | undefined;
  readonly parts: readonly Part[];
}

export interface Reference {
  readonly entries: readonly Entry[];
  /** Other spellings of words and symbols, such as `λ` for `fun`. */
  readonly aliases: ReadonlyMap<string, string>;
}

const GUIDE = 'Guide';

/** Returns the entries of the document, sections first. */
export function readReference(document: string): Reference {
  const text = document.replace(/^<!-- .* -->\n/gmu, '');
  const sections = text.split(/^## /mu).slice(1);
  const listed = sections.flatMap((section) => section.split(/^### /mu).flatMap(listedIn));
  const aliases = [...text.matchAll(/`([^`\s]+)` for `([^`\s]+)`/gu)];
  return {
    entries: [...sections.flatMap(guideOf), ...listed],
    aliases: new Map(aliases.map(([, written = '', meant = '']) => [written, meant])),
  };
}

const FENCED = /^```pullback\n(.*?)^```$(?:\s*^```text\n(.*?)^```$)?/gmsu;

/** A section with programs of its own; another one is only a list of entries. */
function guideOf(section: string): readonly Entry[] {
  const parts = partsOf(bodyOf(section));
  if (!parts.some(({ tag }) => tag === 'example')) return [];
  return [{ title: headingOf(section), group: GUIDE, words: [], type: undefined, parts }];
}

/** An item of a list: its first line, then indented lines. */
const ITEM = /^- `.*\n(?:(?: {2}.*)?\n)*/gmu;

/** The items of lists that have an example. */
function listedIn(section: string): readonly Entry[] {
  const group = headingOf(section);
  return [...section.matchAll(ITEM)].flatMap(([item]) => {
    const [head = '', ...more] = item.split('\n').map((line) => line.slice(2));
    const example = more.join('\n').trim();
    return example === '' ? [] : [entryOf(group, head, example)];
  });
}

/** The parts of an item's first line: how it is called, its operands, its text and its type. */
const HEAD =
  /^(?<title>`[^`]+`(?:, `[^`]+`)*)(?: \((?<operands>.*?)\))?(?:: (?<text>.*?))?(?: `(?<type>[\w.]+ : [^`]*)`)?$/u;
const CONSTRUCTOR = /^(?<name>[\w.]+) : /u;

function entryOf(group: string, head: string, example: string): Entry {
  const { title = head, operands, text = '', type = operands } = HEAD.exec(head)?.groups ?? {};
  const called = title.replaceAll('`', '');
  const constructor = text === '' ? CONSTRUCTOR.exec(called)?.groups?.['name'] : undefined;
  return {
    title: constructor ?? called,
    group,
    words: isForm(group) ? symbolsOf(called) : [called.split(' ')[0] ?? called],
    type: constructor === undefined ? type : called,
    parts: [{ tag: 'text', markdown: text }, ...partsOf(inlineAsFenced(example))],
  };
}

/** A program of one line is written between backquotes. */
function inlineAsFenced(example: string): string {
  return example.replace(/^`([^`]+)`$/u, '```pullback\n$1\n```\n');
}

function partsOf(markdown: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const addText = (end: number): void => {
    const text = markdown.slice(at, end).trim();
    if (text !== '') parts.push({ tag: 'text', markdown: text });
  };
  for (const { 0: whole, 1: code = '', 2: printed, index } of markdown.matchAll(FENCED)) {
    addText(index);
    parts.push({ tag: 'example', code: code.trimEnd(), printed: printed?.trimEnd() });
    at = index + whole.length;
  }
  addText(markdown.length);
  return parts;
}

function isForm(group: string): boolean {
  return group === 'Constructs' || group === 'Operators';
}

/** The words and symbols of a form without the letters that stand for its parts. */
function symbolsOf(form: string): readonly string[] {
  const words = form.replace(/"[^"]*"/gu, '"').match(/[\p{L}_]+|\d+|[-+*/^<>=.|&:]+|"/gu) ?? [];
  return words.filter((word) => !/^[A-Za-z]s?$|^text$/u.test(word));
}

function headingOf(section: string): string {
  return section.slice(0, section.indexOf('\n'));
}

function bodyOf(section: string): string {
  return section.slice(section.indexOf('\n'));
}

/** Returns the entry about a word or a symbol of a program. */
export function entryFor({ entries, aliases }: Reference, written: string): Entry | undefined {
  const meant = aliases.get(written) ?? written;
  const word = /^\d/u.test(meant) ? '12' : meant.startsWith('"') ? '"' : meant;
  const about = entries.filter(({ words }) => words.includes(word));
  return (
    about.find(({ title }) => title.split(' ')[0] === word) ??
    about.find(({ group }) => group === 'Operators') ??
    about[0]
  );
}

/** Returns the section that a link within the document leads to, such as `#functions-and-recursion`. */
export function sectionFor({ entries }: Reference, fragment: string): Entry | undefined {
  return entries.find(
    ({ group, title }) => group === GUIDE && `#${title.toLowerCase().replaceAll(' ', '-')}` === fragment,
  );
}

/** Returns the entries that contain every word of the query, the best first; all entries for an empty query. */
export function search(reference: Reference, query: string): readonly Entry[] {
  const typed = query.trim().toLowerCase();
  if (typed === '') return reference.entries;
  const exact = entryFor(reference, query.trim());
  const ranked = reference.entries.map((entry) => ({ entry, rank: entry === exact ? 4 : rankOf(entry, typed) }));
  return ranked
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry);
}

function rankOf({ title, words, parts }: Entry, typed: string): number {
  const name = title.toLowerCase();
  const asked = typed.split(/\s+/u);
  if (name.startsWith(typed)) return 3;
  if (asked.every((word) => name.includes(word) || words.includes(word))) return 2;
  const text = parts.map((part) => (part.tag === 'text' ? part.markdown : part.code)).join(' ');
  const all = `${name} ${text.toLowerCase()}`;
  return asked.every((word) => all.includes(word)) ? 1 : 0;
}

/** A name with its module, a word, a number, a string, or symbols that stand together. */
const WORD =
  /\p{Lu}[\p{L}\p{N}_']*\.[\p{L}_][\p{L}\p{N}_']*|[λ∇ℝ]|[\p{L}_][\p{L}\p{N}_']*|\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"?|[^\s\p{L}\p{N}_"()[\]{},;]+/gu;

/** Returns the word or the symbol of a line that the caret is in, or that it touches: the word, if it stands between both. */
export function wordAt(line: string, caret: number): string | undefined {
  const touched = [...line.matchAll(WORD)].filter(
    ({ 0: word, index }) => index <= caret && caret <= index + word.length,
  );
  return (touched.find(([word]) => /^[\p{L}_\d"∇]/u.test(word)) ?? touched[0])?.[0];
}
