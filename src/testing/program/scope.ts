import { sameType } from '../../language/types/structure';
import type { Type } from '../../language/types/type';
import type { Choices } from '../choices';
import { writtenType } from './types';

/** A complete piece of program text, with an upper bound on the size of numbers in its value. */
export interface Code {
  readonly text: string;
  readonly bound: number;
}

export interface ScopedVariable {
  readonly name: string;
  readonly type: Type;
  readonly bound: number;
}

export interface ScopedFunction {
  readonly name: string;
  readonly parameters: readonly Type[];
  readonly result: Type;
  readonly bound: number;
  /**
   * For a recursive function, whose first parameter counts down: the argument to pass here; 'literal' outside its body.
   */
  readonly counter: string | undefined;
  /** Whether its unknown type can be instantiated with any first-order type. */
  readonly isPolymorphic?: boolean;
}

export interface ProgramScope {
  readonly variables: readonly ScopedVariable[];
  readonly functions: readonly ScopedFunction[];
  /** The number of enclosing differentiations. */
  readonly depth: number;
}

export const EMPTY_SCOPE: ProgramScope = { variables: [], functions: [], depth: 0 };

export function withVariables(scope: ProgramScope, added: readonly ScopedVariable[]): ProgramScope {
  const hidden = new Set(added.map(({ name }) => name));
  const { variables, functions } = without(scope, hidden);
  return { ...scope, variables: [...variables, ...added], functions };
}

export function withFunction(scope: ProgramScope, added: ScopedFunction): ProgramScope {
  const { variables, functions } = without(scope, new Set([added.name]));
  return { ...scope, variables, functions: [...functions, added] };
}

function without(scope: ProgramScope, names: ReadonlySet<string>): Pick<ProgramScope, 'variables' | 'functions'> {
  return {
    variables: scope.variables.filter(({ name }) => !names.has(name)),
    functions: scope.functions.filter(({ name }) => !names.has(name)),
  };
}

/** Returns texts in scope that have the type: variables, and parts of variables. */
export function accessible(scope: ProgramScope, type: Type): readonly Code[] {
  return scope.variables.flatMap((variable) => parts(variable, (own) => sameType(own, type))).map(asCode);
}

function asCode({ name, bound }: ScopedVariable): Code {
  return { text: name, bound };
}

/** Returns the functions in scope: named ones, and variables and parts of variables that are functions. */
export function functionsIn(scope: ProgramScope): readonly ScopedFunction[] {
  const values = scope.variables.flatMap((variable) => parts(variable, ({ tag }) => tag === 'function'));
  return [...values.map(asFunction), ...scope.functions];
}

function asFunction({ name, type, bound }: ScopedVariable): ScopedFunction {
  const parameters: Type[] = [];
  let result = type;
  while (result.tag === 'function') {
    parameters.push(result.parameter);
    result = result.result;
  }
  return { name, parameters, result, bound, counter: undefined };
}

/** Returns the variable, or its parts, whose type satisfies `wanted`. */
function parts(variable: ScopedVariable, wanted: (type: Type) => boolean): readonly ScopedVariable[] {
  const { name, type, bound } = variable;
  if (wanted(type)) return [variable];
  if (type.tag === 'product') {
    return type.items.flatMap((item, i) => parts({ name: `${name}.${i + 1}`, type: item, bound }, wanted));
  }
  if (type.tag !== 'record') return [];
  return type.fields.flatMap((field) => parts({ name: `${name}.${field.name}`, type: field.type, bound }, wanted));
}

/** Supplies names as a reader would choose them, sometimes hiding others. Counters and functions are never hidden. */
export interface NameSupply {
  readonly variable: (choices: Choices) => string;
  readonly unique: (stem: string) => string;
}

const VARIABLES = ['x', 'y', 'z', 'u', 'v', 'w', 'a', 'b', 'c', 'p', 'q', 'α', 'θ', "x'", '_t'] as const;

export function newNames(): NameSupply {
  const counts = new Map<string, number>();
  const unique = (stem: string): string => {
    const count = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, count);
    return count === 1 ? stem : `${stem}${count}`;
  };
  return {
    unique,
    variable: (choices) => {
      const stem = choices.of(VARIABLES);
      return choices.chance(20) ? stem : unique(stem);
    },
  };
}

/** Returns `x`, or `(x : T)` if inference could not find the type. */
export function annotated(name: string, type: Type, always: boolean): string {
  return always ? `(${name} : ${writtenType(type)})` : name;
}
