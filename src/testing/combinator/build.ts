import { leafType } from '../../language/core/leaf-type';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { functionType, INT, product, REAL, type Type } from '../../language/types/type';
import { COMMAND_LINE_BUDGET, type Budget } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { Cell, Items, type Value } from '../../semantics/value';
import { DEPENDENTLY_TYPED } from '../../ad/differentiable-curry/curry-dependent';
import { SIMPLY_TYPED } from '../../ad/differentiable-curry/curry';
import type { Combinator, Space } from '../../ad/differentiable-curry/combinator';
import { functionOf } from '../../ad/differentiable-curry/machine/forward';
import { newMachine, type Machine } from '../../ad/differentiable-curry/machine/machine';
import { backwards, forwards } from '../../ad/differentiable-curry/machine/proceed';
import type { RepFunction } from '../../ad/differentiable-curry/machine/rep-function';
import type { Method, Observer } from '../../ad/differentiable-curry/machine/run';
import type { ConsTangent, Tangent } from '../../ad/differentiable-curry/machine/tangent';
import { MUTATING } from '../runs';
import { normalTangent, type NormalTangent } from './normal-tangent';

/*
 * Builders of point-free terms, which compute types from the parts, and functions to run the terms. A context is the
 * product of its types.
 */

/** Mutants often do not terminate, so under mutation the budget is small. */
export const RUN_BUDGET: Budget = MUTATING ? { ...COMMAND_LINE_BUDGET, steps: 3e6 } : COMMAND_LINE_BUDGET;

/** Both versions of the paper. */
export const METHODS: readonly [Method, Method] = [SIMPLY_TYPED, DEPENDENTLY_TYPED];

const origin = NOWHERE;

export function id(type: Type): Combinator {
  return { tag: 'id', source: type, target: type, origin };
}

/** Returns the projection to component `index`, counted from 0. */
export function proj(source: Space, index: number): Combinator {
  const items = itemsOfSpace(source);
  const target = items[index] ?? internalError('no such component');
  return { tag: 'proj', index, width: items.length, source, target, origin };
}

export function realConstant(source: Space, value: number): Combinator {
  return literal(source, value, REAL);
}

export function intConstant(source: Space, value: number): Combinator {
  return literal(source, value, INT);
}

export function literal(source: Space, value: number | boolean | string | undefined, type: Type): Combinator {
  return { tag: 'const', constant: { tag: 'literal', value, type, origin }, source, target: type, origin };
}

export function prod(first: Combinator, ...more: readonly Combinator[]): Combinator {
  const parts = [first, ...more];
  return { tag: 'prod', parts, source: first.source, target: product(parts.map(({ target }) => target)), origin };
}

/** Returns the composition in diagrammatic order: the first runs first. */
export function compose(first: Combinator, ...more: readonly Combinator[]): Combinator {
  return more.reduce<Combinator>(
    (before, second) => ({
      tag: 'compose',
      first: before,
      second,
      source: before.source,
      target: second.target,
      origin,
    }),
    first,
  );
}

/** Returns a term of type ((A, ...) ⇝ (B ⇝ C)) from one of type ((A, ..., B) ⇝ C). */
export function curried(body: Combinator): Combinator {
  const items = itemsOfSpace(body.source);
  const parameter = items.at(-1) ?? internalError('a body without a parameter');
  return {
    tag: 'curry',
    body,
    source: product(items.slice(0, -1)),
    target: functionType(parameter, body.target),
    origin,
  };
}

/** prod callee argument ∘ eval */
export function called(callee: Combinator, argument: Combinator): Combinator {
  const both = prod(callee, argument);
  const target = callee.target.tag === 'function' ? callee.target.result : internalError('no function');
  return compose(both, { tag: 'eval', source: both.target, target, origin });
}

/** prod b ... b ∘ op */
export function op(name: OperationName, first: Combinator, ...more: readonly Combinator[]): Combinator {
  const argument = more.length === 0 ? first : prod(first, ...more);
  const target = leafType(operationRow(name).result);
  return compose(argument, { tag: 'operation', operation: name, source: argument.target, target, origin });
}

/** The type of two reals, the source of `multiply`. */
export const TWO: Type = product([REAL, REAL]);

/** The product of the two components: (real, real) ⇝ real. */
export const multiplyReals = op('multiply', proj(TWO, 0), proj(TWO, 1));

/** prod proj_1 ... proj_n : (Δ, A, ...) ⇝ Δ, the context without its last entries. */
export function front(source: Space, width: number): Combinator {
  const parts = Array.from({ length: width }, (_, i) => proj(source, i));
  return { tag: 'prod', parts, source, target: product(parts.map(({ target }) => target)), origin };
}

export function itemsOfSpace(space: Space): readonly Type[] {
  return space.tag === 'product' ? space.items : internalError('a product was expected');
}

export interface Ran {
  readonly value: Value;
  /** The pullback. */
  readonly pull: (given: Tangent) => Tangent;
  readonly machine: Machine;
}

/** Runs a rep-function at an input. */
export function ran(method: Method, term: Combinator, input: Value, observer?: Observer): Ran {
  const machine = newMachine(method, RUN_BUDGET, observer);
  const halt = drain(forwards(machine, term, input));
  if (halt !== undefined) throw new Error(halt.diagnostic.message);
  const { run, value } = machine;
  const pull = (given: Tangent): Tangent => {
    const stopped = drain(backwards(machine, run, given));
    if (stopped !== undefined) throw new Error(stopped.diagnostic.message);
    return machine.tangent;
  };
  return { value, pull, machine };
}

/** Returns the closure that `term` makes from the empty context. */
export function closureFrom(method: Method, term: Combinator): RepFunction {
  return functionOf(ran(method, term, []).value);
}

/** Returns the value of `term` at an input. */
export function valueOf(method: Method, term: Combinator, input: Value): Value {
  return ran(method, term, input).value;
}

/** Returns the result of the pullback of `term` at an input, in normal form. */
export function pulledBack(method: Method, term: Combinator, input: Value, given: Tangent): NormalTangent {
  return normalTangent(ran(method, term, input).pull(given));
}

export function listFrom(...items: readonly number[]): Cell | null {
  return items.reduceRight<Cell | null>((tail, head) => new Cell(head, tail), null);
}

/** Returns the list of `length` ones, made without recursion, so that it can be very long. */
export function listOfOnes(length: number): Cell | null {
  let cells: Cell | null = null;
  for (let i = 0; i < length; i++) cells = new Cell(1, cells);
  return cells;
}

export function arrayOfOnes(length: number): Items {
  return new Items(Array.from({ length }, () => 1));
}

export function consTangent(head: Tangent, tail?: Tangent): ConsTangent {
  return { tag: 'cons', head, tail };
}
