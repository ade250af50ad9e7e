import type { Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import { expressionsIn, patternsIn } from '../../language/syntax/parts';
import type { Fix, TextEdit } from '../../protocol/editing';
import type { FrontEnd } from '../front-end';
import { placeKey } from './names';

/** The mends of a cell's problems that the problem itself spells out. */
export function fixesOf(program: FrontEnd, texts: readonly string[], cell: number): readonly Fix[] {
  const text = texts[cell];
  if (text === undefined) return [];
  return program.diagnostics.flatMap((diagnostic) => {
    const { span, code } = diagnostic;
    if (span.cell !== cell) return [];
    const mend = MENDS.get(code)?.({ diagnostic, program, text, written: text.slice(span.start, span.end) });
    return mend === undefined ? [] : [{ ...mend, code, span }];
  });
}

interface Problem {
  readonly diagnostic: Diagnostic;
  readonly program: FrontEnd;
  /** Of the cell. */
  readonly text: string;
  /** Where the problem is. */
  readonly written: string;
}

type Mend = (problem: Problem) => Pick<Fix, 'title' | 'edits'> | undefined;

const MENDS: ReadonlyMap<string, Mend> = new Map([
  ['unknown-name', meantName],
  ['unknown-constructor', meantName],
  ['unknown-type', meantName],
  ['unknown-field', meantName],
  ['foreign-spelling', ownSpelling],
  ['malformed-number', product],
  ['function-minus', negativeArgument],
  ['type-mismatch', otherNumber],
  ['missing-case', missingArms],
  ['unused-name', unusedName],
]);

/** `did you mean x?`, where the misspelt name ends the place. */
function meantName({ diagnostic: { hint, span }, written }: Problem): ReturnType<Mend> {
  const meant = /^did you mean `(.+)`\?$/.exec(hint ?? '')?.[1];
  const name = /(?:\p{Lu}[\p{L}0-9_']*\.)?[\p{L}_][\p{L}0-9_']*$/u.exec(written)?.[0];
  if (meant === undefined || name === undefined) return undefined;
  return replacing({ ...span, start: span.end - name.length }, meant);
}

/** `==`, `!=`, `//` and others. */
function ownSpelling({ diagnostic: { message, span } }: Problem): ReturnType<Mend> {
  const own = /`([^`]+)`.*, not (?:with )?`/.exec(message)?.[1];
  return own === undefined ? undefined : replacing(span, own);
}

/** `2x`. */
function product({ diagnostic: { hint, span } }: Problem): ReturnType<Mend> {
  const written = /^for a product write `(.+)`$/.exec(hint ?? '')?.[1];
  return written === undefined ? undefined : replacing(span, written);
}

/** `f -1`. */
function negativeArgument({ diagnostic: { span }, written, program }: Problem): ReturnType<Mend> {
  const found = expressionsIn(program.trees.flatMap(({ items }) => items)).find(
    (expression) =>
      expression.tag === 'binary' && placeKey(expression.span) === placeKey(span) && expression.operator === '-',
  );
  if (found?.tag !== 'binary' || written === '') return undefined;
  const { operatorSpan, right } = found;
  return {
    title: 'Put the negative number in parentheses',
    edits: [
      { span: { ...operatorSpan, end: operatorSpan.start }, text: '(' },
      { span: { ...right.span, start: right.span.end }, text: ')' },
    ],
  };
}

function otherNumber({ diagnostic: { hint, span }, written }: Problem): ReturnType<Mend> {
  if (hint?.startsWith('`toReal` makes a real of an int') === true) {
    const isAtom = /^(?:[\p{L}0-9_'.]+|\(.*\))$/su.test(written);
    return {
      title: 'Make a real of it by `toReal`',
      edits: [{ span, text: `(toReal ${isAtom ? written : `(${written})`})` }],
    };
  }
  const whole = /^(\d+)\.0+$/.exec(written)?.[1];
  return hint === 'write an int without a decimal point' && whole !== undefined ? replacing(span, whole) : undefined;
}

/** The arms that are missing, below the others. What they give is the simplest that checks: the reader may know better. */
function missingArms({ diagnostic: { span }, text, program }: Problem): ReturnType<Mend> {
  const incomplete = program.incomplete.find((each) => placeKey(each.span) === placeKey(span));
  const match = expressionsIn(program.trees.flatMap(({ items }) => items)).find(
    (expression) => expression.tag === 'match' && placeKey(expression.span) === placeKey(span),
  );
  const last = match?.tag === 'match' ? match.arms.at(-1) : undefined;
  if (incomplete?.result === undefined || last === undefined) return undefined;
  const { missing, result } = incomplete;
  const before = text.slice(span.start, last.span.start);
  const lineStart = text.lastIndexOf('\n', last.span.start - 1) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const separator = before.includes('\n') && indentation !== '' ? `\n${indentation}` : ' ';
  const arms = missing.map((pattern) => `${separator}| ${pattern} -> ${result}`).join('');
  const [only, ...others] = missing;
  return {
    title: others.length === 0 ? `Add the arm \`${only ?? ''}\`` : `Add the ${missing.length} arms that are missing`,
    edits: [{ span: { ...last.span, start: last.span.end }, text: arms }],
  };
}

function unusedName({ diagnostic: { hint, span }, written, program }: Problem): ReturnType<Mend> {
  const by = hint?.startsWith('write `_`') === true ? '_' : `_${written}`;
  const isPun = patternsIn(program.trees.flatMap(({ items }) => items)).some(
    (pattern) =>
      pattern.tag === 'record' &&
      pattern.fields.some(
        ({ name, pattern: part }) => placeKey(name.span) === placeKey(span) && part.span.start === span.start,
      ),
  );
  return replacing(span, isPun ? `${written} = ${by}` : by);
}

function replacing(span: Span, text: string): { readonly title: string; readonly edits: readonly TextEdit[] } {
  return { title: `Write \`${text}\``, edits: [{ span, text }] };
}
