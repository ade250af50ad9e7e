import { resolve, resolveContainer } from '../../types/resolve';
import { carriesFunctions, sameType, typeParts } from '../../types/structure';
import { PICTURE, REAL, sequenceType, STRING } from '../../types/type';
import type { Container, Kind, Part, RequiredPart, Type, TypeVariable } from '../../types/type';
import { DEPTH_LIMIT, freshContainer, freshVariable } from '../context';
import type { Context } from '../context';

/** Why two types cannot be equal: the innermost parts that differ. */
export type Conflict =
  | { readonly tag: 'mismatch'; readonly expected: Type; readonly found: Type }
  /** The variable would have to contain itself. */
  | { readonly tag: 'infinite'; readonly variable: Type; readonly type: Type }
  /** The type has more than `SIZE_LIMIT` parts, or is deeper than `TYPE_DEPTH_LIMIT`. */
  | { readonly tag: 'too-large' }
  /** `type` does not have the kind that is required here. */
  | { readonly tag: 'kind'; readonly kind: Kind; readonly type: Type }
  | PartConflict;

/** The type has no such part, or one of another type, `found`. */
export interface PartConflict {
  readonly tag: 'part';
  readonly type: Type;
  readonly part: Part;
  readonly required: RequiredPart;
  readonly found?: Type;
}

/** Makes two types equal by solving variables, or returns a conflict. After a conflict, some variables stay solved. */
export function unify(context: Context, expectedOpen: Type, foundOpen: Type): Conflict | undefined {
  const expected = resolve(expectedOpen);
  const found = resolve(foundOpen);
  if (expected === found) return undefined;
  if (found.tag === 'variable') return solve(context, found.variable, expected);
  if (expected.tag === 'variable') return solve(context, expected.variable, found);
  if (!unifyHeads(expected, found)) return { tag: 'mismatch', expected, found };
  const conflict = unifyAll(context, typeParts(expected), typeParts(found));
  if (conflict !== undefined || expected.tag !== 'product' || found.tag !== 'product') return conflict;
  return expected.items.length === found.items.length ? undefined : { tag: 'mismatch', expected, found };
}

/**
 * Whether two types that are not variables can be equal if their parts can, and products have the same number of items.
 */
function unifyHeads(expected: Type, found: Type): boolean {
  switch (expected.tag) {
    case 'record':
      return (
        found.tag === 'record' &&
        expected.fields.length === found.fields.length &&
        expected.fields.every((field, index) => found.fields[index]?.name === field.name)
      );
    case 'named':
      return found.tag === 'named' && found.name === expected.name;
    case 'sequence':
      return found.tag === 'sequence' && unifyContainers(expected.container, found.container);
    default:
      return found.tag === expected.tag;
  }
}

function unifyAll(context: Context, expected: readonly Type[], found: readonly Type[]): Conflict | undefined {
  if (expected.length !== found.length) return undefined;
  for (let index = 0; index < expected.length; index += 1) {
    const [type, other] = [expected[index], found[index]];
    const conflict = type === undefined || other === undefined ? undefined : unify(context, type, other);
    if (conflict !== undefined) return conflict;
  }
  return undefined;
}

function unifyContainers(a: Container, b: Container): boolean {
  const left = resolveContainer(a);
  const right = resolveContainer(b);
  if (left === right) return true;
  if (typeof left === 'object') {
    if (typeof right === 'object') {
      right.level = Math.min(left.level, right.level);
      right.follows ??= left.follows;
      right.useOf ??= left.useOf;
    }
    left.solution = typeof right === 'string' ? right : { tag: 'variable', variable: right };
    return true;
  }
  if (typeof right === 'object') {
    right.solution = left;
    return true;
  }
  return false;
}

function solve(context: Context, variable: TypeVariable, type: Type): Conflict | undefined {
  if (type.tag === 'variable') return solveOpen(context, variable, type);
  const conflict = adopt(context, variable, type, variable.kind, { parts: SIZE_LIMIT }, TYPE_DEPTH_LIMIT);
  if (conflict?.tag === 'infinite') return { ...conflict, type };
  if (conflict !== undefined) return conflict;
  variable.solution = type;
  for (const [part, required] of variable.parts ?? []) {
    const found = partOf(type, part);
    if (found === undefined) return missing(type, part, required);
    if (unify(context, required.type, found) !== undefined) return { ...missing(type, part, required), found };
  }
  return undefined;
}

