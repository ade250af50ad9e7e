import type { Diagnostic } from '../../language/source/diagnostic';
import type { Fix } from '../../language/source/fix';
import type { IncompleteMatch } from '../../language/elaborate/infer/incomplete';
import { assertNever } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import { once } from '../../language/source/once';
import { expressionsIn, patternsIn } from '../../language/syntax/parts';
import type { Expression } from '../../language/syntax/tree';
import type { QuickFix } from '../../protocol/editing';
import type { FrontEnd } from '../front-end';
import { placeKey } from './names';

type Edits = Pick<QuickFix, 'title' | 'edits'>;

/** Returns the quick fixes for a cell's problems. */
export function fixesOf(program: FrontEnd, texts: readonly string[], cell: number): readonly QuickFix[] {
  const text = texts[cell];
  if (text === undefined) return [];
  const source = sourceOf(program, text, cell);
  return (program.diagnosticsOf[cell] ?? []).flatMap(({ fix, span, code }: Diagnostic) => {
    if (fix === undefined) return [];
    const edits = editsOf(fix, span, source);
    return edits === undefined ? [] : [{ ...edits, code, span }];
  });
}

/** A cell, with what its fixes look up by place, computed on demand. */
interface Source {
  readonly text: string;
  readonly incomplete: () => ReadonlyMap<string, IncompleteMatch>;
  readonly matches: () => ReadonlyMap<string, Match>;
  /** The places of the names that are both a field and its pattern, as in `{ x }`. */
  readonly puns: () => ReadonlySet<string>;
}

type Match = Extract<Expression, { tag: 'match' }>;

function sourceOf(program: FrontEnd, text: string, cell: number): Source {
  const items = program.trees[cell]?.items ?? [];
  return {
    text,
    incomplete: once(() => new Map(program.incompleteOf(cell).map((each) => [placeKey(each.span), each]))),
    matches: once(
      () =>
        new Map(
          expressionsIn(items).flatMap((each) => (each.tag === 'match' ? [[placeKey(each.span), each] as const] : [])),
        ),
    ),
    puns: once(() => {
      const records = patternsIn(items).flatMap((pattern) => (pattern.tag === 'record' ? pattern.fields : []));
      const puns = records.filter(({ name, pattern }) => pattern.span.start === name.span.start);
      return new Set(puns.map(({ name }) => placeKey(name.span)));
    }),
  };
}

/** Returns the edits of the fix for the problem at `span`; undefined if the fix turns out to be impossible. */
function editsOf(fix: Fix, span: Span, source: Source): Edits | undefined {
  const written = source.text.slice(span.start, span.end);
  switch (fix.tag) {
    case 'edit':
      return { title: fix.title, edits: fix.edits };
    case 'apply': {
      const isAtom = /^(?:[\p{L}0-9_'.]+|\(.*\))$/su.test(written);
      const applied = `(${fix.function} ${isAtom ? written : `(${written})`})`;
      return { title: `Apply \`${fix.function}\``, edits: [{ span, text: applied }] };
    }
    case 'add-arms':
      return missingArms(span, source);
    case 'rename-binding': {
      const name = source.puns().has(placeKey(span)) ? `${written} = ${fix.name}` : fix.name;
      return { title: `Replace with \`${name}\``, edits: [{ span, text: name }] };
    }
    default:
      return assertNever(fix);
  }
}

/**
 * Adds the missing arms below the existing ones, with the simplest results that type-check, for the reader to replace.
 */
function missingArms(span: Span, { text, incomplete: incompletes, matches }: Source): Edits | undefined {
  const incomplete = incompletes().get(placeKey(span));
  const last = matches().get(placeKey(span))?.arms.at(-1);
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
