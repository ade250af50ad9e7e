import { type ProgramCell, programOf } from '../../notebook/document';
import { hashed } from '../kit/hashed';
import { neededFor } from '../store/dependencies';
import { presentInputs } from '../store/inputs';
import { embedded } from '../kit/embedding';
import type { AppState } from '../store/state';

/**
 * Key in localStorage of the fingerprints of programs that did not finish, because they reached a limit or crashed the
 * page. At load they run only when the reader asks.
 */
const HELD_KEY = 'pullback.held';
/** Set while a run takes longer than LONG ms; if it is present at load, the page crashed during that run. */
const RUNNING_KEY = 'pullback.running';
const LONG = 400;
const MOST = 64;

let held: ReadonlySet<string> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns a fingerprint of what a cell runs, with its inputs. It is the same on every visit. */
export function fingerprint(state: Pick<AppState, 'notebook' | 'dependencies' | 'overrides'>, id: number): string {
  const { cells, inputs } = neededFor(state.dependencies, id);
  const own = programOf(state.notebook).flatMap((cell) => (cells.has(cell.id) ? [printOf(cell)] : []));
  return hashed(JSON.stringify([own, presentInputs(state.overrides, inputs)]));
}

const prints = new WeakMap<ProgramCell, string>();

/** Kept for each cell, because a table may be long. */
function printOf(cell: ProgramCell): string {
  const print = prints.get(cell) ?? hashed(cell.tag === 'code' ? cell.text : cell.name + cell.text);
  prints.set(cell, print);
  return print;
}

export function isHeld(print: string): boolean {
  held ??= read();
  return held.has(print);
}

export function hold(print: string): void {
  held = new Set([...(held ?? read()), print].slice(-MOST));
  write(HELD_KEY, JSON.stringify([...held]));
}

/** Records the program that is running now, or that none is. */
export function startedRun(print: string | undefined): void {
  clearTimeout(timer);
  if (embedded) return;
  if (print === undefined) write(RUNNING_KEY, undefined);
  else
    timer = setTimeout(() => {
      write(RUNNING_KEY, print);
    }, LONG);
}

function read(): ReadonlySet<string> {
  if (embedded) return new Set();
  try {
    const list: unknown = JSON.parse(localStorage.getItem(HELD_KEY) ?? '[]');
    const crashed = localStorage.getItem(RUNNING_KEY);
    const prints = Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
    addEventListener('pagehide', () => {
      write(RUNNING_KEY, undefined);
    });
    const all = crashed === null ? prints : [...prints, crashed];
    if (crashed !== null) write(HELD_KEY, JSON.stringify(all.slice(-MOST)));
    return new Set(all);
  } catch {
    return new Set();
  }
}

function write(key: string, value: string | undefined): void {
  if (embedded) return;
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage, every program is run at load.
  }
}
