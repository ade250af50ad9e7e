import type { DraftPattern, Family } from '../draft';

/** The values that a match does not cover, and the arms that are never reached. */
export interface Coverage {
  /** A pattern that no arm matches, as the reader would write it. */
  readonly missing: string | undefined;
  /** The indices of unreached arms. */
  readonly unreached: readonly number[];
}

/**
 * Computes coverage by usefulness (Maranget, Warnings for pattern matching, 2007). An arm is reached if it matches some
 * value that no arm above matches. The match is exhaustive if an arm `_` below it would not be reached.
 */
export function coverage(patterns: readonly DraftPattern[]): Coverage {
  const work = { steps: MOST_STEPS };
  const rows: Row[] = [];
  const unreached: number[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const row = [shapeOf(pattern)];
    if (witness(rows, row, work) === undefined) unreached.push(index);
    rows.push(row);
  }
  const found = witness(rows, [ANY], work);
  // Nothing is reported if the analysis takes too long.
  if (work.steps <= 0) return { missing: undefined, unreached: [] };
  return { missing: found?.[0] && write(found[0], false), unreached };
}

/**
 * Returns the patterns that a match does not cover, as the reader would write them; only the first few if there are
 * many.
 */
export function missingPatterns(patterns: readonly DraftPattern[]): readonly string[] {
  const work = { steps: MOST_STEPS };
  const rows: Row[] = patterns.map((pattern) => [shapeOf(pattern)]);
  const missing: string[] = [];
  while (missing.length < MOST_MISSING) {
    const found = witness(rows, [ANY], work)?.[0];
    if (found === undefined || work.steps <= 0) break;
    missing.push(write(found, false));
    rows.push([found]);
  }
  return missing;
}

const MOST_MISSING = 40;

/** A limit on the work, which is exponential in the number of columns at worst. */
const MOST_STEPS = 20_000;

/** A pattern without its names. A tuple or record counts as the only constructor of its type. */
type Shape = { readonly tag: 'any' } | { readonly tag: 'made'; readonly head: Head; readonly parts: readonly Shape[] };

interface Head {
  readonly kind: 'constructor' | 'literal' | 'tuple' | 'record';
  /** The name of a constructor, or the text of a literal. */
  readonly name: string;
  /** How many parts a value with this head has. */
  readonly arity: number;
  /** All heads of the type; undefined if there are infinitely many. */
  readonly family: readonly { readonly name: string; readonly arity: number }[] | undefined;
  /** The field names of a record. */
  readonly fields?: readonly string[];
}

type Row = readonly Shape[];

const ANY: Shape = { tag: 'any' };

function shapeOf(pattern: DraftPattern): Shape {
  switch (pattern.tag) {
    case 'variable':
    case 'wildcard':
      return ANY;
    case 'tuple': {
      const arity = pattern.items.length;
      const head: Head = { kind: 'tuple', name: '', arity, family: [{ name: '', arity }] };
      return { tag: 'made', head, parts: pattern.items.map(shapeOf) };
    }
    case 'record': {
      const arity = pattern.fields.length;
      const fields = pattern.fields.map(({ name }) => name);
      const head: Head = { kind: 'record', name: '', arity, family: [{ name: '', arity }], fields };
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
        family: arities(pattern.family),
      };
      return { tag: 'made', head, parts };
    }
  }
}

const BOOLEANS = [
  { name: 'true', arity: 0 },
  { name: 'false', arity: 0 },
];

function arities(family: Family): { readonly name: string; readonly arity: number }[] {
  return family.map(({ name, hasPayload }) => ({ name, arity: hasPayload ? 1 : 0 }));
}

/** Returns values, as shapes, that match `row` but none of `rows`; undefined if there are none. */
function witness(rows: readonly Row[], row: Row, work: { steps: number }): readonly Shape[] | undefined {
  work.steps -= 1;
  if (work.steps < 0) return row;
  const [first, ...rest] = row;
  if (first === undefined) return rows.length === 0 ? [] : undefined;
  if (first.tag === 'made') return rebuilt(first.head, rows, [...first.parts, ...rest], work);
  const heads = new Map(rows.flatMap(([shape]) => (shape?.tag === 'made' ? [[shape.head.name, shape.head]] : [])));
  const [sample] = heads.values();
  const others = sample?.family?.filter(({ name }) => !heads.has(name));
  if (sample !== undefined && others?.length === 0) {
    for (const head of heads.values()) {
      const parts = Array.from({ length: head.arity }, () => ANY);
      const found = rebuilt(head, rows, [...parts, ...rest], work);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const found = witness(
    rows.flatMap(([shape, ...more]) => (shape?.tag === 'any' ? [more] : [])),
    rest,
    work,
  );
  if (found === undefined) return undefined;
  const [other] = others ?? [];
  if (sample === undefined || other === undefined) return [ANY, ...found];
  const parts = Array.from({ length: other.arity }, () => ANY);
  return [{ tag: 'made', head: { ...sample, ...other }, parts }, ...found];
}

/** Returns a witness whose first value has this head. */
function rebuilt(head: Head, rows: readonly Row[], row: Row, work: { steps: number }): readonly Shape[] | undefined {
  const below = rows.flatMap(([shape, ...more]): Row[] => {
    if (shape?.tag === 'any') return [[...Array.from({ length: head.arity }, () => ANY), ...more]];
    return shape?.head.name === head.name ? [[...shape.parts, ...more]] : [];
  });
  const found = witness(below, row, work);
  if (found === undefined) return undefined;
  return [{ tag: 'made', head, parts: found.slice(0, head.arity) }, ...found.slice(head.arity)];
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
