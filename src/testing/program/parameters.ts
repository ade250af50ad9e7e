import { BOOL, INT, product, REAL, UNIT, type RecordField, type Type } from '../../language/types/type';
import type { Choices } from '../choices';
import { canDifferentiate, parsedType } from './types';
import { annotated, type NameSupply, type ScopedVariable } from './scope';

export interface ProgramParameter {
  readonly text: string;
  readonly variables: readonly ScopedVariable[];
}

export interface ParameterGenerator {
  readonly firstOrderType: () => Type;
  /** Returns a type that may be a function type. */
  readonly valueType: () => Type;
  /** Returns a type that contains a real. */
  readonly diffType: () => Type;
  /** Returns a parameter of that type: its text, and the names it binds. */
  readonly parameter: (type: Type, bound: number, named: boolean) => ProgramParameter;
}

/** The data types in programs of the whole language; some use others. */
const DATA = [
  'list real',
  'array real',
  'Maybe real',
  'Tree real',
  'Point',
  'string',
  'real + int * real',
  'Shape',
  'Rose real',
  '{ bias : real, weights : array real }',
  'Either (list real) Point',
  'list (real * int)',
  'array (array real)',
  'list (Maybe real)',
  'array Point',
  'array (array real)',
  '{ label : string, spot : Point }',
  'Tree (Maybe real)',
  'list string',
  'Maybe (real * real)',
  'list (real * real)',
].map(parsedType);

const FUNCTIONS = [
  'real -> real',
  'real -> real -> real',
  '(real -> real) -> real',
  'real * int -> real',
  'list real -> real',
  'real -> list real',
  'Point -> Point',
  '(real -> real) * real',
  'list (real -> real)',
  'Maybe (real -> real)',
  'Rule',
].map(parsedType);

/** Returns a generator of parameters. `whole` uses the whole language, otherwise only numbers, booleans and tuples. */
export function parameterGenerator(choices: Choices, names: NameSupply, whole: boolean): ParameterGenerator {
  function one(types: readonly Type[]): Type {
    return types[choices.below(types.length)] ?? REAL;
  }

  function valueType(): Type {
    return whole && choices.chance(20) ? one(FUNCTIONS) : firstOrderType();
  }

  function firstOrderType(): Type {
    if (whole && choices.chance(60)) return one(DATA);
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
    if (whole && choices.chance(60)) return one(DATA.filter(canDifferentiate));
    return choices.of<() => Type>([
      () => REAL,
      () => product([REAL, REAL]),
      () => product([REAL, product([REAL, REAL])]),
      () => product([INT, REAL]),
      () => product([REAL, REAL, REAL]),
    ])();
  }

  function parameter(type: Type, bound: number, named: boolean): ProgramParameter {
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
    if (type.tag === 'record' && choices.chance(50)) {
      const fields = distinct(type.fields.map((field) => fieldParameter(field, bound, named)));
      if (fields !== undefined) {
        return {
          text: `{ ${fields.map(({ text }) => text).join(', ')} }`,
          variables: fields.flatMap(({ variables }) => variables),
        };
      }
    }
    if (choices.chance(4)) return { text: '_', variables: [] };
    const name = names.variable(choices);
    const always = type.tag === 'product' || type.tag === 'record' || (named && choices.chance(15));
    return { text: annotated(name, type, always), variables: [{ name, type, bound }] };
  }

  function fieldParameter({ name, type }: RecordField, bound: number, named: boolean): ProgramParameter {
    const known = type.tag !== 'product' && type.tag !== 'record';
    if (known && choices.chance(50)) return { text: name, variables: [{ name, type, bound }] };
    const { text, variables } = parameter(type, bound, named);
    return { text: `${name} = ${text}`, variables };
  }

  return { firstOrderType, valueType, diffType, parameter };
}

/** Returns the parameters if their names are distinct, otherwise undefined. */
export function distinct<T extends ProgramParameter>(parameters: readonly T[]): readonly T[] | undefined {
  const bound = parameters.flatMap(({ variables }) => variables.map(({ name }) => name));
  return new Set(bound).size === bound.length ? parameters : undefined;
}
