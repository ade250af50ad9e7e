import { mainOf } from '../ad/main';
import { withFrames } from '../language/core/frames';
import type { Subject } from '../protocol/subject';
import { compile } from '../semantics/compile';
import type { Task } from '../semantics/task';
import { inputsOf, keyOf, loadCell } from './cells';
import { createChecking, createFrontEnd } from './front-end';
import { withData } from './data';
import type { Loaded } from './program';
import { recentValues } from './recent';
import type { Settings } from './settings';

export interface Loading {
  /** Is called between the check and the reading of values from outside. */
  readonly afterCheck?: () => void;
  /** Whether data needs no value: then the program is not to be run. */
  readonly isOpen?: boolean;
}

/** Loads a program as a whole, with values from outside for its data. */
export function loadWhole(
  texts: readonly string[],
  settings: Settings = {},
  { afterCheck, isOpen }: Loading = {},
): Loaded {
  const frontEnd = createFrontEnd()(texts);
  afterCheck?.();
  const { program: checked, diagnostics } = frontEnd.core;
  if (checked === undefined) return { tag: 'wrong', diagnostics, frontEnd };
  const made = withData(checked, settings, isOpen);
  if (made.tag === 'wrong') return { ...made, frontEnd };
  const { core, frames } = withFrames(made.core);
  return {
    tag: 'ok',
    program: {
      key: JSON.stringify(texts),
      texts,
      frontEnd,
      inputs: inputsOf(core, frontEnd.inputs),
      core,
      frames,
      executable: compile(core),
      hidden: 0,
      focus: mainOf(core),
    },
  };
}

export type Loader = (subject: Subject) => Task<Loaded>;

/**
 * Loads programs by subject, with values from outside for their data, and remembers the last ones, so an edit elsewhere leaves a cell's
 * program unchanged.
 */
export function createLoader(settings: Settings = {}): Loader {
  const { check } = createChecking();
  const remembered = recentValues<Loaded>(MOST_REMEMBERED);
  return function* ({ cells, cell, focus }) {
    const checked = yield* check(cells);
    if (checked.runnable[cell] !== true) return loadCell(cells, checked, cell, focus, settings);
    const key = keyOf({ cells, cell, focus }, checked);
    return remembered.get(key) ?? remembered.set(key, loadCell([...cells], checked, cell, focus, settings));
  };
}

const MOST_REMEMBERED = 128;
