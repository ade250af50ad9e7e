import { useCallback, useMemo, useState } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { boxedCalls } from '../../charts/delta/values';

/** In graphs with more nodes, calls start collapsed where the paper's letters are shown. */
const LEGIBLE = 200;

/** Which calls of the program are drawn as one box, and how to change that. */
export interface Calls {
  /** Whether calls start collapsed: all are collapsed except those that were expanded; else the reverse. */
  readonly closedAtFirst: boolean;
  readonly isClosed: (call: number) => boolean;
  readonly toggle: (call: number) => void;
  readonly setAll: (closed: boolean) => void;
  readonly openAround: (payload: DeltaPayload, node: number) => void;
  /** Returns the innermost expanded call around a node, 0 for none. */
  readonly openAt: (payload: DeltaPayload, node: number) => number;
}

interface Kept {
  /** By the reader. */
  readonly closedAtFirst: boolean | undefined;
  /** The calls that are otherwise than at first. */
  readonly toggled: ReadonlySet<number>;
}

/** `inWords`: the graph is drawn in the program's words. */
export function useCalls(payload: DeltaPayload, inWords: boolean): Calls {
  const [kept, setKept] = useState<Kept>({ closedAtFirst: undefined, toggled: new Set() });
  const isByReader = kept.closedAtFirst !== undefined;
  const found = useMemo(
    () => (inWords && !isByReader ? boxedCalls(payload) : undefined),
    [payload, inWords, isByReader],
  );
  // The same object while a slider moves, because another one is another drawing.
  const [list, setList] = useState(found);
  if (found !== list && found?.join() !== list?.join()) setList(found);
  const boxed = useMemo(() => list && new Set(list), [list]);
  const closedAtFirst = kept.closedAtFirst ?? (boxed === undefined ? payload.count > LEGIBLE : boxed.size > 0);
  const { toggled } = kept;
  const isClosed = useCallback(
    (call: number) => (boxed?.has(call) ?? closedAtFirst) !== toggled.has(call),
    [boxed, closedAtFirst, toggled],
  );
  return useMemo<Calls>(() => {
    const change = (calls: readonly number[]): void => {
      setKept((before) => {
        const after = new Set(before.toggled);
        for (const call of calls) if (!after.delete(call)) after.add(call);
        return { ...before, toggled: after };
      });
    };
    const around = ({ calls, callTree }: DeltaPayload, node: number): readonly number[] => {
      const path: number[] = [];
      for (let call = calls[node] ?? 0; call > 0; call = callTree.parents[call] ?? 0) path.push(call);
      return path;
    };
    return {
      closedAtFirst,
      isClosed,
      toggle(call) {
        change([call]);
      },
      setAll(closed) {
        setKept({ closedAtFirst: closed, toggled: new Set() });
      },
      openAround(of, node) {
        const closed = around(of, node).filter(isClosed);
        if (closed.length > 0) change(closed);
      },
      openAt: (of, node) => around(of, node).find((call) => !isClosed(call)) ?? 0,
    };
  }, [closedAtFirst, isClosed]);
}
