import { type Compiled, compileProgram, type WantedDerivative } from '../../compile/compile';
import { allowsModules } from '../../compile/run/web-assembly';
import type { Subject } from '../../compile/flatten/flatten';
import { Unsupported } from '../../compile/unsupported';
import type { CoreData } from '../../language/core/tree';
import type { Value } from '../../semantics/value';
import type { Main } from '../engine';

/** A program with its data as parameters, and the values of these. */
export interface Lifted {
  readonly subject: Subject;
  readonly data: readonly CoreData[];
  readonly values: readonly Value[];
}

/** Returns a program with its data, which is no term, as parameters: a module need not contain it. */
export function lifted(main: Main): Lifted {
  const data = main.definitions.flatMap((item) => (item.tag === 'data' ? [item] : []));
  if (data.length === 0) return { subject: main, data, values: [] };
  const definitions = main.definitions.filter(({ tag }) => tag !== 'data');
  return {
    subject: { ...main, definitions, data: data.map(({ name, type }) => ({ name, type })) },
    data,
    values: data.map(({ given }) => given?.value),
  };
}

/** Compiled programs, or why they are declined, by the derivative that was asked for. */
const PREPARED = new WeakMap<Main, Map<WantedDerivative, Compiled | Unsupported>>();

/** The modules that were made last, by derivative and core without places: the oldest comes first. */
const RECENT = new Map<string, Compiled>();
const MOST_RECENT = 8;

/** Whether the host makes modules. */
export const isAllowed = allowsModules();

/**
 * Returns a program as a module with its value and a derivative, if one is wanted, or what the compiler does not take. A program is
 * compiled once, also if it is checked again after an edit elsewhere. What is not taken has a place, so it is not
 * shared by equal programs.
 */
export function compiledOf(main: Main, entry: WantedDerivative): Compiled | Unsupported {
  const known = PREPARED.get(main) ?? new Map<WantedDerivative, Compiled | Unsupported>();
  PREPARED.set(main, known);
  const made = known.get(entry) ?? equalTo(main, entry);
  known.set(entry, made);
  return made;
}

/** Returns the module of an equal program, or a new one. */
function equalTo(main: Main, entry: WantedDerivative): Compiled | Unsupported {
  const { subject } = lifted(main);
  const key = keyOf(subject, entry);
  const made =
    (key === undefined ? undefined : RECENT.get(key)) ?? compileProgram(subject, { derivative: entry, timed: true });
  if (made instanceof Unsupported) return made;
  made.load();
  if (key === undefined) return made;
  RECENT.delete(key);
  RECENT.set(key, made);
  const [oldest] = RECENT.keys();
  if (RECENT.size > MOST_RECENT && oldest !== undefined) RECENT.delete(oldest);
  return made;
}

/** Returns the same key for equal programs; undefined for a term too deep for the host to write. */
function keyOf(
  { variants, definitions, parameters, data, body }: Subject,
  entry: WantedDerivative,
): string | undefined {
  const withoutPlaces = (name: string, value: unknown): unknown => {
    if (name === 'origin') return undefined;
    return Object.is(value, -0) ? '-0' : value;
  };
  try {
    return JSON.stringify([entry, variants, definitions, parameters, data, body], withoutPlaces);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}
