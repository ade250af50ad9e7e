import { useMemo, useState } from 'react';
import { type Span, span } from '../../../language/source/span';
import type { JetResult, JetsPayload } from '../../../protocol/jets';
import { type JetShape, type MultiIndex, positionIn } from '../../../semantics/jets/multi-index';
import { useAppStore, usePointing } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';
import { useRestingPointer } from './use-resting-pointer';
import type { Pointed } from '../../store/state';

/** A number of a jet: its entry, and its position in the shape. */
export interface JetNumber {
  readonly entry: number;
  readonly index: number;
}

/** The jet and the number that are shown, and how to choose others. */
export interface JetPlace {
  /** The entry whose jet is shown; undefined for a result that is not an entry. */
  readonly entry: number | undefined;
  readonly index: number;
  /** The highlighted entries: the shown one, and those pointed at elsewhere. */
  readonly lit: ReadonlySet<number>;
  /** The entry to scroll into view. */
  readonly show: number | undefined;
  /** The factor that is pointed at. */
  readonly factor: JetNumber | undefined;
  readonly pointEntry: (entry: number | undefined) => void;
  readonly pointFactor: (factor: JetNumber | undefined) => void;
  /** Keeps an entry shown, or returns to the result. */
  readonly goTo: (entry: number | undefined, index?: number) => void;
  readonly select: (index: number) => void;
  readonly reveal: (entry: number) => void;
}

interface Stayed {
  readonly entry: number | undefined;
  /** What was pointed at elsewhere when the entry was chosen: the choice takes precedence over it. */
  readonly pointed: Pointed | undefined;
  /** The trace of the entry: the choice is dropped with another trace. */
  readonly trace: string;
}

/** Pointing shared by entries, factors and editor; none while the program has changed and its spans are out of date. */
export function useJetPlace(
  payload: JetsPayload,
  shape: JetShape,
  result: JetResult | undefined,
  stale: boolean,
): JetPlace {
  const { trace } = payload;
  const { pointed, isOwn, pointTo } = usePointing();
  const revealPlace = useAppStore((state) => state.reveal);
  const [hovered, setHovered] = useState<{ readonly payload: JetsPayload; readonly entry: number }>();
  const [factor, setFactor] = useState<JetNumber & { readonly payload: JetsPayload }>();
  const [stayed, setStayed] = useState<Stayed>();
  const [wanted, setWanted] = useState<MultiIndex>();
  const pointer = useRestingPointer();
  const identity = `${payload.label} ${trace.count}`;
  // What was pointed at before the answer came is ignored, so that the result stays in view while the reader types.
  const [before, setBefore] = useState({ payload, pointed });
  if (before.payload !== payload) setBefore({ payload, pointed });
  const isOutside = pointed !== undefined && !isOwn && !stale;
  const outside = useMemo(
    () => (isOutside ? nodesAt(pointed.span, trace.origins, trace.window) : []),
    [isOutside, pointed, trace],
  );
  const isNews = isOutside && stayed?.pointed !== pointed && before.pointed !== pointed;
  const own = hovered?.payload === payload ? hovered.entry : undefined;
  const kept = stayed?.trace === identity ? stayed.entry : undefined;
  const home = result?.entry;
  const entry = own ?? (isNews ? outside[0] : undefined) ?? kept ?? home;
  const lit = new Set(entry === undefined ? outside : [...outside, entry]);
  const pointedFactor = factor?.payload === payload ? factor : undefined;
  // The list does not scroll while the reader points into it.
  const target = pointedFactor?.entry ?? (isNews ? outside[0] : undefined) ?? kept ?? home;
  const [shown, setShown] = useState(target);
  if (own === undefined && shown !== target) setShown(target);
  if (pointedFactor !== undefined) lit.add(pointedFactor.entry);

  const placeOf = (at: number): Span | undefined => {
    const cell = trace.origins[3 * at] ?? -1;
    return cell < 0 || stale ? undefined : span(cell, trace.origins[3 * at + 1] ?? 0, trace.origins[3 * at + 2] ?? 0);
  };
  const pointAt = (at: number | undefined): void => {
    pointTo(at === undefined ? undefined : placeOf(at));
  };
  return {
    entry,
    index: (wanted?.length === shape.directions ? positionIn(shape, wanted) : undefined) ?? firstIndex(shape),
    lit,
    show: shown,
    factor: pointedFactor,
    pointEntry(at) {
      if (at !== undefined && pointer.isResting()) return;
      setHovered(at === undefined ? undefined : { payload, entry: at });
      pointAt(at);
    },
    pointFactor(at) {
      if (at !== undefined && pointer.isResting()) return;
      setFactor(at && { ...at, payload });
      pointAt(at?.entry);
    },
    goTo(at, index) {
      pointer.rest();
      setStayed({ entry: at, pointed, trace: identity });
      setHovered(undefined);
      setFactor(undefined);
      if (index !== undefined) setWanted(shape.indices[index] ?? []);
    },
    select(index) {
      setWanted(shape.indices[index] ?? []);
      // Selecting a number keeps its jet shown.
      if (entry !== kept) setStayed({ entry, pointed, trace: identity });
    },
    reveal(at) {
      const place = placeOf(at);
      if (place !== undefined) revealPlace(place);
    },
  };
}

/** The number selected initially: a second derivative, mixed if there are two directions. */
function firstIndex(shape: JetShape): number {
  const { directions, order } = shape;
  if (directions === 1) return Math.min(2, order);
  const ones = (count: number): MultiIndex => Array.from({ length: directions }, (_, i) => (i < count ? 1 : 0));
  return positionIn(shape, ones(2)) ?? positionIn(shape, ones(1)) ?? 0;
}
