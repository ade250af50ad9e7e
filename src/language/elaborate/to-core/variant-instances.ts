import type { VariantDeclaration } from '../../core/tree';
import { showType } from '../../types/print';
import { typeParts } from '../../types/structure';
import type { Type } from '../../types/type';
import type { VariantType } from '../types/variant-type';
import { substituteTypes } from '../types/generalise';

/** The variant types of a core program, at the types where they are used. */
export class VariantInstances {
  readonly #declared: ReadonlyMap<string, VariantType>;
  readonly #instances = new Map<string, VariantDeclaration>();

  constructor(declared: ReadonlyMap<string, VariantType>) {
    this.#declared = declared;
  }

  /** Adds a type without variables, and all types in the payloads of its constructors. */
  add(type: Type): void {
    if (type.tag !== 'named') {
      for (const part of typeParts(type)) this.add(part);
      return;
    }
    const variant = this.#declared.get(type.name);
    const key = showType(type);
    if (variant === undefined || this.#instances.has(key)) return;
    const solutions = new Map(variant.parameters.map((parameter, index) => [parameter, type.arguments[index] ?? type]));
    const constructors = variant.constructors.map(({ name, payload }) => ({
      name,
      payload: payload && substituteTypes(solutions, payload),
    }));
    this.#instances.set(key, {
      type,
      constructors,
      ...(variant.parameters.length > 0 && {
        generic: { parameters: variant.parameters, constructors: variant.constructors },
      }),
    });
    for (const { payload } of constructors) if (payload !== undefined) this.add(payload);
    for (const argument of type.arguments) this.add(argument);
  }

  /** Returns the instances in the order of their declarations. */
  all(): readonly VariantDeclaration[] {
    const order = new Map([...this.#declared.keys()].map((name, index) => [name, index]));
    const place = ({ type }: VariantDeclaration): number => (type.tag === 'named' ? (order.get(type.name) ?? -1) : -1);
    return [...this.#instances.values()].toSorted((a, b) => place(a) - place(b));
  }
}
