import { isFrame } from '../language/core/frames';
import type { WatchSeries } from '../semantics/observe';
import type { Budget } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import type { InputValues, Program } from './program';
import { recentValues } from './recent';
import type { Settings } from './settings';
import { ValueRun } from './value-run';

/** What the last runs recorded for the pictures that they watched. */
export interface Recordings {
  /** Takes a run that begins, and what it has recorded whenever that is asked for. */
  begin(program: Program, settings: Settings, run: Pick<ValueRun, 'series'>): void;
  /** Keeps what a run has recorded, and lets the run go. */
  end(program: Program, settings: Settings): void;
  /** Returns the series of a run; it is run again if it is not among the last ones. */
  of(program: Program, settings: Settings, inputs: InputValues, budget: Budget): Task<readonly WatchSeries[]>;
}

const MOST_KEPT = 4;

export function createRecordings(): Recordings {
  const kept = recentValues<Pick<ValueRun, 'series'>>(MOST_KEPT);
  const keep = (key: string, { series }: Pick<ValueRun, 'series'>): readonly WatchSeries[] => {
    const pictures = series.filter(({ type }) => isFrame(type));
    kept.set(key, { series: pictures });
    return pictures;
  };
  return {
    begin(program, settings, run) {
      if (program.frames.length > 0) kept.set(keyOfRun(program, settings), run);
    },
    end(program, settings) {
      const key = keyOfRun(program, settings);
      const run = kept.get(key);
      if (run !== undefined) keep(key, run);
    },
    *of(program, settings, inputs, budget) {
      const key = keyOfRun(program, settings);
      const known = kept.get(key);
      if (known !== undefined) return known.series;
      const run = new ValueRun(program, inputs, budget, false);
      yield* run.forward({ seconds: budget.seconds, isStopped: () => false, report: () => undefined });
      return keep(key, run);
    },
  };
}

/** Returns a key of what a run depends on: its program, and the settings of the inputs that the program depends on. */
export function keyOfRun({ key, inputs }: Program, settings: Settings): string {
  const names = new Set(inputs.map(({ label }) => label));
  return JSON.stringify([key, Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name)))]);
}
