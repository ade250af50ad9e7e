import { internalError } from '../language/source/internal-error';
import { BoundedClosure } from './closure';
import type { FunctionCode, Instruction } from './code';
import { BYTES } from './memory';
import type { MachineState } from './state';

/* Bounded recursion: letrec_n f(x:T):U = M in N (Abadi & Plotkin, Figure 8). */

/** Returns the closures of functions defined together, without their captured values. */
export function boundedGroup(codes: readonly FunctionCode[], bound: number): readonly BoundedClosure[] {
  const group: BoundedClosure[] = [];
  for (const code of codes) group.push(new BoundedClosure(code, [], bound, group));
  return group;
}

/**
 * Rule: f(V), where φ(f) = clo_{n+1,φ'}(f(x:T):U. M), evaluates M with f as clo_{n,φ'}(f(x:T):U. M). For clo_0 there is
 * no rule.
 */
export function enterBounded(machine: MachineState, instruction: Instruction): Instruction | undefined {
  const { closure, slots, base } = machine;
  if (!(closure instanceof BoundedClosure)) return internalError('a function without its bound');
  const { bound, group } = closure;
  if (bound === 0) {
    machine.stop({
      code: 'approximant',
      message: `this approximant is undefined here: \`${closure.code.name}\` recurses deeper than n calls`,
      hint: 'a larger n allows deeper recursion',
    });
    return undefined;
  }
  const inner: BoundedClosure[] = [];
  for (const { code, captured } of group) inner.push(new BoundedClosure(code, captured, bound - 1, inner));
  inner.forEach((made, k) => (slots[base + instruction.target + k] = made));
  return machine.charge(BYTES.closure * inner.length) ? instruction.next : undefined;
}
