import type { Diagnostic } from '../../language/source/diagnostic';
import type { Fix } from '../../language/source/fix';
import { assertNever } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import { expressionsIn, patternsIn } from '../../language/syntax/parts';
import type { QuickFix } from '../../protocol/editing';
import type { FrontEnd } from '../front-end';
import { placeKey } from './names';

type Edits = Pick<QuickFix, 'title' | 'edits'>;

/** Returns the quick fixes for a cell's problems. */
export function fixesOf(program: FrontEnd, texts: readonly string[], cell: number): readonly QuickFix[] {
  const text = texts[cell];
  if (text === undefined) return [];
  return program.diagnostics.flatMap(({ fix, span, code }: Diagnostic) => {
    if (fix === undefined || span.cell !== cell) return [];
    const edits = editsOf(fix, span, text, program);
    return edits === undefined ? [] : [{ ...edits, code, span }];
  });
}

/** Returns the edits of the fix for the problem at `span`; undefined if the fix turns out to be impossible. */
function editsOf(fix: Fix, span: Span, text: string, program: FrontEnd): Edits | undefined {
  const written = text.slice(span.start, span.end);
  switch (fix.tag) {
    case 'edit':
      return { title: fix.title, edits: fix.edits };
    case 'apply': {
      const isAtom = /^(?:[\p{L}0-9_'.]+|\(.*\))$/su.test(written);
      const applied = `(${fix.function} ${isAtom ? written : `(${written})`})`;
      return { title: `Apply \`${fix.function}\``, edits: [{ span, text: applied }] };
    }
    case 'add-arms':
      return missingArms(span, text, program);
    case 'rename-binding': {
      const name = isPun(span, program) ? `${written} = ${fix.name}` : fix.name;
      return { title: `Replace with \`${name}\``, edits: [{ span, text: name }] };
    }
    default:
      return assertNever(fix);
  }
}

/**
 * Adds the missing arms below the existing ones, with the simplest results that type-check, for the reader to replace.
 */
function missingArms(span: Span, text: string, program: FrontEnd): Edits | undefined {
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
    title: others.length === 0 ? `Add the arm \`${only ?? ''}\`` : `Add the ${missing.length} missing arms`,
    edits: [{ span: { ...last.span, start: last.span.end }, text: arms }],
  };
}

/** Returns whether the name at `span` is both a field and its pattern, as in `{ x }`. */
function isPun(span: Span, program: FrontEnd): boolean {
  return patternsIn(program.trees.flatMap(({ items }) => items)).some(
    (pattern) =>
      pattern.tag === 'record' &&
      pattern.fields.some(
        ({ name, pattern: part }) => placeKey(name.span) === placeKey(span) && part.span.start === span.start,
      ),
  );
}
