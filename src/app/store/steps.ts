import type { StepMode } from '../../protocol/steps';
import type { Span } from '../../language/source/span';
import type { Slice } from './store';

/** A place at which "continue" stops. */
export interface Breakpoint {
  readonly span: Span;
  /** A whole line: every redex that begins in it. Otherwise those within the place. */
  readonly line: boolean;
}

export interface DescentRecord {
  readonly series: string;
  readonly record: number;
}

export interface StepsSlice {
  readonly stepMode: StepMode;
  /** The step whose state is wanted; a run that has fewer shows its end. */
  readonly stepAt: number;
  /** In the order of the text. */
  readonly breakpoints: readonly Breakpoint[];
  /** Where the editor's caret was last: the selection, or else its whole line. */
  readonly caret: Breakpoint | undefined;
  /** The record of a descent that was chosen, of the present cell. */
  readonly record: DescentRecord | undefined;
  readonly chooseRecord: (record: DescentRecord | undefined) => void;
  readonly setStepMode: (mode: StepMode) => void;
  readonly seekStep: (at: number) => void;
  readonly setCaret: (caret: Breakpoint) => void;
  /** Sets a breakpoint, or removes the one that is there. */
  readonly toggleBreakpoint: (place: Breakpoint) => void;
  /** The breakpoints of a cell after an edit of its text. */
  readonly moveBreakpoints: (cell: number, moved: readonly Breakpoint[]) => void;
  readonly clearBreakpoints: () => void;
}

export const NO_STEPS = {
  stepMode: 'ordinary',
  stepAt: 0,
  breakpoints: [],
  caret: undefined,
  record: undefined,
} as const;

export const stepsSlice: Slice<StepsSlice> = (set) => ({
  ...NO_STEPS,
  chooseRecord(record) {
    set({ record });
  },
  setStepMode(stepMode) {
    set({ stepMode, stepAt: 0 });
  },
  seekStep(stepAt) {
    set({ stepAt });
  },
  setCaret(caret) {
    set({ caret });
  },
  toggleBreakpoint(place) {
    set(({ breakpoints }) => {
      const others = breakpoints.filter((each) => !isSame(each, place));
      return { breakpoints: others.length < breakpoints.length ? others : inOrder([...breakpoints, place]) };
    });
  },
  moveBreakpoints(cell, moved) {
    set(({ breakpoints }) => ({
      breakpoints: inOrder([...breakpoints.filter(({ span }) => span.cell !== cell), ...moved]),
    }));
  },
  clearBreakpoints() {
    set({ breakpoints: [] });
  },
});

function isSame(a: Breakpoint, b: Breakpoint): boolean {
  if (a.span.cell !== b.span.cell || a.line !== b.line) return false;
  return a.span.start === b.span.start && a.span.end === b.span.end;
}

function inOrder(breakpoints: readonly Breakpoint[]): readonly Breakpoint[] {
  return breakpoints.toSorted(
    (a, b) => a.span.cell - b.span.cell || a.span.start - b.span.start || a.span.end - b.span.end,
  );
}
