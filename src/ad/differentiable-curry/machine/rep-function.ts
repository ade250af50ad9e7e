import { internalError } from '../../../language/source/internal-error';
import type { Value } from '../../../semantics/value';
import type { Meter } from '../../../semantics/outcome';
import type { Combinator, Curry, Recursion } from '../combinator';
import { tupleParts, type Call, type Tangent } from './tangent';

/** A value of type A ⇝ B: code, which varies with no input, and the environment that it captured. */
export interface RepFunction {
  readonly tag: 'rep-function';
  readonly code: Curry | Recursion;
  /** Which of the functions that call each other. */
  readonly index: number;
  readonly environment: readonly Value[];
  /** The entry of the functions that call each other: the function itself, or the tuple of all. */
  group: Value;
}

/** From (environment, group, argument) where the functions call each other, else from (environment, argument). */
export function bodyOf({ code, index }: RepFunction): Combinator {
  if (code.tag === 'curry') return code.body;
  return code.functions[index]?.body ?? internalError('a function that is not in its group');
}

/** The value of `bodyOf`'s context at an argument. */
export function environmentAt(callee: RepFunction, argument: Value): readonly Value[] {
  const { code, environment, group } = callee;
  return code.tag === 'curry' ? [...environment, argument] : [...environment, group, argument];
}

export function closureOf(code: Curry, environment: readonly Value[]): RepFunction {
  return { tag: 'rep-function', code, index: 0, environment, group: undefined };
}

/** The value of `rec`: the one function, or the tuple of them, each of which knows all. */
export function groupOf(code: Recursion, environment: readonly Value[]): Value {
  const functions = code.functions.map((_, index): RepFunction => ({
    tag: 'rep-function',
    code,
    index,
    environment,
    group: undefined,
  }));
  const [only] = functions;
  const group = functions.length === 1 ? only : functions;
  for (const each of functions) each.group = group;
  return group;
}

/** A call, and what came back from the pullback of the function's body. */
export interface CalledBack extends Call {
  readonly callee: RepFunction;
  /** Of the entries of the environment. */
  readonly environment: readonly Tangent[];
  /** Of the entry of the functions that call each other. */
  readonly group: Tangent;
}

/** What the pullback of a body gave back, split into the parts of `environmentAt`. */
export function separated(
  callee: RepFunction,
  call: Call,
  back: Tangent,
  meter: Meter,
): { readonly called: CalledBack; readonly argument: Tangent } {
  const parts = tupleParts(back, meter);
  const width = callee.environment.length;
  meter.steps += width;
  const environment = Array.from({ length: width }, (_, i) => parts[i]);
  const isGroup = callee.code.tag === 'rec';
  const called: CalledBack = { ...call, callee, environment, group: isGroup ? parts[width] : undefined };
  return { called, argument: parts[isGroup ? width + 1 : width] };
}
