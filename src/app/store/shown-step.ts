import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { neededFor } from './dependencies';
import { useAppStore, useCell } from './hooks';
import type { DescentRecord } from './state';

/** A record of a series. */
export type Step = DescentRecord;

export interface StepChoice {
  /** The step that is shown: under the pointer or played, or else the pinned one. */
  readonly step: Step | undefined;
  /** The pinned step. */
  readonly chosen: Step | undefined;
  readonly hover: (step: Step | undefined) => void;
  readonly choose: (step: Step | undefined) => void;
}

/** The step under the pointer, or that is played: it changes at each frame, so the rest of the state does not hold it. */
const passing = createStore<{ readonly cell: number | undefined; readonly step: Step | undefined }>(() => ({
  cell: undefined,
  step: undefined,
}));

/** The step of the cell's run that is shown everywhere: pointing shows one, a click or a key pins one. */
export function useStep(): StepChoice {
  const cell = useCell();
  const hovered = useStore(passing, (state) => (state.cell === cell ? state.step : undefined));
  const chosen = useAppStore((state) => (state.current === cell ? state.record : undefined));
  const choose = useAppStore((state) => state.chooseRecord);
  const hover = useCallback(
    (step: Step | undefined) => {
      passing.setState({ cell, step });
    },
    [cell],
  );
  return { step: hovered ?? chosen, chosen, hover, choose };
}

export interface FollowedStep extends Step {
  /** Id of the cell whose run is shown at a step. */
  readonly cell: number;
  /** Unpins it; undefined if it passes by itself. */
  readonly unpin: (() => void) | undefined;
}

/** Returns the step that the outputs of a cell follow: that of its own run, or of a cell that it depends on. */
export function useFollowedStep(): FollowedStep | undefined {
  const id = useCell();
  const around = useAppStore((state) => (id === undefined ? undefined : neededFor(state.dependencies, id).cells));
  const hovered = useStore(passing);
  const current = useAppStore((state) => state.current);
  const chosen = useAppStore((state) => state.record);
  const choose = useAppStore((state) => state.chooseRecord);
  const { cell, step } = hovered;
  const passes = step !== undefined && cell !== undefined && around?.has(cell) === true;
  const followed = passes ? cell : current;
  const shown = passes ? step : chosen;
  return useMemo(
    () =>
      shown === undefined || followed === undefined || around?.has(followed) !== true
        ? undefined
        : {
            ...shown,
            cell: followed,
            unpin: passes
              ? undefined
              : () => {
                  choose(undefined);
                },
          },
    [shown, followed, around, passes, choose],
  );
}
