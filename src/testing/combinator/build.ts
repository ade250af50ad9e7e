import { leafType } from '../../language/core/leaf-type';
import type { OperationName } from '../../language/operations/names';
import { operation } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { functionType, INT, product, REAL, type Type } from '../../language/types/type';
import { COMMAND_LINE_BUDGET, type Budget } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { DEPENDENTLY_TYPED } from '../../ad/differentiable-curry/curry-dependent';
import { SIMPLY_TYPED } from '../../ad/differentiable-curry/curry';
import type { Combinator, Space } from '../../ad/differentiable-curry/combinator';
import { functionOf } from '../../ad/differentiable-curry/machine/forward';
import { newMachine, type Machine } from '../../ad/differentiable-curry/machine/machine';
import { backwards, forwards } from '../../ad/differentiable-curry/machine/proceed';
import type { RepFunction } from '../../ad/differentiable-curry/machine/rep-function';
import type { Method, Observer } from '../../ad/differentiable-curry/machine/run';
import type { Tangent } from '../../ad/differentiable-curry/machine/tangent';
import { MUTATING } from '../runs';

/*
 * Point-free terms with their types computed from their parts, and runs of them. Contexts are the products of their types.
 */

/** Under mutation, what never ends is noticed soon. */
export const RUN_BUDGET: Budget = MUTATING ? { ...COMMAND_LINE_BUDGET, steps: 3e6 } : COMMAND_LINE_BUDGET;

/** Both versions. */
export const METHODS: readonly Method[] = [SIMPLY_TYPED, DEPENDENTLY_TYPED];

const origin = NOWHERE;

export function id(type: Type): Combinator {
  return { tag: 'id', source: type, target: type, origin };
}

/** From 0. */
export function proj(source: Space, index: number): Combinator {
  const items = itemsOfSpace(source);
  const target = items[index] ?? internalError('no such component');
  return { tag: 'proj', index, width: items.length, source, target, origin };
}

export function real(source: Space, value: number): Combinator {
  return literal(source, value, REAL);
}

export function int(source: Space, value: number): Combinator {
  return literal(source, value, INT);
}

export function literal(source: Space, value: number | boolean | string | undefined, type: Type): Combinator {
  return { tag: 'const', constant: { tag: 'literal', value, type, origin }, source, target: type, origin };
}

export function prod(first: Combinator, ...more: readonly Combinator[]): Combinator {
  const parts = [first, ...more];
  return { tag: 'prod', parts, source: first.source, target: product(parts.map(({ target }) => target)), origin };
}

/** Diagrammatic: the first runs first. */
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

/** From ((A, ..., B) ⇝ C) to ((A, ...) ⇝ (B ⇝ C)). */
export function curry(body: Combinator): Combinator {
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
  const target = leafType(operation(name).result);
  return compose(argument, { tag: 'operation', operation: name, source: argument.target, target, origin });
}

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

/** A rep-function at an input. */
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

/** The closure that `term` makes of nothing. */
export function closureFrom(method: Method, term: Combinator): RepFunction {
  return functionOf(ran(method, term, []).value);
}
