const SPANS = new Set(['span', 'operatorSpan']);

/** Returns the path to the first difference between two trees, ignoring spans, or undefined. Does not use the stack. */
export function firstDifference(left: unknown, right: unknown): string | undefined {
  const pending: (readonly [path: string, left: unknown, right: unknown])[] = [['', left, right]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [path, a, b] = next;
    if (Object.is(a, b)) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return path;
    const [fieldsOfA, fieldsOfB] = [fields(a), fields(b)];
    if (fieldsOfA.size !== fieldsOfB.size) return path;
    for (const [key, value] of fieldsOfA) {
      if (!fieldsOfB.has(key)) return `${path}.${key}`;
      // Paths along thousands of nested `let`s would be longer than the trees.
      pending.push([`${path.slice(-200)}.${key}`, value, fieldsOfB.get(key)]);
    }
  }
  return undefined;
}

function fields(tree: object): Map<string, unknown> {
  return new Map(Object.entries(tree).filter(([key]) => !SPANS.has(key)));
}

/** Whether two programs (or any parts of them) are equal up to spans. */
export function sameProgram(left: unknown, right: unknown): boolean {
  return firstDifference(left, right) === undefined;
}
