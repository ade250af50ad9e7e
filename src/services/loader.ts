import { mainOf } from '../ad/main';
import type { Subject } from '../protocol/subject';
import { compile } from '../semantics/compile';
import type { Task } from '../semantics/task';
import { inputsOf, keyOf, loadCell } from './cells';
import { createChecking, createFrontEnd } from './front-end';
import type { Loaded } from './program';
import { recentValues } from './recent';

/** Loads a program as a whole. */
export function loadWhole(texts: readonly string[]): Loaded {
  const frontEnd = createFrontEnd()(texts);
  const { program: core, diagnostics } = frontEnd.core;
  if (core === undefined) return { tag: 'wrong', diagnostics, frontEnd };
  return {
    tag: 'ok',
    program: {
      key: JSON.stringify(texts),
      texts,
      frontEnd,
      inputs: inputsOf(core, frontEnd.inputs),
      core,
      executable: compile(core),
      hidden: 0,
      focus: mainOf(core),
    },
  };
}

export type Loader = (subject: Subject) => Task<Loaded>;

/** Loads programs by subject and remembers the last ones, so an edit elsewhere leaves a cell's program unchanged. */
export function createLoader(): Loader {
  const { check } = createChecking();
  const remembered = recentValues<Loaded>(MOST_REMEMBERED);
  return function* ({ cells, cell, focus }) {
    const checked = yield* check(cells);
    if (checked.runnable[cell] !== true) return loadCell(cells, checked, cell, focus);
    const key = keyOf({ cells, cell, focus }, checked);
    return remembered.get(key) ?? remembered.set(key, loadCell([...cells], checked, cell, focus));
  };
}

const MOST_REMEMBERED = 128;
