import type { DraftPattern, Family } from '../draft';

/** The values that a match does not cover, and the arms that are never reached. */
export interface Coverage {
  /** A pattern that no arm matches, as the reader would write it. */
  readonly missing: string | undefined;
  /** The indices of unreached arms. */
  readonly unreached: readonly number[];
}

/**
 * Computes coverage by usefulness (Maranget, Warnings for pattern matching, 2007), for all arms at once: values are told
 * apart by their first parts, then the next, until one arm is the first that matches all values of a kind.
 */
export function coverage(patterns: readonly DraftPattern[]): Coverage {
  const search = newSearch(patterns);
  const found = missingIn(search.rows, 1, search)?.shapes;
  // Nothing is reported if the analysis takes too long.
  if (search.steps <= 0) return { missing: undefined, unreached: [] };
  const unreached = [...patterns.keys()].filter((arm) => !search.reached.has(arm));
  return { missing: found && write(found.shape, false), unreached };
}

/**
 * Returns the patterns that a match does not cover, as the reader would write them; only the first few if there are
 * many.
 */
export function missingPatterns(patterns: readonly DraftPattern[]): readonly string[] {
  const search = newSearch(patterns);
  const rows = [...search.rows];
  const missing: string[] = [];
  while (missing.length < MOST_MISSING) {
    const found = missingIn(rows, 1, search)?.shapes?.shape;
    if (found === undefined || search.steps <= 0) break;
    missing.push(write(found, false));
    rows.push({ arm: rows.length, parts: { shape: found, rest: undefined } });
  }
  return missing;
}

const MOST_MISSING = 40;

/** The work is exponential in the number of columns at worst. These limit it for any match, and for each row. */
const MOST_STEPS = 20_000;
const MOST_STEPS_PER_ROW = 200;

interface Search {
  readonly rows: readonly Row[];
  /** The arms that are the first to match some value. */
  readonly reached: Set<number>;
  /** How many more rows can be looked at. */
  steps: number;
}

function newSearch(patterns: readonly DraftPattern[]): Search {
  const rows = patterns.map((pattern, arm): Row => ({ arm, parts: { shape: shapeOf(pattern), rest: undefined } }));
  return { rows, reached: new Set(), steps: MOST_STEPS + rows.length * MOST_STEPS_PER_ROW };
}

/** A pattern without its names. A tuple or record counts as the only constructor of its type. */
type Shape = { readonly tag: 'any' } | { readonly tag: 'made'; readonly head: Head; readonly parts: readonly Shape[] };

interface Head {
  readonly kind: 'constructor' | 'literal' | 'tuple' | 'record';
  /** The name of a constructor, or the text of a literal. */
  readonly name: string;
  /** How many parts a value with this head has. */
  readonly arity: number;
  /** All heads of the type; undefined if there are infinitely many. */
  readonly family: Family | undefined;
  /** The field names of a record. */
  readonly fields?: readonly string[];
}

/** A list of shapes. */
interface Shapes {
  readonly shape: Shape;
  readonly rest: Shapes | undefined;
}

/** Values that no row matches. */
interface Missing {
  readonly shapes: Shapes | undefined;
}

/** The part of an arm's pattern that is not looked at yet. */
interface Row {
  readonly arm: number;
  readonly parts: Shapes | undefined;
}

const ANY: Shape = { tag: 'any' };

function shapeOf(pattern: DraftPattern): Shape {
  switch (pattern.tag) {
    case 'variable':
    case 'wildcard':
      return ANY;
    case 'tuple': {
      const arity = pattern.items.length;
      const head: Head = { kind: 'tuple', name: '', arity, family: ONLY };
      return { tag: 'made', head, parts: pattern.items.map(shapeOf) };
    }
    case 'record': {
      const arity = pattern.fields.length;
      const fields = pattern.fields.map(({ name }) => name);
      const head: Head = { kind: 'record', name: '', arity, family: ONLY, fields };
      return { tag: 'made', head, parts: pattern.fields.map((field) => shapeOf(field.pattern)) };
    }
    case 'literal': {
      const family = typeof pattern.value === 'boolean' ? BOOLEANS : undefined;
      return {
        tag: 'made',
        head: { kind: 'literal', name: JSON.stringify(pattern.value), arity: 0, family },
        parts: [],
      };
    }
    case 'constructor': {
      const parts = pattern.payload === undefined ? [] : [shapeOf(pattern.payload)];
      const head: Head = {
        kind: 'constructor',
        name: pattern.name,
        arity: parts.length,
        family: pattern.family,
      };
      return { tag: 'made', head, parts };
    }
  }
}

