/**
 * Krawiec et al., Figures 3 and 9, on types:
 *
 *   D{A * B}  = D{A} * D{B}          D{real}   = real * tangent       (or the parts of a jet)
 *   D{A + B}  = D{A} + D{B}          D{L}      = L                    (leaf types)
 *   D{A -> B} = D{A} -> M D{B}
 *
 * and, by the same homomorphism, on records, lists and arrays (their 10.2), and on declared variant types (10.3):
 *
 *   D{T A ...} = T D{A} ...     if T a ... = C1 A1 | C2 A2 ... has reals and functions only in its parameters;
 *   D{T A ...} = DT D{A} ...    otherwise: DT a ... = DC1 D{A1} | DC2 D{A2} ..., with D{a} = a.
 *
 * All other types are returned unchanged, as the same object.
 */
import { PICTURE_VARIANTS } from '../../language/core/picture';
import type { ConstructorSignature } from '../../language/core/constructors';
import { freshNames, type FreshNames } from '../../language/core/fresh-names';
import { assertNever, internalError } from '../../language/source/internal-error';
import { sameType, typeParts } from '../../language/types/structure';
import { functionType, product, type Type } from '../../language/types/type';
import type { VariantDeclaration } from '../../language/core/tree';
import type { Rules } from './rules';
import type { DualTypes } from './side';

/** The translated declaration DT of T. */
interface Copy {
  readonly name: string;
  /** The constructors' names, by the names of the originals. */
  readonly names: ReadonlyMap<string, string>;
}

type Named = Extract<Type, { readonly tag: 'named' }>;

interface Instance {
  readonly original: Named;
  readonly type: Named;
}

/** The copies of types that other translations of the same program make, and the names that all of them may take. */
export interface OtherCopies {
  readonly fresh: FreshNames;
  /** Returns a declaration whose type is wanted. */
  readonly find: DualTypes['find'];
}

/** Returns names of types and constructors that are not declared. */
export function freshTypeNames(declared: readonly VariantDeclaration[]): FreshNames {
  return freshNames(
    [...declared, ...PICTURE_VARIANTS].flatMap(({ type, constructors }) => [
      ...(type.tag === 'named' ? [type.name] : []),
      ...constructors.map(({ name }) => name),
    ]),
  );
}

