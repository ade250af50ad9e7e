/** Terms that split and build values of first-order types, on either side of D{-}. */
import * as core from '../../../language/core/builders';
import { constructorsOf, type ConstructorSignature } from '../../../language/core/constructors';
import { recordPattern, tuplePattern, variablePattern, wildcardPattern } from '../../../language/core/patterns';
import { internalError } from '../../../language/source/internal-error';
import type { Span } from '../../../language/source/span';
import type { Type } from '../../../language/types/type';
import type { FreshNames } from '../../../language/core/fresh-names';
import type { Fail, MatchArm, Pattern, Term, VariantDeclaration } from '../../../language/core/tree';
import { SOURCE_SIDE, type DualTypes, type Side } from '../side';

/** The program that polytypic functions are made for. */
export interface Shapes {
  readonly fresh: FreshNames;
  readonly variants: readonly VariantDeclaration[];
  readonly types: DualTypes;
}

/** Returns whether values of a first-order type can contain reals: only then D{-} changes the type. */
export function hasReals({ types }: Shapes, type: Type): boolean {
  return types.type(type) !== type;
}

/** Returns the number of reals in every value of the type; undefined if it depends on the value. */
export function countOfReals(shapes: Shapes, type: Type): number | undefined {
  if (!hasReals(shapes, type)) return 0;
  if (type.tag === 'real') return 1;
  if (type.tag !== 'product' && type.tag !== 'record') return undefined;
  const parts = type.tag === 'product' ? type.items : type.fields.map((field) => field.type);
  return parts.reduce<number | undefined>((total, part) => {
    const count = countOfReals(shapes, part);
    return total === undefined || count === undefined ? undefined : total + count;
  }, 0);
}

/** The path from a value to one of its parts; it is the same in every value of the type. */
type Way = (whole: Term) => Term;

/** Returns a product or record of the results of `make` for its parts; undefined at other types. */
export function inPlace(type: Type, origin: Span, make: (part: Type, way: Way) => Term): Term | undefined {
  switch (type.tag) {
    case 'product':
      return core.tuple(
        type.items.map((part, i) => make(part, (whole) => component(whole, i))),
        origin,
      );
    case 'record':
      return core.record(
        type.fields.map(({ name, type: part }) => ({ name, value: make(part, (whole) => fieldOf(whole, name)) })),
        origin,
      );
    default:
      return undefined;
  }
}

/** Returns a component, directly if the value is a tuple term. */
export function component(value: Term, index: number): Term {
  const item = value.tag === 'tuple' ? value.items[index] : undefined;
  return item ?? core.projection(value, index, value.origin);
}

export function fieldOf(value: Term, name: string): Term {
  const found = value.tag === 'record' ? value.fields.find((field) => field.name === name) : undefined;
  return found?.value ?? core.field(value, name, value.origin);
}

export function constructorsAt({ variants }: Shapes, type: Type): readonly ConstructorSignature[] {
  return constructorsOf(type, variants) ?? internalError(`a ${type.tag} has no constructors`);
}

/** Returns a constructor of one side, applied to a payload of that side. */
export function constructed(type: Type, side: Side, { name }: ConstructorSignature, payload: Term | undefined): Term {
  return core.construct(side.constructorName(type, name), payload, side.type(type));
}

/** Returns a match on `value` with an arm for each constructor of the type. */
export function byConstructor(
  shapes: Shapes,
  type: Type,
  side: Side,
  value: Term,
  body: (constructor: ConstructorSignature, payload: Term | undefined) => Term,
): Term {
  const arms = constructorsAt(shapes, type).map((constructor): MatchArm => {
    const payload = openedPayload(shapes, type, side, constructor, 'x');
    const constructorName = side.constructorName(type, constructor.name);
    return { constructorName, payload: payload?.pattern, body: body(constructor, payload?.term) };
  });
  return core.match(value, arms);
}

/** Returns a match on `value` with one arm for the given constructor; any other constructor fails. */
export function byOneConstructor(
  shapes: Shapes,
  type: Type,
  value: Term,
  constructor: ConstructorSignature,
  otherwise: Fail,
  body: (payload: Term | undefined) => Term,
): Term {
  const payload = openedPayload(shapes, type, SOURCE_SIDE, constructor, 'y', true);
  const arm: MatchArm = { constructorName: constructor.name, payload: payload?.pattern, body: body(payload?.term) };
  return core.match(value, [arm], constructorsAt(shapes, type).length > 1 ? otherwise : undefined);
}

/** A pattern, and the value that it matches, as a term. */
export interface Opened {
  readonly pattern: Pattern;
  readonly term: Term;
}

/** The head and the tail of a list need names, because `::` needs them in a pattern. */
function openedPayload(
  shapes: Shapes,
  type: Type,
  side: Side,
  { payload }: ConstructorSignature,
  name: string,
  realsOnly = false,
): Opened | undefined {
  if (payload === undefined) return undefined;
  if (type.tag !== 'sequence') return opened(shapes, payload, side, name, realsOnly);
  const head = opened(shapes, type.item, side, name, realsOnly);
  return openedTuple([head, openedVariable(shapes.fresh(`${name}s`), side.type(type))]);
}

/**
 * Returns a pattern that names the parts of a value down to its reals. With `realsOnly`, parts without reals get no
 * names, and their terms must not be used.
 */
export function opened(shapes: Shapes, type: Type, side: Side, name: string, realsOnly = false): Opened {
  if (!hasReals(shapes, type)) {
    const whole = openedVariable(shapes.fresh(name), type);
    return realsOnly ? { ...whole, pattern: wildcardPattern(type) } : whole;
  }
  const inner = (part: Type): Opened => opened(shapes, part, side, name, realsOnly);
  switch (type.tag) {
    case 'real': {
      const dual = side.type(type);
      const x = shapes.fresh(name);
      if (dual.tag !== 'product') return openedVariable(x, dual);
      return openedTuple(dual.items.map((part, i) => openedVariable(i === 0 ? x : shapes.fresh(`d${x}`), part)));
    }
    case 'product':
      return openedTuple(type.items.map(inner));
    case 'record': {
      const fields = type.fields.map((field) => ({ name: field.name, ...inner(field.type) }));
      const values = fields.map(({ name: label, term }) => ({ name: label, value: term }));
      return { pattern: recordPattern(fields), term: core.record(values) };
    }
    default:
      return openedVariable(shapes.fresh(name), side.type(type));
  }
}

function openedVariable(name: string, type: Type): Opened {
  return { pattern: variablePattern(name, type), term: core.variable(name, type) };
}

function openedTuple(items: readonly Opened[]): Opened {
  return {
    pattern: tuplePattern(items.map(({ pattern }) => pattern)),
    term: core.tuple(items.map(({ term }) => term)),
  };
}
