import { BUILTINS } from '../../language/elaborate/infer/builtins';
import { freshVariable, newContext, nothingEarlier, type Context } from '../../language/elaborate/context';
import { checkExpression } from '../../language/elaborate/infer/expression';
import { instantiate, mapParts, substituteTypes } from '../../language/elaborate/types/generalise';
import { inferItem } from '../../language/elaborate/infer/item';
import { prelude } from '../../language/elaborate/prelude';
import { readType } from '../../language/elaborate/types/type-expression';
import { unify } from '../../language/elaborate/types/unify';
import { parse } from '../../language/syntax/parser';
import { showType } from '../../language/types/print';
import { resolve } from '../../language/types/resolve';
import { isFirstOrder, sameType, typeParts } from '../../language/types/structure';
import type { Kind, Type } from '../../language/types/type';

/** The types that programs of the whole language can declare; each declaration declares what it mentions. */
const DECLARATIONS = [
  'type Maybe a = Nothing | Just a',
  'type Either a b = Left a | Right b',
  'type Tree a = Leaf a | Node (Tree a * Tree a)',
  'type Rose a = Rose (a * list (Rose a))',
  'type Shape = Origin | Circle real | Box (real * real)',
  'type Rule = Always real | Apply (real -> real)',
  'type Point = { x : real, y : real }',
] as const;

const CONTEXT = ((): Context => {
  const context = newContext(checkExpression, nothingEarlier(), prelude().meanings);
  for (const item of parse(DECLARATIONS.join('\n'), 0).program.items) inferItem(context, item);
  return context;
})();

/** Returns the declarations of the types that a program mentions, by name or by constructor. */
export function declarationsOf(text: string): readonly string[] {
  const words = new Set(text.match(/[A-Z][A-Za-z]*/gu));
  return DECLARATIONS.filter((declaration) => declaration.match(/[A-Z][A-Za-z]*/gu)?.some((name) => words.has(name)));
}

/** Returns the type in the language's notation, with its abbreviation `Point`. */
export function writtenType(type: Type): string {
  return showType(type).replaceAll('{x : real, y : real}', 'Point');
}

/** Returns the type of a curried callee, at fresh variables. */
export type TypeScheme = () => Type;

/** Returns the scheme of a type in the language's notation; the variables `d` and `e` have the kind Diff. */
export function typeSchemeOf(text: string): TypeScheme {
  const [item] = parse(`input x : ${text} = 0`, 0).program.items;
  return () => {
    if (item?.tag !== 'input') throw new Error(`no type: ${text}`);
    const [d, e] = [freshVariable(CONTEXT, 'diff'), freshVariable(CONTEXT, 'diff')];
    CONTEXT.annotationVariables = new Map([
      ['d', d],
      ['e', e],
    ]);
    return readType(CONTEXT, item.type);
  };
}

/** Returns the scheme of a built-in or prelude name. */
export function schemeOfName(name: string): TypeScheme {
  const builtin = BUILTINS.get(name);
  if (builtin !== undefined) return () => builtin.instance(CONTEXT).type;
  const meaning = prelude().meanings.get(name);
  if (meaning?.tag !== 'bound') throw new Error(`no name: ${name}`);
  return () => instantiate(CONTEXT, meaning.binder.group, meaning.type).type;
}

export function parsedType(text: string): Type {
  return typeSchemeOf(text)();
}

/** Stands for the unknown type in a polymorphic definition. */
export const RIGID = { tag: 'named', name: 'a', arguments: [] } as const satisfies Type;

export function isRigid(type: Type): boolean {
  return type.tag === 'named' && type.name === RIGID.name;
}

/** Returns the scheme of a definition in which `RIGID` stands for any first-order type. */
export function generalised(type: Type): TypeScheme {
  return () => {
    const instance = freshVariable(CONTEXT, 'diff');
    const replace = (part: Type): Type => (isRigid(part) ? instance : mapParts(part, replace));
    return replace(type);
  };
}

/** Returns how many arguments the type takes, one by one. */
export function arityOfType(type: Type): number {
  const known = resolve(type);
  return known.tag === 'function' ? 1 + arityOfType(known.result) : 0;
}

/**
 * Returns the types of `count` arguments with which a callee of the scheme returns a value of type `wanted`; undefined
 * if it cannot. `fill` chooses types that are left open.
 */
export function argumentsFor(
  scheme: TypeScheme,
  count: number,
  wanted: Type,
  fill: { readonly type: (kind: Kind) => Type; readonly container: () => 'list' | 'array' },
): readonly Type[] | undefined {
  CONTEXT.variables = [];
  CONTEXT.containers = [];
  const parameters: Type[] = [];
  let result = resolve(scheme());
  while (parameters.length < count) {
    if (result.tag !== 'function') return undefined;
    parameters.push(result.parameter);
    result = resolve(result.result);
  }
  if (unify(CONTEXT, result, wanted) !== undefined) return undefined;
  for (const variable of CONTEXT.variables) variable.solution ??= fill.type(variable.kind);
  for (const container of CONTEXT.containers) container.solution ??= fill.container();
  return parameters.map((parameter) => substituteTypes(new Map(), parameter));
}

/** Returns the constructors of a declared type or a sum; undefined for other types. */
export function variantsOf(type: Type): readonly { readonly name: string; readonly payload: Type | undefined }[] {
  if (type.tag === 'sum') {
    return [
      { name: 'inl', payload: type.left },
      { name: 'inr', payload: type.right },
    ];
  }
  const variant = type.tag === 'named' ? CONTEXT.variants.get(type.name) : undefined;
  if (variant === undefined || type.tag !== 'named') return [];
  const given = new Map(variant.parameters.map((parameter, i) => [parameter, type.arguments[i] ?? type]));
  return variant.constructors.map(({ name, payload }) => ({
    name,
    payload: payload && substituteTypes(given, payload),
  }));
}

/** Whether values of the type contain values of the same type. */
export function isRecursive(type: Type): boolean {
  const within = (part: Type): boolean => sameType(part, type) || typeParts(part).some(within);
  return variantsOf(type).some(({ payload }) => payload !== undefined && within(payload));
}

/**
 * Whether the type is made of numbers, booleans, tuples and functions only, as in programs outside the whole language.
 */
export function isPlainType(type: Type): boolean {
  return (
    ['real', 'int', 'bool', 'unit'].includes(type.tag) || (type.tag === 'product' && type.items.every(isPlainType))
  );
}

/** Whether the type can contain a real, and contains no function. */
export function canDifferentiate(type: Type): boolean {
  if (!isFirstOrder(type)) return false;
  if (type.tag === 'named') return type.arguments.some(canDifferentiate) || type.name === 'Shape';
  return type.tag === 'real' || typeParts(type).some(canDifferentiate);
}
