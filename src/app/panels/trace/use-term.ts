import { useCallback, useState } from 'react';
import type { Diagnostic } from '../../../language/source/diagnostic';
import type { Copies, Line, TermName, TermPayload, TermReply } from '../../../protocol/terms';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { ask } from '../../workers/run-client';
import type { AskedProgram } from '../shared/use-program';
import { type Asked, type Asking, useQuestion } from '../shared/use-question';
import { stopped } from '../shared/stopped';

/** Lines that are asked for at once. */
const PAGE = 200;
/** Milliseconds for which the program must rest before its terms are printed. Further pages are asked for at once. */
const REST = 120;

type Subject = Pick<Asked<'term'>, 'program' | 'term' | 'bound'>;

/** What is known about a term. */
interface Known {
  readonly of: Subject;
  readonly recursive: boolean;
  /** Undefined if there is no term: the diagnostics say why. */
  readonly term: TermPayload | undefined;
  readonly pages: ReadonlyMap<number, readonly Line[]>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface TermView {
  /** The term, or an earlier one while it is computed. */
  readonly term: TermPayload | undefined;
  /** Why there is no term; empty if there is nothing to differentiate. */
  readonly diagnostics: readonly Diagnostic[];
  readonly recursive: boolean;
  readonly pending: boolean;
  /** Undefined until the line has arrived. */
  readonly lineAt: (row: number) => Line | undefined;
  /** The lines that have arrived, by page. */
  readonly pages: ReadonlyMap<number, readonly Line[]>;
  /** Tells which lines are in view, in order. */
  readonly want: (lines: readonly number[]) => void;
}

const NO_PAGES: ReadonlyMap<number, readonly Line[]> = new Map();

const ASKING: Asking<'term', Known> = {
  rest: (before, wanted) => (isSame(before, wanted) ? 0 : REST),
  patience: 0,
  keep: merged,
};

/** Returns a term of the program, a window of its lines at a time. `bound` is that of the approximant. */
export function useTerm(program: AskedProgram | undefined, term: TermName, bound?: number): TermView {
  /** The pages that are in view. */
  const [seen, setSeen] = useState<readonly number[]>([0]);
  const [page, setPage] = useState(0);
  const subject = program && { program, term, bound };
  const { kept } = useQuestion(
    'term',
    subject && { ...subject, from: page * PAGE, count: PAGE, copies: 'none' },
    ASKING,
  );
  const current = isSame(kept?.of, subject) ? kept : undefined;
  // The first page comes first, because it says how the lines are folded.
  const missing = current === undefined ? 0 : missingPage(current, seen);
  if (missing !== undefined && missing !== page) setPage(missing);
  const want = useCallback((lines: readonly number[]) => {
    const pages = [...new Set(lines.map((line) => Math.floor(line / PAGE)))];
    setSeen((before) => (before.join() === pages.join() ? before : pages));
  }, []);
  const shown = program === undefined || kept?.of.term !== term ? undefined : kept;
  const pages = shown?.pages ?? NO_PAGES;
  return {
    term: shown?.term,
    diagnostics: shown?.diagnostics ?? [],
    recursive: shown?.recursive === true,
    pending: program !== undefined && current === undefined,
    lineAt: (row) => pages.get(Math.floor(row / PAGE))?.[row % PAGE],
    pages,
    want,
  };
}

export { PAGE as LINES_A_PAGE };

/** Returns the whole term as texts, or as a cell of its own. */
export async function copiesOf(
  program: AskedProgram,
  term: TermName,
  bound: number | undefined,
  copies: 'texts' | 'cell',
): Promise<Copies | undefined> {
  const reply = await ask('term', { ...program, budget: PAGE_BUDGET, term, bound, from: 0, count: 0, copies });
  return reply !== undefined && reply !== 'stopped' && reply.state === 'ok' ? reply.payload.copies : undefined;
}

function missingPage({ pages, term }: Known, seen: readonly number[]): number | undefined {
  const total = term?.total ?? 0;
  return seen.find((page) => page * PAGE < total && !pages.has(page));
}

function merged(before: Known | undefined, reply: TermReply | 'stopped', question: Asked<'term'>): Known {
  const { program, term, bound, from } = question;
  const of = { program, term, bound };
  const none = { of, term: undefined, pages: NO_PAGES };
  if (reply === 'stopped') return { ...none, recursive: before?.recursive === true, diagnostics: [STOPPED] };
  if (reply.state === 'error') return { ...none, recursive: reply.recursive, diagnostics: reply.diagnostics };
  const { payload } = reply;
  const known = isSame(before?.of, of) ? before : undefined;
  const pages = new Map(known?.pages).set(Math.floor(from / PAGE), payload.lines);
  return {
    of,
    term: { ...payload, folds: payload.folds ?? known?.term?.folds },
    pages,
    recursive: payload.recursive,
    diagnostics: [],
  };
}

function isSame(a: Subject | undefined, b: Subject | undefined): boolean {
  return b !== undefined && a?.program === b.program && a.term === b.term && a.bound === b.bound;
}

const STOPPED = stopped('Writing out the term', 'the A-normal form is smaller');