/** Makes two variables one, with the parts of both. */
function solveOpen(
  context: Context,
  variable: TypeVariable,
  type: Extract<Type, { tag: 'variable' }>,
): Conflict | undefined {
  const other = type.variable;
  if (occursInParts(variable, other) || occursInParts(other, variable)) {
    return { tag: 'infinite', variable: { tag: 'variable', variable }, type };
  }
  const conflict =
    restrict(context, type, variable.kind) ?? restrict(context, { tag: 'variable', variable }, other.kind);
  if (conflict !== undefined) return conflict;
  // What two kinds have in common can be one type, such as real.
  if (variable.solution !== undefined || other.solution !== undefined)
    return unify(context, { tag: 'variable', variable }, type);
  lower(type, variable.level);
  if (variable.isExponent) other.isExponent = true;
  variable.solution = type;
  for (const [part, required] of variable.parts ?? []) {
    const clash = requirePart(context, other, part, required);
    if (clash !== undefined) return clash;
  }
  return undefined;
}

/** Whether a variable is in the type of a part that the other one must have. */
function occursInParts(variable: TypeVariable, { parts }: TypeVariable): boolean {
  if (parts === undefined) return false;
  const inside = (open: Type): boolean => {
    const type = resolve(open);
    return (type.tag === 'variable' && type.variable === variable) || typeParts(type).some(inside);
  };
  return [...parts.values()].some((required) => inside(required.type));
}

/** Adds to what an open type must have, and lowers the level of the part's type to that of the whole. */
export function requirePart(
  context: Context,
  variable: TypeVariable,
  part: Part,
  required: RequiredPart,
): Conflict | undefined {
  const whole: Type = { tag: 'variable', variable };
  const isTooFar = typeof part === 'number' && part > DEPTH_LIMIT;
  if (isTooFar || !HAS_SELECTIONS[variable.kind]) return missing(whole, part, required);
  variable.parts ??= new Map();
  for (const other of variable.parts.keys()) {
    if (typeof other !== typeof part) return missing(whole, part, required);
    break;
  }
  const known = variable.parts.get(part);
  if (known !== undefined) return unify(context, known.type, required.type);
  lower(required.type, variable.level);
  const conflict = restrict(context, required.type, KIND_OF_PARTS[variable.kind]);
  if (conflict === undefined) variable.parts.set(part, required);
  return conflict;
}

/** Returns the type of a part of a known type; undefined if there is no such part. */
export function partOf(type: Type, part: Part): Type | undefined {
  if (typeof part === 'number') return type.tag === 'product' && part > 0 ? type.items[part - 1] : undefined;
  return type.tag === 'record' ? type.fields.find(({ name }) => name === part)?.type : undefined;
}

function missing(type: Type, part: Part, required: RequiredPart): PartConflict {
  return { tag: 'part', type, part, required };
}

/**
 * Limits the size of types: they are trees, so `let x1 = (x0, x0)`, `let x2 = (x1, x1)`, ... would grow exponentially.
 */
export const SIZE_LIMIT = 2000;
const TYPE_DEPTH_LIMIT = 100;

/** Checks that `variable` does not occur in `type`, and passes its level and kind to the variables inside. */
function adopt(
  context: Context,
  variable: TypeVariable,
  open: Type,
  kind: Kind,
  budget: { parts: number },
  depth: number,
): Conflict | undefined {
  const type = resolve(open);
  budget.parts -= 1;
  if (budget.parts < 0 || depth < 0) return { tag: 'too-large' };
  if (type.tag === 'variable') {
    if (type.variable === variable) return { tag: 'infinite', variable: { tag: 'variable', variable }, type: open };
    type.variable.level = Math.min(type.variable.level, variable.level);
    const conflict = restrict(context, type, kind);
    if (conflict !== undefined) return conflict;
  } else if (outsideKind(type, kind)) {
    return { tag: 'kind', kind, type };
  }
  if (type.tag === 'sequence') lowerContainer(type.container, variable.level);
  for (const part of typeParts(type)) {
    const conflict = adopt(context, variable, part, KIND_OF_PARTS[kind], budget, depth - 1);
    if (conflict !== undefined) return conflict;
  }
  return undefined;
}

/** Lowers the level of the open variables of a type, because a place of this level may still determine them. */
export function lower(open: Type, level: number): void {
  const type = resolve(open);
  if (type.tag === 'variable') type.variable.level = Math.min(type.variable.level, level);
  if (type.tag === 'sequence') lowerContainer(type.container, level);
  for (const part of typeParts(type)) lower(part, level);
}

function lowerContainer(open: Container, level: number): void {
  const container = resolveContainer(open);
  if (typeof container === 'object') container.level = Math.min(container.level, level);
}

