import { useCallback, useState } from 'react';
import type { RowsReply, RowsView, ViewCell } from '../../../../protocol/views';
import { type AskedProgram, useShownProgram } from '../../../panels/shared/use-program';
import { type Asking, useQuestion } from '../../../panels/shared/use-question';
import { missingPage } from '../pages';

export type ViewRow = readonly ViewCell[];

/** Rows that are asked for at once. */
const PAGE = 200;

interface Known {
  readonly program: AskedProgram;
  readonly pages: ReadonlyMap<number, readonly ViewRow[]>;
}

const ASKING: Asking<'rows', Known> = {
  patience: 0,
  keep(before, reply, { program, from }) {
    const pages = new Map(before?.program === program ? before.pages : undefined);
    if (reply !== 'stopped' && reply.state === 'ok') pages.set(from / PAGE, reply.rows);
    return { program, pages };
  },
};

export interface KnownRows {
  /** Returns a row; undefined until it has been read. */
  readonly at: (row: number) => ViewRow | undefined;
  /** All rows that are known. */
  readonly known: readonly ViewRow[];
  /** Asks for the rows from `from` on, before `to`. */
  readonly want: (from: number, to: number) => void;
  /** Why rows that are wanted are unknown. */
  readonly problem: string | undefined;
}

/** Returns the rows of an output, of which those that did not come with it are asked for when they are in view. */
export function useRows(output: number, { first, count }: RowsView, stale: boolean): KnownRows {
  const runnable = useShownProgram();
  const program = stale ? undefined : runnable;
  const [range, setRange] = useState({ from: 0, to: 0 });
  const [page, setPage] = useState<number>();
  const {
    kept,
    reply,
    stale: waiting,
  } = useQuestion(
    'rows',
    program && page !== undefined ? { program, output, from: page * PAGE, count: PAGE } : undefined,
    ASKING,
  );
  const current = kept?.program === program ? kept?.pages : undefined;
  const missing = missingPage(Math.max(range.from, first.length), Math.min(range.to, count), PAGE, current);
  if (missing !== undefined && missing !== page) setPage(missing);
  const want = useCallback((from: number, to: number) => {
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, []);
  const pages = kept?.pages;
  return {
    at: (row) => first[row] ?? pages?.get(Math.floor(row / PAGE))?.[row % PAGE],
    known: pages === undefined ? first : [...first, ...[...pages.values()].flat()],
    want,
    problem: missing === undefined || waiting ? undefined : problemOf(reply),
  };
}

function problemOf(reply: RowsReply | 'stopped' | undefined): string | undefined {
  if (reply === 'stopped') return 'Reading these rows took too long and was stopped.';
  return reply?.state === 'error' ? `These rows cannot be read: ${reply.diagnostics[0]?.message ?? ''}.` : undefined;
}
