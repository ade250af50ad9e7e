import { useMemo, useState } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { useRunnableProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';
import { type Calls, useCalls } from './use-calls';

/** The part of a graph that is shown, and how its calls open. */
export interface Shown {
  readonly payload: DeltaPayload;
  readonly calls: Calls;
  /** Why the folds that were asked for are not unfolded. */
  readonly problem: string | undefined;
}

const NONE: readonly number[] = [];

/**
 * Returns the graph of a product. That of a long trace comes folded; the folds that the reader opens are asked for, and
 * stay open while the numbers change.
 */
export function useFolded(product: DeltaPayload, inWords: boolean): Shown {
  const own = useCalls(product, inWords);
  const program = useRunnableProgram();
  const [kept, setKept] = useState<{ readonly count: number; readonly open: readonly number[] }>();
  // Another number of folds is another trace, in which the numbers of folds mean something else.
  const count = product.folded?.count;
  const open = count !== undefined && kept?.count === count ? kept.open : NONE;
  const { reply } = useQuestion('delta', program !== undefined && open.length > 0 ? { program, open } : undefined);
  const answered = open.length > 0 && typeof reply === 'object' ? reply : undefined;
  const payload = answered?.state === 'ok' && answered.payload.folded?.count === count ? answered.payload : product;
  const problem =
    answered?.state === 'error'
      ? answered.diagnostics[0]?.message
      : reply === 'stopped'
        ? 'unfolding took too long and was stopped'
        : undefined;
  const { folded } = payload;
  const calls = useMemo<Calls>(() => {
    if (folded === undefined || count === undefined) return own;
    const setOpen = (next: readonly number[]): void => {
      setKept({ count, open: next });
    };
    const isClosed = (call: number): boolean => (folded.hidden[call] ?? 0) > 0;
    return {
      closedAtFirst: open.length === 0,
      isClosed,
      toggle(call) {
        const fold = folded.folds[call] ?? 0;
        setOpen(isClosed(call) ? [...open, fold] : open.filter((each) => each !== fold));
      },
      setAll() {
        setOpen([]);
      },
      openAround() {
        // A search finds only what is drawn, so no call has to open.
      },
      openAt: ({ calls: of, callTree }, node) => {
        let call = of[node] ?? 0;
        while (call > 0 && isClosed(call)) call = callTree.parents[call] ?? 0;
        return call;
      },
    };
  }, [folded, count, open, own]);
  return { payload, calls, problem };
}
