import { BUILT_IN_VARIANTS } from '../../core/constructors';
import type { Span } from '../../source/span';
import { functionType, product, sequenceType } from '../../types/type';
import type { Type } from '../../types/type';
import type { BuiltinInstance } from '../infer/builtin';
import { freshVariable } from '../context';
import type { Context } from '../context';
import type { Family } from '../draft';
import { substituteTypes } from './generalise';

/** A constructor at fresh type variables, with its type and payload. */
export interface ConstructorInstance {
  readonly name: string;
  readonly type: Type;
  readonly payload: Type | undefined;
  /** All constructors of the type. */
  readonly family: Family;
  /** Where the reader declared it. */
  readonly declared?: Span;
}

export const LIST_FAMILY: Family = [
  { name: '[]', hasPayload: false },
  { name: '::', hasPayload: true },
];
const SUM_FAMILY: Family = [
  { name: 'inl', hasPayload: true },
  { name: 'inr', hasPayload: true },
];

/** Returns an instance of a constructor; undefined if there is none of that name. */
export function constructorInstance(context: Context, name: string): ConstructorInstance | undefined {
  if (name === 'inl' || name === 'inr') {
    const left = freshVariable(context);
    const right = freshVariable(context);
    return { name, type: { tag: 'sum', left, right }, payload: name === 'inl' ? left : right, family: SUM_FAMILY };
  }
  for (const { type, constructors } of BUILT_IN_VARIANTS) {
    const found = constructors.find((candidate) => candidate.name === name);
    if (found !== undefined) return { name, type, payload: found.payload, family: familyOf(constructors) };
  }
  const variant = context.constructors.get(name);
  const declared = variant?.named.get(name);
  if (variant === undefined || declared === undefined) return undefined;
  const solutions = new Map(variant.parameters.map((parameter) => [parameter, freshVariable(context)]));
  return {
    name,
    type: substituteTypes(solutions, variant.type),
    payload: declared.payload && substituteTypes(solutions, declared.payload),
    family: variant.family,
    declared: declared.span,
  };
}

export function listConstructor(name: '[]' | '::', item: Type): ConstructorInstance {
  const type = sequenceType('list', item);
  return { name, type, payload: name === '::' ? product([item, type]) : undefined, family: LIST_FAMILY };
}

export function familyOf(
  constructors: readonly { readonly name: string; readonly payload: Type | undefined }[],
): Family {
  return constructors.map(({ name, payload }) => ({ name, hasPayload: payload !== undefined }));
}

/** Returns the type of the constructor as a function, or as a value if it has no payload. */
export function constructorType({ type, payload }: ConstructorInstance): Type {
  return payload === undefined ? type : functionType(payload, type);
}

/** Returns the constructor as a built-in, for use as a function or a value. */
export function constructorAsBuiltin(made: ConstructorInstance): BuiltinInstance {
  const { name, payload } = made;
  return {
    type: constructorType(made),
    arity: payload === undefined ? 0 : 1,
    build: (_context, [given], type, origin) => ({
      tag: 'construct',
      constructorName: name,
      payload: given,
      type,
      origin,
    }),
  };
}
