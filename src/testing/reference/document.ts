import { readFileSync } from 'node:fs';
import { parse } from '../../language/syntax/parser';
import type { Item } from '../../language/syntax/tree';
import { main } from '../../cli/main';
import { newLanguageApi } from '../language';

export const REFERENCE = 'docs/language.md';

/** A program of the reference. */
export interface Example {
  /** The number of its first line in the document. */
  readonly line: number;
  readonly code: string;
  /** What the document says that `pullback run` prints; undefined if it shows values in comments only. */
  readonly printed: string | undefined;
}

const EXAMPLE = /^```pullback\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?/gmsu;

export function reference(): string {
  return readFileSync(REFERENCE, 'utf8');
}

/** Returns the programs of a document. */
export function examples(text: string): readonly Example[] {
  return [...text.matchAll(EXAMPLE)].map(({ 1: code = '', 2: printed, index }) => ({
    line: text.slice(0, index).split('\n').length + 1,
    code,
    printed,
  }));
}

/** Returns the document with the blocks after its programs replaced by what they print. */
export async function withPrinted(text: string): Promise<string> {
  const printed = await Promise.all(examples(text).map(({ code }) => run(code)));
  let next = 0;
  return text.replace(EXAMPLE, (whole, code: string, old: string | undefined) => {
    const found = printed[next]?.all ?? '';
    next += 1;
    return old === undefined ? whole : `\`\`\`pullback\n${code}\`\`\`\n\n\`\`\`text\n${found}\`\`\``;
  });
}

/** The files that programs of the reference import, which are blocks with a name: ```pullback loss.pbk */
const FILE = /^```pullback (\S+)\n(.*?)^```$/gmsu;

/** Runs a program as the command line does, among the files of the reference. */
export async function run(
  code: string,
): Promise<{ readonly all: string; readonly out: string; readonly error: string }> {
  const files = new Map([...reference().matchAll(FILE)].map(([, name = '', text = '']) => [name, text]));
  files.set('program.pbk', code);
  const read = (file: string): Promise<string> => {
    const text = files.get(file);
    return text === undefined ? Promise.reject(new Error('no such file or directory')) : Promise.resolve(text);
  };
  const printed = await main(['run', 'program.pbk'], read, () => Promise.resolve());
  const [out, error] = [[...printed.out].join(''), printed.error.join('')];
  return { all: out + error, out, error };
}

/** What a comment at the end of a line says, and what holds. */
export interface Claim {
  readonly claimed: string;
  readonly found: string;
}

/**
 * Returns what the comments at the ends of lines say: the value of an expression (`-- 3`, or with its type `-- 3 : real`) or
 * the type of a definition (`-- f : real -> real`).
 */
export function claims(code: string, out: string): readonly Claim[] {
  const { program } = parse(code, 0);
  const api = newLanguageApi();
  const outputs = out.split('\n');
  const expressions = program.items.filter(({ tag }) => tag === 'expression');
  return program.comments.flatMap(({ text, span }): readonly Claim[] => {
    const item = program.items.findLast(({ span: { end } }) => end <= span.start);
    if (!text.startsWith('-- ') || startsLine(code, span.start)) return [];
    const claimed = text.slice(3).trim();
    if (item === undefined || code.slice(item.span.end, span.start).trim() !== '') {
      return [{ claimed, found: 'a comment inside an item' }];
    }
    if (item.tag === 'expression') {
      const output = outputs[expressions.indexOf(item)] ?? '';
      return [{ claimed, found: claimed.includes(' : ') ? output : output.replace(/ : [^"]*$/u, '') }];
    }
    const start = definedAt(item);
    const hover =
      start === undefined ? undefined : api.hover({ revision: 1, cells: [code], at: { cell: 0, start, end: start } });
    return [{ claimed, found: hover?.signature ?? 'no definition of one name' }];
  });
}

/** Whether every expression of a program has its value in a comment. */
export function showsEveryValue(code: string): boolean {
  const { program } = parse(code, 0);
  return program.items.every(
    ({ tag, span }) =>
      tag !== 'expression' ||
      program.comments.some((comment) => /^ +$/u.test(code.slice(span.end, comment.span.start))),
  );
}

function startsLine(code: string, at: number): boolean {
  return code.slice(code.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}

function definedAt(item: Item): number | undefined {
  const binding = item.tag === 'let' ? item.bindings[0] : undefined;
  return binding?.tag === 'function' ? binding.name.span.start : undefined;
}
