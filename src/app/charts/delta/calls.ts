import type { Span } from '../../../language/source/span';
import type { DeltaPayload } from '../../../protocol/messages';
import { counted } from '../../kit/format';
import { valuesBetween } from './values';

/** The nodes of a call, with those of the calls that it makes. */
export interface CallExtent {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Returns the nodes of each call; for a call without nodes, `first` is greater than `last`. */
export function callExtents({ calls, callTree, count }: DeltaPayload): readonly CallExtent[] {
  const { parents } = callTree;
  const extents = Array.from(parents, () => ({ first: count, last: -1, count: 0 }));
  const widen = (call: number, by: CallExtent): void => {
    const extent = extents[call];
    if (extent === undefined) return;
    extent.first = Math.min(extent.first, by.first);
    extent.last = Math.max(extent.last, by.last);
    extent.count += by.count;
  };
  for (let node = 0; node < count; node++) widen(calls[node] ?? 0, { first: node, last: node, count: 1 });
  for (let call = parents.length - 1; call > 0; call--) widen(parents[call] ?? 0, extents[call] ?? NOTHING);
  return extents;
}

const NOTHING: CallExtent = { first: Infinity, last: -1, count: 0 };

/**
 * Returns the outermost collapsed calls. Only a call whose nodes are contiguous can be one box: else the box would both use and be used
 * by the nodes in between.
 */
export function closedCalls(
  payload: DeltaPayload,
  isClosed: (call: number) => boolean,
): ReadonlyMap<number, CallExtent> {
  const { parents } = payload.callTree;
  const extents = callExtents(payload);
  const covered = new Uint8Array(parents.length);
  const closed = new Map<number, CallExtent>();
  for (let call = 1; call < parents.length; call++) {
    covered[call] = covered[parents[call] ?? 0] ?? 0;
    const extent = extents[call];
    if (covered[call] === 1 || extent === undefined || !isClosed(call)) continue;
    const isFold = (payload.folded?.hidden[call] ?? 0) > 0;
    if ((extent.count < 2 && !isFold) || extent.last - extent.first + 1 !== extent.count) continue;
    covered[call] = 1;
    closed.set(call, extent);
  }
  return closed;
}

/** `relu: 34 nodes`, or in the program's words `relu: 9 values`. */
export function boxLabel(payload: DeltaPayload, call: number, { first, last, count }: CallExtent): string {
  const { folded, callTree } = payload;
  if ((folded?.hidden[call] ?? 0) > 0) return foldLabel(payload, call);
  const size =
    payload.names === undefined ? counted(count, 'node') : counted(valuesBetween(payload, first, last), 'value');
  return `${callTree.names[call] ?? ''}: ${size}`;
}

/** `60 × step: 99,300 entries`: the label of a fold of a long trace; of a part without a call `9,376 entries`. */
export function foldLabel({ folded, callTree }: DeltaPayload, call: number): string {
  const name = callTree.names[call] ?? '';
  return `${name === '' ? '' : `${name}: `}${counted(folded?.hidden[call] ?? 0, 'entry', 'entries')}`;
}

/** Returns the source of a node: its own place, else that of the nearest call around it with one. */
export function placeOfNode({ origins, calls, callTree }: DeltaPayload, node: number): Span | undefined {
  const own = spanAt(origins, node);
  if (own !== undefined) return own;
  for (let call = calls[node] ?? 0; call > 0; call = callTree.parents[call] ?? 0) {
    const called = spanAt(callTree.origins, call);
    if (called !== undefined) return called;
  }
  return undefined;
}

/** Returns the span at an index of `places` (three numbers each); undefined if it is in no cell. */
export function spanAt(places: Int32Array, at: number): Span | undefined {
  const cell = places[3 * at] ?? -1;
  return cell < 0 ? undefined : { cell, start: places[3 * at + 1] ?? 0, end: places[3 * at + 2] ?? 0 };
}
