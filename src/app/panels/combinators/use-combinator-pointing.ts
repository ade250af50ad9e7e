import { useMemo, useState } from 'react';
import { type Span, span } from '../../../language/source/span';
import type { CombinatorsPayload, RunPayload } from '../../../protocol/combinators';
import { useAppStore, usePointing } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';

/** A node of the term, and which of its runs is pointed at. */
export interface PointedCombinator {
  readonly node: number;
  readonly run: number | undefined;
}

export interface CombinatorPointing {
  /** The node that the reader points at, here or in the editor; the outermost of several. */
  readonly at: PointedCombinator | undefined;
  readonly nodes: ReadonlySet<number>;
  readonly runs: ReadonlySet<number>;
  /** Whether it was pointed at outside the panel. */
  readonly fromOutside: boolean;
  /** A new object whenever a click or a key goes to a node, here or in the editor. */
  readonly sought: object | undefined;
  readonly pointNode: (node: number | undefined, chosen?: boolean) => void;
  readonly pointRun: (run: number | undefined) => void;
  /** Shows the source of a node in the editor, and scrolls the node into view. */
  readonly reveal: (at: PointedCombinator) => void;
}

interface Here {
  readonly payload: CombinatorsPayload;
  readonly at: PointedCombinator;
  readonly chosen: boolean;
}

const NONE: ReadonlySet<number> = new Set();

/** Pointing shared by term, runs and editor; none while the program has changed and its spans are out of date. */
export function useCombinatorPointing(
  payload: CombinatorsPayload,
  runs: readonly RunPayload[] | undefined,
  stale: boolean,
): CombinatorPointing {
  const { pointed, isOwn, pointTo } = usePointing();
  const show = useAppStore((state) => state.reveal);
  const [here, setHere] = useState<Here>();
  const own = here?.payload === payload ? here : undefined;
  const nodes = useMemo(() => {
    if (own !== undefined) return new Set([own.at.node]);
    if (pointed === undefined || isOwn || stale) return NONE;
    return new Set(nodesAt(pointed.span, payload.origins, payload.nodes.length));
  }, [own, pointed, stale, payload]);
  const litRuns = useMemo(
    () => (nodes.size === 0 ? NONE : new Set((runs ?? []).flatMap(({ node }, run) => (nodes.has(node) ? [run] : [])))),
    [nodes, runs],
  );
  const [outermost] = nodes;
  const from = own ?? (nodes.size === 0 ? undefined : pointed);
  const sought = from?.chosen === true ? from : undefined;
  return useMemo(() => {
    const set = (at: PointedCombinator | undefined, chosen: boolean): void => {
      setHere(at && { payload, at, chosen });
      pointTo(at === undefined || stale ? undefined : placeOf(payload, at.node));
    };
    return {
      at: own?.at ?? (outermost === undefined ? undefined : { node: outermost, run: undefined }),
      nodes,
      runs: litRuns,
      fromOutside: own === undefined,
      sought,
      pointNode(node, chosen = false) {
        set(node === undefined ? undefined : { node, run: undefined }, chosen);
      },
      pointRun(run) {
        const node = run === undefined ? undefined : runs?.[run]?.node;
        set(node === undefined ? undefined : { node, run }, false);
      },
      reveal(at) {
        set(at, true);
        const place = placeOf(payload, at.node);
        if (place !== undefined && !stale) show(place);
      },
    };
  }, [own, outermost, nodes, litRuns, sought, payload, runs, stale, pointTo, show]);
}

/** The source of a node; undefined for the prelude. */
function placeOf({ origins }: CombinatorsPayload, node: number): Span | undefined {
  const cell = origins[3 * node] ?? -1;
  return cell < 0 ? undefined : span(cell, origins[3 * node + 1] ?? 0, origins[3 * node + 2] ?? 0);
}
