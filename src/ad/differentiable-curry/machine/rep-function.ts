import { internalError } from '../../../language/source/internal-error';
import type { Value } from '../../../semantics/value';
import type { Meter } from '../../../semantics/outcome';
import type { Combinator, Curry, Recursion } from '../combinator';
import { extended, widthOf, type Charged, type ContextValue, type Environment } from './environment';
import { type Call, type Tangent } from './tangent';
import { firstParts, partOf } from './tuple-tangent';

/** A value of type A ⇝ B: constant code, and the environment that it captured. */
export interface RepFunction {
  readonly tag: 'rep-function';
  readonly code: Curry | Recursion;
  /** The index among the functions that call each other. */
  readonly index: number;
  readonly environment: ContextValue;
  /** The entry of the functions that call each other: the function itself, or the tuple of all. */
  group: Value;
}

/**
 * Returns the body: from (environment, group, argument) if the functions call each other, else from (environment,
 * argument).
 */
export function bodyOf({ code, index }: RepFunction): Combinator {
  if (code.tag === 'curry') return code.body;
  return code.functions[index]?.body ?? internalError('a function that is not in its group');
}

/** Returns the value of `bodyOf`'s context at an argument. */
export function environmentAt(machine: Charged, callee: RepFunction, argument: Value): Environment {
  const { code, environment, group } = callee;
  return extended(machine, environment, code.tag === 'curry' ? [argument] : [group, argument]);
}

export function closureOf(code: Curry, environment: ContextValue): RepFunction {
  return { tag: 'rep-function', code, index: 0, environment, group: undefined };
}

/** Returns the functions that `rec` makes, each of which knows all. */
export function groupOf(code: Recursion, environment: ContextValue): readonly RepFunction[] {
  const functions = code.functions.map((_, index): RepFunction => ({
    tag: 'rep-function',
    code,
    index,
    environment,
    group: undefined,
  }));
  const group = groupValue(functions);
  for (const each of functions) each.group = group;
  return functions;
}

/** Returns the value of `rec`: the function, or the tuple of functions. */
export function groupValue(functions: readonly RepFunction[]): Value {
  return functions.length === 1 ? functions[0] : functions;
}

/** A call, with the tangents that the pullback of the function's body returned. */
export interface CalledBack extends Call {
  readonly callee: RepFunction;
  /** The tangent of the environment. */
  readonly environment: Tangent;
  /** The tangent of the entry of the functions that call each other. */
  readonly group: Tangent;
}

/** Splits the tangent that the pullback of a body returned into the parts of `environmentAt`. */
export function separated(
  callee: RepFunction,
  call: Call,
  back: Tangent,
  meter: Meter,
): { readonly called: CalledBack; readonly argument: Tangent } {
  const width = widthOf(callee.environment);
  const environment = firstParts(back, width, meter);
  const isGroup = callee.code.tag === 'rec';
  const called: CalledBack = { ...call, callee, environment, group: isGroup ? partOf(back, width, meter) : undefined };
  return { called, argument: partOf(back, isGroup ? width + 1 : width, meter) };
}
