import { useState } from 'react';
import { useAppStore } from '../../store/hooks';
import type { DescentRecord } from '../../store/state';

/** A record of a series. */
export type Step = DescentRecord;

export interface StepChoice {
  /** The step that is shown: under the pointer, or else the pinned one. */
  readonly step: Step | undefined;
  /** The pinned step. */
  readonly chosen: Step | undefined;
  readonly hover: (step: Step | undefined) => void;
  readonly choose: (step: Step | undefined) => void;
}

/** The step shown in all charts of the panel: pointing shows one, a click or a key pins one. */
export function useStep(): StepChoice {
  const [hovered, hover] = useState<Step>();
  const chosen = useAppStore((state) => state.record);
  const choose = useAppStore((state) => state.chooseRecord);
  return { step: hovered ?? chosen, chosen, hover, choose };
}

/** The record of `count` that a key moves to; undefined for other keys. */
export function keyedRecord(key: string, at: number, count: number): number | undefined {
  const jump = Math.max(1, Math.round(count / 10));
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - jump,
    PageUp: at + jump,
    Home: 0,
    End: count - 1,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
