import { useState } from 'react';
import { useAppStore } from '../../store/hooks';
import type { DescentRecord } from '../../store/state';

/** A record of a series. */
export type Step = DescentRecord;

export interface StepChoice {
  /** What is read out: where the pointer is, else what was chosen. */
  readonly step: Step | undefined;
  readonly chosen: Step | undefined;
  readonly hover: (step: Step | undefined) => void;
  readonly choose: (step: Step | undefined) => void;
}

/** One step for all charts of the panel: the pointer shows one while it is there, a click or a key keeps one. */
export function useStep(): StepChoice {
  const [hovered, hover] = useState<Step>();
  const chosen = useAppStore((state) => state.record);
  const choose = useAppStore((state) => state.chooseRecord);
  return { step: hovered ?? chosen, chosen, hover, choose };
}

/** The record that a key moves to, of so many; undefined for other keys. */
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