export function dualTypes(
  { parts, monad }: Rules,
  declared: readonly VariantDeclaration[],
  { fresh, find: findOther }: OtherCopies = { fresh: freshTypeNames(declared), find: () => undefined },
): DualTypes {
  const variants = [...declared, ...PICTURE_VARIANTS];
  const [only, ...more] = parts;
  const dual = only !== undefined && more.length === 0 ? only : product(parts);
  // Types are shared between terms, so each is translated once.
  const translated = new WeakMap<Type, Type>();
  /** The translated declarations by the name of the original; undefined for a type that stays the same. */
  const copies = new Map<string, Copy | undefined>();
  /** The instances that change, with their translations. */
  const instances: Instance[] = [];
  /** The declarations of instances, made when they are asked for; undefined while one is made. */
  const declarations = new Map<Instance, VariantDeclaration | undefined>();

  function translate(type: Type): Type {
    const known = translated.get(type);
    if (known !== undefined) return known;
    const result = isChanged(type) ? translateNew(type) : type;
    translated.set(type, result);
    return result;
  }

  function isChanged(type: Type): boolean {
    if (type.tag === 'named' && copyOf(type.name) !== undefined) return true;
    return isChangedHere(type) || typeParts(type).some(isChanged);
  }

  /** Returns whether a type is a real, or a function that M changes. */
  function isChangedHere(type: Type): boolean {
    return type.tag === 'real' || (type.tag === 'function' && monad.type(type.result) !== type.result);
  }

  function translateNew(type: Type): Type {
    switch (type.tag) {
      case 'real':
        return dual;
      case 'product':
        return product(type.items.map(translate));
      case 'sum':
        return { tag: 'sum', left: translate(type.left), right: translate(type.right) };
      case 'record':
        return { tag: 'record', fields: type.fields.map(({ name, type: of }) => ({ name, type: translate(of) })) };
      case 'named':
        return translateNamed(type);
      case 'sequence':
        return { tag: 'sequence', container: type.container, item: translate(type.item) };
      case 'function':
        return functionType(translate(type.parameter), monad.type(translate(type.result)));
      case 'int':
      case 'bool':
      case 'string':
      case 'unit':
      case 'variable':
      case 'monad':
      case 'deltaMap':
        return internalError(`D{${type.tag}} is no other type`);
      default:
        return assertNever(type);
    }
  }

  function translateNamed(original: Named): Named {
    const name = copyOf(original.name)?.name ?? original.name;
    const type: Named = { ...original, name, arguments: original.arguments.map(translate) };
    if (!isOpen(type) && !instances.some((instance) => sameType(instance.type, type)))
      instances.push({ original, type });
    return type;
  }

  /** Returns a declaration of the program, or that of a copy. */
  function declarationNamed(name: string): VariantDeclaration | undefined {
    return declarationWith((type) => type.tag === 'named' && type.name === name);
  }

  /** Returns a declaration of the program, or that of a copy, whose type is wanted. */
  function declarationWith(isWanted: (type: Type) => boolean): VariantDeclaration | undefined {
    return variants.find(({ type }) => isWanted(type)) ?? find(isWanted) ?? findOther(isWanted);
  }

  /** Returns the declared payloads of a type, with its parameters. */
  function payloadsOf(name: string): readonly Type[] {
    const declaration = declarationNamed(name);
    const constructors = declaration?.generic?.constructors ?? declaration?.constructors ?? [];
    return constructors.flatMap(({ payload }) => (payload === undefined ? [] : [payload]));
  }

  function copyOf(name: string): Copy | undefined {
    if (copies.has(name)) return copies.get(name);
    const copy = holdsReals(name) ? newCopy(name) : undefined;
    copies.set(name, copy);
    return copy;
  }

  /**
   * Returns whether a real, or a function that M changes, can be reached through payloads, whatever the type arguments
   * are.
   */
  function holdsReals(name: string): boolean {
    const seen = new Set([name]);
    const holds = (type: Type): boolean => {
      if (isChangedHere(type) || typeParts(type).some(holds)) return true;
      if (type.tag !== 'named' || seen.has(type.name)) return false;
      seen.add(type.name);
      return payloadsOf(type.name).some(holds);
    };
    return payloadsOf(name).some(holds);
  }

  function newCopy(name: string): Copy {
    const constructors = declarationNamed(name)?.constructors ?? internalError(`the type ${name} is not declared`);
    return {
      name: fresh(`D${member(name)}`),
      names: new Map(constructors.map((each) => [each.name, fresh(`D${member(each.name)}`)])),
    };
  }

  function constructorName(type: Type, name: string): string {
    return (type.tag === 'named' ? copyOf(type.name)?.names.get(name) : undefined) ?? name;
  }

  /** Returns the declaration of an instance; undefined while it is being made. */
  function declarationOf(instance: Instance): VariantDeclaration | undefined {
    if (declarations.has(instance)) return declarations.get(instance);
    declarations.set(instance, undefined);
    const { original, type } = instance;
    const { constructors, generic } =
      declarationWith((each) => sameType(each, original)) ?? internalError(`the type ${original.name} is not declared`);
    const copied = (each: readonly ConstructorSignature[]): readonly ConstructorSignature[] =>
      each.map(({ name, payload }) => ({
        name: constructorName(original, name),
        payload: payload && translate(payload),
      }));
    const declaration = {
      type,
      constructors: copied(constructors),
      ...(generic && { generic: { parameters: generic.parameters, constructors: copied(generic.constructors) } }),
    };
    declarations.set(instance, declaration);
    return declaration;
  }

  /** Makes one declaration only: it may be asked for by another translation, of which this one needs a declaration too. */
  function find(isWanted: (type: Type) => boolean): VariantDeclaration | undefined {
    for (const instance of instances) {
      const declaration = isWanted(instance.type) ? declarationOf(instance) : undefined;
      if (declaration !== undefined) return declaration;
    }
    return undefined;
  }

  /** Translating a payload may add instances. */
  function completed(): readonly VariantDeclaration[] {
    const made: VariantDeclaration[] = [];
    for (const instance of instances) {
      const declaration = declarationOf(instance);
      if (declaration !== undefined) made.push(declaration);
    }
    return made;
  }

  return { type: translate, constructorName, copies: completed, find };
}

/** Whether a type has parameters: it is part of a declaration, and only its instances are declared. */
function isOpen(type: Type): boolean {
  return type.tag === 'variable' || typeParts(type).some(isOpen);
}

/** Returns a name without its module: programs cannot declare names that have one. */
function member(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
