import { constructorsOf } from '../../../language/core/constructors';
import type { VariantDeclaration } from '../../../language/core/tree';
import { NOWHERE } from '../../../language/source/span';
import { printType } from '../../../language/types/print';
import type { Type } from '../../../language/types/type';
import { partsOf, payloadType } from '../../../semantics/leaves';
import { copiedItems } from '../../../semantics/reals';
import { primalOf, Variant, type Value } from '../../../semantics/value';
import { traceConstant, iteratedPair, type TraceTerm, type TraceType } from './term';
import { traceTypeOf } from './types';

/*
 * How values are represented in traces, which hold only reals and tuples of reals (ours). If the number of reals
 * depends on the value and not on its type, the representation is the tuple of its parts: `C p` is that of `p`, so `[]`
 * and other constructors without a payload are `*`, and `x :: xs` is a pair; an array is the iterated product of its
 * items. The constructor and the number of items are known when the program runs. A function is represented by the
 * values it captured: `symbolic.ts`.
 */

/** The representation of a value without reals. */
export const UNIT_TERM: TraceTerm = { tag: 'unit', origin: NOWHERE };

/** Most levels of nested tuples in a term: deeper ones overflow the stack of a browser's worker. */
export const TUPLE_DEPTH_LIMIT = 400;

/** The types of a program, as far as traces have them. */
export interface TraceTypes {
  readonly variants: readonly VariantDeclaration[];
  /**
   * Returns whether values of a type are bound in traces. Leaf types are not: the rules evaluate them like booleans.
   * Nor are functions, which are in φ, nor variants and sequences of these.
   */
  readonly isBound: (type: Type) => boolean;
}

export function traceTypes(variants: readonly VariantDeclaration[]): TraceTypes {
  const known = new WeakMap<Type, boolean>();
  const underWay = new Set<string>();
  const isBound = (type: Type): boolean => {
    switch (type.tag) {
      case 'real':
      case 'unit':
      case 'product':
      case 'record':
        return true;
      case 'sequence':
        return isBound(type.item);
      case 'sum':
        return isBound(type.left) || isBound(type.right);
      case 'named': {
        const before = known.get(type);
        if (before !== undefined) return before;
        // A type that mentions itself adds nothing new to what its other parts mention.
        const key = printType(type);
        if (underWay.has(key)) return false;
        underWay.add(key);
        const constructors = constructorsOf(type, variants) ?? [];
        const found = constructors.some(({ payload }) => payload !== undefined && isBound(payload));
        underWay.delete(key);
        if (underWay.size === 0) known.set(type, found);
        return found;
      }
      default:
        return false;
    }
  };
  return { variants, isBound };
}

/** Splits a given term along with the value that it represents. */
export interface GivenTerms {
  readonly term: TraceTerm;
  readonly part: (side: 'fst' | 'snd', pair: TraceTerm) => TraceTerm;
}

/**
 * Returns the representation of a value; `part` answers for each part whose type alone tells its number of reals.
 * Undefined if the value is nested too deeply. `part` also receives the same part of `given`, which has the same
 * representation.
 */
export function represent(
  value: Value,
  type: Type,
  types: TraceTypes,
  part: (value: Value, type: Type, given: TraceTerm | undefined) => TraceTerm,
  given?: GivenTerms,
): TraceTerm | undefined {
  const take = (side: 'fst' | 'snd', pair: TraceTerm | undefined): TraceTerm | undefined =>
    pair && given?.part(side, pair);
  const limit = { isPassed: false };
  /** Tuples are nested to the left. */
  const tuple = (values: readonly Value[], of: (at: number) => Type, term: TraceTerm | undefined, room: number) => {
    const terms: (TraceTerm | undefined)[] = [];
    let rest = term;
    for (let at = values.length - 1; at > 0; at--) {
      terms[at] = take('snd', rest);
      rest = take('fst', rest);
    }
    terms[0] = rest;
    return iteratedPair(
      values.map((each, at) => walk(each, of(at), terms[at], room - values.length)),
      NOWHERE,
    );
  };
  const walk = (here: Value, at: Type, term: TraceTerm | undefined, room: number): TraceTerm => {
    if (traceTypeOf(at) !== undefined) return part(here, at, term);
    limit.isPassed ||= room < 0;
    if (limit.isPassed || !types.isBound(at)) return UNIT_TERM;
    switch (at.tag) {
      case 'product':
        return tuple(partsOf(here), (k) => at.items[k] ?? at, term, room);
      case 'record':
        return tuple(partsOf(here), (k) => at.fields[k]?.type ?? at, term, room);
      case 'sum':
      case 'named': {
        const { name, payload } = here as Variant;
        const carried = payloadType(at, name, types.variants);
        return carried === undefined ? UNIT_TERM : walk(payload, carried, term, room - 1);
      }
      case 'sequence': {
        const items = copiedItems(here);
        limit.isPassed ||= items.length > room;
        if (limit.isPassed || items.length === 0) return UNIT_TERM;
        if (at.container === 'array') return tuple(items, () => at.item, term, room);
        const heads: TraceTerm[] = [];
        let rest = term;
        items.forEach((item, k) => {
          if (k > 0) rest = take('snd', rest);
          heads.push(walk(item, at.item, take('fst', rest), room - items.length));
        });
        return list(heads, UNIT_TERM);
      }
      default:
        return UNIT_TERM;
    }
  };
  const made = walk(value, type, given?.term, TUPLE_DEPTH_LIMIT);
  return limit.isPassed ? undefined : made;
}

/** x :: ... :: tail. */
export function list(items: readonly TraceTerm[], tail: TraceTerm): TraceTerm {
  return items.reduceRight<TraceTerm>((second, first) => ({ tag: 'pair', first, second, origin: NOWHERE }), tail);
}

/** Returns a closed value of the language as a trace value; undefined if it is nested too deeply. */
export function traceValue(value: Value, type: Type, types: TraceTypes): TraceTerm | undefined {
  return represent(value, type, types, fixedValue);
}

/** Returns the trace value of a closed value whose type tells its number of reals. */
export function fixedValue(value: Value, type: Type): TraceTerm {
  switch (type.tag) {
    case 'real':
      return traceConstant(primalOf(value), NOWHERE);
    case 'product':
      return iteratedPair(
        type.items.map((item, at) => fixedValue(partsOf(value)[at], item)),
        NOWHERE,
      );
    case 'record':
      return iteratedPair(
        type.fields.map((field, at) => fixedValue(partsOf(value)[at], field.type)),
        NOWHERE,
      );
    default:
      return UNIT_TERM;
  }
}

/** Returns whether a type is nested too deeply. */
export function isTooDeep(type: TraceType, room = TUPLE_DEPTH_LIMIT): boolean {
  return type.tag === 'pair' && (room === 0 || isTooDeep(type.first, room - 1) || isTooDeep(type.second, room - 1));
}