/** Whether the type is within the size limits, looking through solved variables. */
export function isModest(open: Type, limit = SIZE_LIMIT): boolean {
  const budget = { parts: limit };
  const visit = (part: Type, depth: number): boolean => {
    budget.parts -= 1;
    return budget.parts >= 0 && depth >= 0 && typeParts(resolve(part)).every((inner) => visit(inner, depth - 1));
  };
  return visit(open, TYPE_DEPTH_LIMIT);
}

/** Restricts a type to a kind, or returns the part that does not have it. */
export function restrict(context: Context, open: Type, kind: Kind): Conflict | undefined {
  const type = resolve(open);
  if (kind === 'any') return undefined;
  if (type.tag === 'variable') {
    const { variable } = type;
    const narrower = meet(variable.kind, kind);
    if (narrower === variable.kind) return undefined;
    if (narrower === 'none') return { tag: 'kind', kind, type };
    const known = knownType(context, narrower);
    const isSelectable = typeof known === 'string' && HAS_SELECTIONS[known];
    if (variable.parts !== undefined && !isSelectable) return { tag: 'kind', kind, type };
    if (typeof known !== 'string') {
      lower(known, variable.level);
      variable.solution = known;
      return undefined;
    }
    variable.kind = known;
  } else if (outsideKind(type, kind)) {
    return { tag: 'kind', kind, type };
  }
  for (const part of typeParts(type)) {
    const conflict = restrict(context, part, KIND_OF_PARTS[kind]);
    if (conflict !== undefined) return conflict;
  }
  return undefined;
}

/** The kind of the parts of a type of a kind. */
const KIND_OF_PARTS: Readonly<Record<Kind, Kind>> = {
  any: 'any',
  watched: 'diff',
  diff: 'diff',
  joined: 'diff',
  eq: 'eq',
  num: 'num',
  additive: 'vector',
  vector: 'vector',
};

/** Whether some types of a kind are records or tuples. */
const HAS_SELECTIONS: Readonly<Record<Kind, boolean>> = {
  any: true,
  watched: true,
  diff: true,
  joined: false,
  eq: false,
  num: false,
  additive: true,
  vector: true,
};

/** Whether the type's own constructor is outside the kind, whatever its parts are. */
function outsideKind(type: Type, kind: Kind): boolean {
  switch (kind) {
    case 'any':
      return false;
    case 'watched':
      return carriesFunctions(type) && !sameType(type, PICTURE);
    case 'diff':
      return carriesFunctions(type);
    case 'joined':
      return type.tag !== 'string' && type.tag !== 'sequence';
    case 'eq':
      return type.tag !== 'real' && type.tag !== 'int' && type.tag !== 'bool' && type.tag !== 'string';
    case 'num':
      return type.tag !== 'real' && type.tag !== 'int';
    case 'additive':
      return type.tag !== 'int' && outsideKind(type, 'vector');
    case 'vector':
      return type.tag !== 'real' && type.tag !== 'product' && type.tag !== 'record' && type.tag !== 'sequence';
  }
}

/** The kinds inside a kind. */
const INSIDE: Readonly<Record<Kind, readonly Kind[]>> = {
  any: ['watched', 'diff', 'joined', 'eq', 'num', 'additive', 'vector'],
  watched: ['diff', 'joined', 'eq', 'num', 'additive', 'vector'],
  diff: ['joined', 'eq', 'num', 'additive', 'vector'],
  joined: [],
  eq: ['num'],
  num: [],
  additive: ['num', 'vector'],
  vector: [],
};

/** Returns what is of both kinds: another kind, a type, or nothing. */
function meet(a: Kind, b: Kind): Kind | 'real' | JoinedWith {
  if (a === b || INSIDE[a].includes(b)) return b;
  if (INSIDE[b].includes(a)) return a;
  if (a === 'joined') return JOINED_WITH[b];
  if (b === 'joined') return JOINED_WITH[a];
  return a === 'vector' || b === 'vector' ? 'real' : 'num';
}

/** Returns the type that is all that two kinds have in common; a kind if they have more. */
function knownType(context: Context, common: Kind | 'real' | 'string' | 'sequence'): Kind | Type {
  switch (common) {
    case 'real':
      return REAL;
    case 'string':
      return STRING;
    case 'sequence':
      return sequenceType(freshContainer(context), freshVariable(context, 'vector'));
    default:
      return common;
  }
}

type JoinedWith = 'joined' | 'string' | 'sequence' | 'none';

/** What can be joined and is of another kind; a `sequence` is one of vectors. */
const JOINED_WITH: Readonly<Record<Kind, JoinedWith>> = {
  any: 'joined',
  watched: 'joined',
  diff: 'joined',
  joined: 'joined',
  eq: 'string',
  num: 'none',
  additive: 'sequence',
  vector: 'sequence',
};
