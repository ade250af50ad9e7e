import { constructorsOf } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import { sameType } from '../../language/types/structure';
import type { Type } from '../../language/types/type';
import { partsOf, sequenceOf } from '../../semantics/leaves';
import { copiedItems } from '../../semantics/reals';
import type { Task } from '../../semantics/task';
import { Variant, type Value } from '../../semantics/value';
import { isIn, type Quantified } from './generate';

type Case = readonly Value[];

/**
 * Returns a simpler case that still fails: shorter lists, smaller trees, rounder numbers. Each time, the first simpler case
 * that fails is kept, until none does or `most` cases have been tried.
 */
export function* shrinkCase(
  start: Case,
  variables: readonly Quantified[],
  variants: readonly VariantDeclaration[],
  fails: (candidate: Case) => Task<boolean>,
  most: number,
): Task<Case> {
  let best = start;
  let left = most;
  for (;;) {
    let found: Case | undefined;
    for (const candidate of simplerCases(best, variables, variants)) {
      if (left-- <= 0) return best;
      if (yield* fails(candidate)) {
        found = candidate;
        break;
      }
    }
    if (found === undefined) return best;
    best = found;
  }
}

function* simplerCases(
  values: Case,
  variables: readonly Quantified[],
  variants: readonly VariantDeclaration[],
): Generator<Case> {
  for (const [at, { type, domain }] of variables.entries())
    for (const simpler of simplerValues(values[at], type, variants))
      if (domain === undefined || isIn(simpler as number, domain)) yield values.with(at, simpler);
}

/** Yields simpler values of a type, the greatest steps first. */
function* simplerValues(value: Value, type: Type, variants: readonly VariantDeclaration[]): Generator {
  switch (type.tag) {
    case 'real':
    case 'int':
      yield* simplerNumbers(value as number);
      return;
    case 'bool':
      if (value === true) yield false;
      return;
    case 'string':
      if (value !== '') yield '';
      return;
    case 'product':
    case 'record': {
      const types = type.tag === 'product' ? type.items : type.fields.map((field) => field.type);
      const parts = partsOf(value);
      for (const [at, part] of types.entries())
        for (const simpler of simplerValues(parts[at], part, variants)) yield parts.with(at, simpler);
      return;
    }
    case 'sequence': {
      const items = copiedItems(value);
      const like = type.container === 'array' ? 'array' : 'list';
      if (items.length > 1) yield sequenceOf([], like);
      for (const at of items.keys()) yield sequenceOf(items.toSpliced(at, 1), like);
      for (const [at, item] of items.entries())
        for (const simpler of simplerValues(item, type.item, variants)) yield sequenceOf(items.with(at, simpler), like);
      return;
    }
    case 'sum':
    case 'named': {
      if (!(value instanceof Variant)) return;
      const constructors = constructorsOf(type, variants) ?? [];
      const payload = constructors.find(({ name }) => name === value.name)?.payload;
      if (payload === undefined) return;
      yield* within(value.payload, payload, type);
      for (const { name, payload: carried } of constructors)
        if (carried === undefined) yield new Variant(name, undefined);
      for (const simpler of simplerValues(value.payload, payload, variants)) yield new Variant(value.name, simpler);
      return;
    }
    default:
  }
}

/** Yields the values of a type that are parts of another value. */
function* within(value: Value, type: Type, wanted: Type): Generator {
  if (sameType(type, wanted)) yield value;
  else if (type.tag === 'product')
    for (const [at, item] of type.items.entries()) yield* within(partsOf(value)[at], item, wanted);
}

/** Every number is simpler than the last by its sign, its digits or its size, so that shrinking ends. */
function* simplerNumbers(x: number): Generator<number> {
  const rounded = [0, 1, Math.trunc(x), Math.round(x * 10) / 10, Math.trunc(x / 2), Math.trunc(x) - Math.sign(x), -x];
  for (const each of new Set(rounded)) if (complexity(each) < complexity(x)) yield each === 0 ? 0 : each;
}

function complexity(x: number): number {
  return (Number.isInteger(x) ? 0 : 1e9 * String(x).length) + 2 * Math.min(Math.abs(x), 1e8) + (x < 0 ? 1 : 0);
}
