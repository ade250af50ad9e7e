/**
 * Values of contexts. An environment that a binder extends shares its entries with the longer one, so a chain of lets takes
 * one array: entries at `width` and above belong to others.
 */
import { internalError } from '../../../language/source/internal-error';
import { BYTES } from '../../../semantics/memory';
import type { Meter } from '../../../semantics/outcome';
import type { Value } from '../../../semantics/value';

export interface Environment {
  readonly tag: 'environment';
  readonly width: number;
  readonly entries: Value[];
}

/** The counters of a machine. */
export interface Charged {
  readonly meter: Meter;
  bytes: number;
}

/** The value of a context: an environment, or the tuple of the parameters. */
export type ContextValue = readonly Value[] | Environment;

/** Returns the context with more entries. Only an environment that was extended before is copied. */
export function extended(machine: Charged, context: ContextValue, more: readonly Value[]): Environment {
  const width = widthOf(context);
  const isLast = isEnvironment(context) && context.entries.length === width;
  const entries = isLast ? context.entries : isEnvironment(context) ? context.entries.slice(0, width) : [...context];
  const made = more.length + (isLast ? 0 : width);
  machine.meter.steps += made;
  machine.bytes += BYTES.sequence + BYTES.item * made;
  for (const entry of more) entries.push(entry);
  return { tag: 'environment', width: width + more.length, entries };
}

export function widthOf(context: ContextValue): number {
  return isEnvironment(context) ? context.width : context.length;
}

/** Returns a component of a tuple, or an entry of an environment. */
export function componentOf(tuple: Value, index: number): Value {
  return isEnvironment(tuple) ? tuple.entries[index] : tupleOf(tuple)[index];
}

/** Returns the components of a tuple, or the entries of an environment. */
export function tupleOf(tuple: Value): readonly Value[] {
  if (isEnvironment(tuple)) return tuple.entries.slice(0, tuple.width);
  return Array.isArray(tuple) ? tuple : internalError('a tuple was expected');
}

/** Returns a value as that of a context. */
export function contextOf(value: Value): ContextValue {
  return isEnvironment(value) ? value : tupleOf(value);
}

export function isEnvironment(value: Value): value is Environment {
  return typeof value === 'object' && value !== null && 'tag' in value && value.tag === 'environment';
}
