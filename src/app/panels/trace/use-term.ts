import { useCallback, useEffect, useState } from 'react';
import type { Diagnostic } from '../../../language/source/diagnostic';
import type { Copies, Line, TermName, TermPayload, TermReply } from '../../../protocol/terms';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import { term as askWorker } from '../../workers/run-client';
import type { AskedProgram } from '../shared/use-program';
import { stopped } from '../shared/stopped';

/** Lines that are asked for at once. */
const PAGE = 200;
/** Milliseconds for which the program rests before its terms are made. */
const REST = 120;

interface Subject {
  readonly program: AskedProgram;
  readonly name: TermName;
  readonly bound: number | undefined;
}

interface Answer extends Subject {
  readonly recursive: boolean;
  /** Undefined where there is no term: the diagnostics say why. */
  readonly term: TermPayload | undefined;
  readonly pages: ReadonlyMap<number, readonly Line[]>;
  readonly diagnostics: readonly Diagnostic[];
}

export interface TermView {
  /** What is known about the term, or of one before it while it is computed. */
  readonly term: TermPayload | undefined;
  /** Why there is none; none where there is nothing to differentiate. */
  readonly diagnostics: readonly Diagnostic[];
  readonly recursive: boolean;
  readonly pending: boolean;
  /** Undefined until it has come. */
  readonly lineAt: (row: number) => Line | undefined;
  /** The lines that have come, with their rows. */
  readonly pages: ReadonlyMap<number, readonly Line[]>;
  /** Rows come into view. */
  readonly want: (from: number, to: number) => void;
}

const NO_PAGES: ReadonlyMap<number, readonly Line[]> = new Map();

/** A term of the program, a window of its lines at a time. `bound`: of the approximant. */
export function useTerm(program: AskedProgram | undefined, name: TermName, bound?: number): TermView {
  const [answer, setAnswer] = useState<Answer>();
  const [range, setRange] = useState({ from: 0, to: PAGE });
  const current =
    answer !== undefined && answer.program === program && answer.name === name && answer.bound === bound
      ? answer
      : undefined;
  const missing = current === undefined ? firstPage(range.from) : missingPage(current, range);
  const isNew = current === undefined;
  useEffect(() => {
    if (program === undefined || missing === undefined) return;
    let wanted = true;
    const subject: Subject = { program, name, bound };
    const load = async (): Promise<void> => {
      const reply = await ask(subject, { from: missing * PAGE, count: PAGE, copies: 'none' });
      if (!wanted) return;
      // A question about copies came between.
      if (reply === undefined) await load();
      else setAnswer((before) => merged(before, subject, missing, reply));
    };
    const timer = setTimeout(
      () => {
        void load();
      },
      isNew ? REST : 0,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [program, name, bound, missing, isNew]);
  const want = useCallback((from: number, to: number) => {
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);
  const shown = program === undefined || answer?.name !== name ? undefined : answer;
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

/** The whole term as texts, or as a cell of its own. */
export async function copiesOf(
  program: AskedProgram,
  name: TermName,
  bound: number | undefined,
  copies: 'texts' | 'cell',
): Promise<Copies | undefined> {
  const reply = await ask({ program, name, bound }, { from: 0, count: 0, copies });
  return reply !== undefined && reply !== 'stopped' && reply.state === 'ok' ? reply.payload.copies : undefined;
}

let revision = 0;

async function ask(
  { program, name, bound }: Subject,
  window: { readonly from: number; readonly count: number; readonly copies: 'none' | 'texts' | 'cell' },
): Promise<TermReply | 'stopped' | undefined> {
  return askWorker({ ...program, ...window, revision: ++revision, budget: PAGE_BUDGET, term: name, bound });
}

function firstPage(from: number): number {
  return Math.floor(from / PAGE);
}

function missingPage({ pages, term }: Answer, { from, to }: { from: number; to: number }): number | undefined {
  const total = term?.total ?? 0;
  for (let page = firstPage(from); page * PAGE < Math.min(to, total); page++) if (!pages.has(page)) return page;
  return undefined;
}

function merged(before: Answer | undefined, subject: Subject, page: number, reply: TermReply | 'stopped'): Answer {
  const none = { ...subject, term: undefined, pages: NO_PAGES };
  if (reply === 'stopped') return { ...none, recursive: before?.recursive === true, diagnostics: [STOPPED] };
  if (reply.state === 'error') return { ...none, recursive: reply.recursive, diagnostics: reply.diagnostics };
  const { payload } = reply;
  const isSame = before?.program === subject.program && before.name === subject.name && before.bound === subject.bound;
  const pages = new Map(isSame ? before.pages : undefined).set(page, payload.lines);
  return { ...subject, term: payload, pages, recursive: payload.recursive, diagnostics: [] };
}

const STOPPED = stopped('Writing out the term', 'the A-normal form is smaller');
