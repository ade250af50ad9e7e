import type { Breakpoint, Slice, StepsSlice } from './state';

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
