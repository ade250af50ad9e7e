import { mainOf } from '../ad/main';
import type { Subject } from '../protocol/subject';
import { compile } from '../semantics/compile';
import { checkCells, keyOf, loadCell } from './cells';
import { createFrontEnd } from './front-end';
import type { Loaded } from './program';
import { recentValues } from './recent';

/** Loads a program as a whole. */
export function loadWhole(texts: readonly string[]): Loaded {
  const frontEnd = createFrontEnd()(texts);
  const { core, diagnostics, inputs } = frontEnd;
  if (core === undefined) return { tag: 'wrong', diagnostics, frontEnd };
  return {
    tag: 'ok',
    program: {
      key: JSON.stringify(texts),
      texts,
      frontEnd,
      inputs,
      core,
      executable: compile(core),
      hidden: 0,
      focus: mainOf(core),
    },
  };
}

export type Loader = (subject: Subject) => Loaded;

/** Loads programs by subject and remembers the last ones, so an edit elsewhere leaves a cell's program unchanged. */
export function createLoader(): Loader {
  const frontEnd = createFrontEnd();
  const remembered = recentValues<Loaded>(MOST_REMEMBERED);
  return ({ cells, cell, focus }) => {
    const checked = frontEnd(cells);
    if (checkCells(checked)[cell]?.runnable !== true) return loadCell(cells, checked, cell, focus);
    const key = keyOf({ cells, cell, focus }, checked);
    return remembered.get(key) ?? remembered.set(key, loadCell([...cells], checked, cell, focus));
  };
}

const MOST_REMEMBERED = 128;
