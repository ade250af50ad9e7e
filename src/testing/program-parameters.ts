import { BOOL, INT, product, REAL, UNIT, type Type } from '../language/types/type';
import type { Choices } from './choices';
import { annotated, type NameSupply, type ScopedVariable } from './program-scope';

export interface Parameter {
  readonly text: string;
  readonly variables: readonly ScopedVariable[];
}

export interface ParameterGenerator {
  readonly firstOrderType: () => Type;
  /** With a real in it. */
  readonly diffType: () => Type;
  /** A parameter of that type: its text, and what it binds. */
  readonly parameter: (type: Type, bound: number, named: boolean) => Parameter;
}

export function parameterGenerator(choices: Choices, names: NameSupply): ParameterGenerator {
  function firstOrderType(): Type {
    return choices.pick<() => Type>([
      [10, () => REAL],
      [3, () => INT],
      [2, () => BOOL],
      [4, () => product([REAL, REAL])],
      [1, () => UNIT],
      [3, () => product([firstOrderType(), REAL, ...(choices.chance(30) ? [firstOrderType()] : [])])],
    ])();
  }

  function diffType(): Type {
    return choices.of<() => Type>([
      () => REAL,
      () => product([REAL, REAL]),
      () => product([REAL, product([REAL, REAL])]),
      () => product([INT, REAL]),
      () => product([REAL, REAL, REAL]),
    ])();
  }

  function parameter(type: Type, bound: number, named: boolean): Parameter {
    if (type.tag === 'unit' && choices.chance(70)) return { text: '()', variables: [] };
    if (type.tag === 'product' && choices.chance(70)) {
      const items = distinct(type.items.map((item) => parameter(item, bound, named)));
      if (items !== undefined) {
        return {
          text: `(${items.map(({ text }) => text).join(', ')})`,
          variables: items.flatMap(({ variables }) => variables),
        };
      }
    }
    if (choices.chance(4)) return { text: '_', variables: [] };
    const name = names.variable(choices);
    const always = type.tag === 'product' || (named && choices.chance(15));
    return { text: annotated(name, type, always), variables: [{ name, type, bound }] };
  }

  return { firstOrderType, diffType, parameter };
}

/** Patterns bind each name once: undefined if these do not. */
export function distinct<T extends Parameter>(parameters: readonly T[]): readonly T[] | undefined {
  const bound = parameters.flatMap(({ variables }) => variables.map(({ name }) => name));
  return new Set(bound).size === bound.length ? parameters : undefined;
}

/** Whether there is a real in it, and no function. */
export function canDifferentiate(type: Type): boolean {
  return type.tag === 'real' || (type.tag === 'product' && type.items.some(canDifferentiate));
}