/** The heads of a tuple or record. */
const ONLY: Family = [{ name: '', hasPayload: true }];

const BOOLEANS: Family = [
  { name: 'true', hasPayload: false },
  { name: 'false', hasPayload: false },
];

/**
 * Returns values, as shapes, that no row matches; undefined if there are none. Rows have `count` parts. Adds the arms
 * that are reached.
 */
function missingIn(rows: readonly Row[], count: number, search: Search): Missing | undefined {
  search.steps -= 1 + rows.length;
  if (search.steps < 0) return undefined;
  const [top] = rows;
  if (top === undefined) return { shapes: prepended(anyOf(count), undefined) };
  if (isAny(top.parts)) {
    search.reached.add(top.arm);
    return undefined;
  }
  const heads = new Map<string, { readonly head: Head; readonly rows: Row[] }>();
  const others: Row[] = [];
  for (const { arm, parts } of rows) {
    const { shape = ANY, rest } = parts ?? {};
    if (shape.tag === 'made') {
      const { head } = shape;
      const same = heads.get(head.name) ?? { head, rows: others.map((other) => opened(other, head.arity)) };
      if (same.rows.length === others.length) search.steps -= others.length;
      heads.set(head.name, same);
      same.rows.push({ arm, parts: prepended(shape.parts, rest) });
    } else {
      for (const { head, rows: own } of heads.values()) own.push({ arm, parts: prepended(anyOf(head.arity), rest) });
      search.steps -= heads.size;
      others.push({ arm, parts: rest });
    }
  }
  const [sample] = heads.values();
  let missing: Missing | undefined;
  for (const { head, rows: own } of heads.values()) {
    const found = missingIn(own, head.arity + count - 1, search);
    missing ??= found && { shapes: rebuilt(head, found.shapes) };
  }
  const family = sample?.head.family;
  const other = family?.find(({ name }) => !heads.has(name));
  if (sample !== undefined && family !== undefined && other === undefined) return missing;
  const found = missingIn(others, count - 1, search);
  if (found === undefined) return undefined;
  if (sample === undefined || other === undefined) return { shapes: { shape: ANY, rest: found.shapes } };
  const head = { ...sample.head, name: other.name, arity: other.hasPayload ? 1 : 0 };
  return { shapes: rebuilt(head, prepended(anyOf(head.arity), found.shapes)) };
}

/** Returns a row without its first part, which matches everything, as one with the parts of the value there. */
function opened({ arm, parts }: Row, arity: number): Row {
  return { arm, parts: prepended(anyOf(arity), parts) };
}

function anyOf(count: number): readonly Shape[] {
  return Array.from({ length: count }, () => ANY);
}

function isAny(parts: Shapes | undefined): boolean {
  for (let at = parts; at !== undefined; at = at.rest) if (at.shape.tag !== 'any') return false;
  return true;
}

function prepended(shapes: readonly Shape[], rest: Shapes | undefined): Shapes | undefined {
  return shapes.reduceRight<Shapes | undefined>((list, shape) => ({ shape, rest: list }), rest);
}

/** Returns shapes whose first one has this head, with the first of the given ones as its parts. */
function rebuilt(head: Head, found: Shapes | undefined): Shapes {
  const parts: Shape[] = [];
  let rest = found;
  while (parts.length < head.arity && rest !== undefined) {
    parts.push(rest.shape);
    ({ rest } = rest);
  }
  return { shape: { tag: 'made', head, parts }, rest };
}

/** Writes a shape as a pattern. `inside` means as the payload of a constructor, or before `::`. */
function write(shape: Shape, inside: boolean): string {
  if (shape.tag === 'any') return '_';
  const { head, parts } = shape;
  const [only] = parts;
  switch (head.kind) {
    case 'literal':
      return head.name;
    case 'tuple':
      return `(${parts.map((part) => write(part, false)).join(', ')})`;
    case 'record':
      return `{${parts.map((part, index) => `${head.fields?.[index] ?? ''} = ${write(part, false)}`).join(', ')}}`;
    case 'constructor': {
      if (only === undefined) return head.name;
      const text = head.name === '::' ? cons(only) : `${head.name} ${write(only, true)}`;
      return inside ? `(${text})` : text;
    }
  }
}

function cons(payload: Shape): string {
  const [head, tail] = payload.tag === 'made' ? payload.parts : [];
  return `${write(head ?? ANY, true)} :: ${write(tail ?? ANY, false)}`;
}
