/**
 * Krawiec et al., Figures 3 and 9, on types:
 *
 *   D{A * B}  = D{A} * D{B}          D{real}   = real * tangent
 *   D{A + B}  = D{A} + D{B}          D{L}      = L                    (leaf types)
 *   D{A -> B} = D{A} -> M D{B}
 *
 * and, by the same homomorphism, on records, lists and arrays (their 10.2), and on declared variant types (10.3): where
 * T = C1 A1 | C2 A2 ... has a real or a function inside, D{T} is a type of its own, DT = DC1 D{A1} | DC2 D{A2} ..., one
 * an instance. All other types are what they were, to the object.
 */
import { constructorsOf } from '../../language/core/constructors';
import { freshNames } from '../../language/core/fresh-names';
import { assertNever, internalError } from '../../language/source/internal-error';
import { sameType, typeParts } from '../../language/types/structure';
import { functionType, product, type Type } from '../../language/types/type';
import type { VariantDeclaration } from '../../language/core/tree';
import type { Rules } from './rules';

/** A family of types: those of the source language, or D{-} of them. */
export interface Side {
  readonly type: (type: Type) => Type;
  /** The name, on this side, of a constructor of the source type. */
  readonly constructorName: (type: Type, name: string) => string;
}

/** The source language's own types. */
export const PLAIN: Side = { type: (type) => type, constructorName: (_, name) => name };

/** D{-} for one program. */
export interface DualTypes extends Side {
  /** The declarations of the types DT that were asked for until now. */
  readonly copies: () => readonly VariantDeclaration[];
}

interface Copy {
  readonly original: Type;
  readonly type: Type;
  /** The copies' names by the originals'. */
  readonly names: ReadonlyMap<string, string>;
}

export function dualTypes({ dual, monad }: Rules, variants: readonly VariantDeclaration[]): DualTypes {
  const fresh = freshNames(
    variants.flatMap(({ type, constructors }) => [
      ...(type.tag === 'named' ? [type.name] : []),
      ...constructors.map(({ name }) => name),
    ]),
  );
  // Types are shared between terms, so each is translated once.
  const translated = new WeakMap<Type, Type>();
  const copies: Copy[] = [];

  function translate(type: Type): Type {
    const known = translated.get(type);
    if (known !== undefined) return known;
    const result = isChanged(type, []) ? translateNew(type) : type;
    translated.set(type, result);
    return result;
  }

  /** Whether a real, or a function that M changes, can be reached, through the payloads of constructors too. */
  function isChanged(type: Type, seen: Type[]): boolean {
    if (translated.has(type)) return translated.get(type) !== type;
    if (type.tag === 'real') return true;
    if (type.tag === 'function' && monad.type(type.result) !== type.result) return true;
    if (type.tag === 'monad' || type.tag === 'deltaMap') return true;
    if (type.tag !== 'named') return typeParts(type).some((part) => isChanged(part, seen));
    if (seen.some((other) => sameType(other, type))) return false;
    seen.push(type);
    return payloadsOf(type).some((payload) => isChanged(payload, seen));
  }

  function payloadsOf(type: Type): readonly Type[] {
    return (constructorsOf(type, variants) ?? []).flatMap(({ payload }) => (payload === undefined ? [] : [payload]));
  }

  function translateNew(type: Type): Type {
    switch (type.tag) {
      case 'real':
        return dual;
      case 'int':
      case 'bool':
      case 'string':
      case 'unit':
        return type;
      case 'product':
        return product(type.items.map(translate));
      case 'sum':
        return { tag: 'sum', left: translate(type.left), right: translate(type.right) };
      case 'record':
        return { tag: 'record', fields: type.fields.map(({ name, type: of }) => ({ name, type: translate(of) })) };
      case 'named':
        return copyOf(type).type;
      case 'sequence':
        return { tag: 'sequence', container: type.container, item: translate(type.item) };
      case 'function':
        return functionType(translate(type.parameter), monad.type(translate(type.result)));
      case 'monad':
      case 'deltaMap':
      case 'variable':
        return internalError(`D{${type.tag}}: not a type of the source language`);
      default:
        return assertNever(type);
    }
  }

  function copyOf(type: Extract<Type, { tag: 'named' }>): Copy {
    const known = copies.find(({ original }) => sameType(original, type));
    if (known !== undefined) return known;
    const constructors = constructorsOf(type, variants) ?? internalError(`the type ${type.name} is not declared`);
    const made: Copy = {
      original: type,
      type: { tag: 'named', name: fresh(`D${type.name}`), arguments: [] },
      names: new Map(constructors.map(({ name }) => [name, fresh(`D${name}`)])),
    };
    copies.push(made);
    return made;
  }

  function constructorName(type: Type, name: string): string {
    if (type.tag !== 'named' || translate(type) === type) return name;
    return copyOf(type).names.get(name) ?? internalError(`${name} is no constructor of ${type.name}`);
  }

  function declarationOf({ original, type, names }: Copy): VariantDeclaration {
    const constructors = constructorsOf(original, variants) ?? internalError('a copy of what is not declared');
    return {
      type,
      constructors: constructors.map(({ name, payload }) => ({
        name: names.get(name) ?? internalError(`${name} was not copied`),
        payload: payload && translate(payload),
      })),
    };
  }

  return {
    type: translate,
    constructorName,
    copies: () => {
      const declarations: VariantDeclaration[] = [];
      // A payload may need more copies.
      for (let copy = copies[0]; copy !== undefined; copy = copies[declarations.length]) {
        declarations.push(declarationOf(copy));
      }
      return declarations;
    },
  };
}
