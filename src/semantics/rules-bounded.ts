import { internalError } from '../language/source/internal-error';
import { BoundedClosure } from './closure';
import type { FunctionCode, Instruction } from './code';
import { BYTES } from './memory';
import type { MachineState } from './state';

/* Bounded recursion: letrec_n f(x:T):U = M in N (Abadi & Plotkin, Figure 8). */

/** The closures of functions that are defined together, without their captured values. */
export function boundedGroup(codes: readonly FunctionCode[], bound: number): readonly BoundedClosure[] {
  const group: BoundedClosure[] = [];
  for (const code of codes) group.push(new BoundedClosure(code, [], bound, group));
  return group;
}

/**
 * f(V), where φ(f) = clo_{n+1,φ'}(f(x:T):U. M), evaluates M with f as clo_{n,φ'}(f(x:T):U. M). Where it is clo_0 there is
 * no rule.
 */
export function enterBounded(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { closure, slots, base } = machine;
  if (!(closure instanceof BoundedClosure)) return internalError('a function without its bound');
  const { bound, group } = closure;
  if (bound === 0) {
    machine.stop({
      code: 'approximant',
      message: `this approximant is not defined here: ${closure.code.name} is called deeper than it may be`,
      hint: 'a larger n lets recursive functions call themselves more often',
    });
    return undefined;
  }
  const inner: BoundedClosure[] = [];
  for (const { code, captured } of group) inner.push(new BoundedClosure(code, captured, bound - 1, inner));
  inner.forEach((made, k) => (slots[base + instruction.target + k] = made));
  return machine.charge(BYTES.closure * inner.length) ? instruction.next : undefined;
}
