import { type Compiled, compileProgram } from '../../compile/compile';
import type { DerivativeEntry } from '../../compile/differentiate/entries';
import { allowsModules } from '../../compile/run/web-assembly';
import { Unsupported } from '../../compile/unsupported';
import { printCore } from '../../language/core/print';
import type { Main } from '../engine';
import { programOfMain } from '../main';

/** A program's modules: one for each entry that was asked for. */
type Modules = Map<DerivativeEntry, Compiled | Unsupported>;

const PREPARED = new WeakMap<Main, Modules>();

/** The modules of the programs that were compiled last, by their text, which has no places: the oldest comes first. */
const RECENT = new Map<string, Modules>();
const MOST_RECENT = 8;

/**
 * Returns a program as a module with its value and a derivative, or what the compiler does not take. A program is
 * compiled once, also if it is checked again after an edit elsewhere.
 */
export function compiledOf(main: Main, entry: DerivativeEntry): Compiled | Unsupported {
  const modules = modulesOf(main);
  const known = modules.get(entry);
  if (known !== undefined) return known;
  const made = compileProgram(main, { derivative: entry, timed: true });
  modules.set(entry, made);
  // What is not taken has a place, which equal programs do not share.
  if (made instanceof Unsupported) RECENT.delete(keyOf(main));
  return made;
}

/** Whether the host makes modules. */
export const isAllowed = allowsModules();

function modulesOf(main: Main): Modules {
  const known = PREPARED.get(main);
  if (known !== undefined) return known;
  const key = keyOf(main);
  const modules: Modules = RECENT.get(key) ?? new Map<DerivativeEntry, Compiled | Unsupported>();
  RECENT.delete(key);
  RECENT.set(key, modules);
  const [oldest] = RECENT.keys();
  if (RECENT.size > MOST_RECENT && oldest !== undefined) RECENT.delete(oldest);
  PREPARED.set(main, modules);
  return modules;
}

function keyOf(main: Main): string {
  return printCore(programOfMain(main));
}
