/* The messages for values from outside that do not fit their types. Compiled modules contain them too. */

/* What each type wants. */
export const WANTED_REAL = 'a finite number';
export const WANTED_INT = 'a whole number between -(2^53 - 1) and 2^53 - 1';
export const WANTED_BOOL = 'true or false';
export const WANTED_STRING = 'a string';
export const WANTED_UNIT = '[]';
export const WANTED_RECORD = 'an object';
export const WANTED_SEQUENCE = 'an array';

export function wantedValues(count: number): string {
  return `an array of ${count} values`;
}

export function wantedVariant(names: readonly string[]): string {
  return `an object { "tag": ..., "value": ... } with one of the tags ${names.join(', ')}`;
}

export function unknownField(name: string, place: string): string {
  return `there is no field ${name}${placed(place)}`;
}

export function missingField(name: string, place: string): string {
  return `the field ${name} is missing${placed(place)}`;
}

export function missingValue(tag: string, place: string): string {
  return `${tag} needs a "value"${placed(place)}`;
}

export function extraValue(tag: string, place: string): string {
  return `${tag} takes no "value"${placed(place)}`;
}

/** Returns the message for a value of another type. `place` is the path to it. */
export function misfit(wanted: string, found: unknown, place: string): string {
  const text = excerptOf(found, 3);
  return `expected ${wanted}${placed(place)}, found ${text.length > 40 ? `${text.slice(0, 40)}...` : text}`;
}

export function noValue(label: string, kind = 'data'): string {
  return `the ${kind} \`${label}\` has no value`;
}

export function withoutDirection(label: string): string {
  return `nothing is differentiated with respect to ${label}: leave it out of the direction`;
}

export function unknownInput(label: string): string {
  return `there is no input ${label}`;
}

export function unfitInput(label: string, why: string): string {
  return `the value given for ${label} does not fit: ${why}`;
}

export function unfitData(label: string, why: string): string {
  return unfitInput(`the data ${label}`, why);
}

export function unfitCotangent(why: string): string {
  return `the cotangent does not fit the result: ${why}`;
}

/** The number of items or fields of which an excerpt consists at most; the rest would be cut. */
const MOST_SHOWN = 40;

/** Returns a value as text without its deep parts, because it can be nested to any depth. */
function excerptOf(value: unknown, depth: number): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    return Number.isNaN(value) ? 'NaN' : 'a number that is too large';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MOST_SHOWN));
  if (typeof value === 'bigint' || ArrayBuffer.isView(value)) return `a ${value.constructor.name}`;
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = (all: readonly unknown[], show: (part: never) => string): string =>
    depth === 0 && all.length > 0 ? '...' : (all.slice(0, MOST_SHOWN) as never[]).map(show).join();
  if (Array.isArray(value)) return `[${parts(value, (item) => excerptOf(item, depth - 1))}]`;
  const field = ([key, part]: readonly [string, unknown]): string =>
    `${JSON.stringify(key)}:${excerptOf(part, depth - 1)}`;
  return `{${parts(Object.entries(value), field)}}`;
}

/** Returns a path as the end of a sentence. */
export function placed(place: string): string {
  return place === '' ? '' : ` at ${place.replace(/^\./, '')}`;
}
