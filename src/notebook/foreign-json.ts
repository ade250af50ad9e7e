/* JSON from files, links and the browser's storage: another version of Pullback may have written it, or it may be damaged. */

/** Returns the value of a JSON text; undefined if it is none. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the own fields of a value; none if it is no object. */
export function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
