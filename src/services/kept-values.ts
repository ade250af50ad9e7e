import type { Run } from '../semantics/evaluate';
import { bytesWritten } from '../semantics/memory';
import type { Program } from './program';
import type { Settings } from './settings';

/** The bytes of all values that are kept, about. */
const MOST_BYTES = 64e6;

interface Kept {
  readonly program: Program;
  readonly settings: string;
  readonly run: Run;
  readonly bytes: number;
}

/** The values of the last runs, for questions about parts of them. */
export interface KeptValues {
  /** Keeps the values of a run, without its trace, unless they are very large; older ones make room. */
  keep(program: Program, settings: Settings, run: Run): void;
  /** Returns the last run of a program with these inputs; undefined if it is not kept. */
  of(program: Program, settings: Settings): Run | undefined;
}

export function createKeptValues(most = MOST_BYTES): KeptValues {
  /** The last run comes last. */
  let kept: readonly Kept[] = [];
  return {
    keep(program, settings, run) {
      let bytes = 0;
      for (const output of run.outputs) if (bytes <= most) bytes += bytesWritten(output, most - bytes);
      kept = kept.filter((each) => each.program !== program);
      if (bytes > most) return;
      const values: Run = { ...run, trace: undefined, calls: undefined, deltas: [], tapes: [] };
      kept = [...kept, { program, settings: JSON.stringify(settings), run: values, bytes }].slice(-MOST_KEPT);
      let sum = kept.reduce((all, each) => all + each.bytes, 0);
      while (sum > most) {
        sum -= kept[0]?.bytes ?? sum;
        kept = kept.slice(1);
      }
    },
    of(program, settings) {
      const wanted = JSON.stringify(settings);
      return kept.find((each) => each.program === program && each.settings === wanted)?.run;
    },
  };
}

/** The most runs: one of each cell that is near the viewport. */
const MOST_KEPT = 16;
