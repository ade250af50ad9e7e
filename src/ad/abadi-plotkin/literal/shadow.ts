import { REAL, type Type } from '../../../language/types/type';
import { NOWHERE } from '../../../language/source/span';
import { internalError } from '../../../language/source/internal-error';
import { BoundedClosure, Closure, PartialApplication } from '../../../semantics/closure';
import { CAPTURED, CONSTANT } from '../../../semantics/code';
import { eachItem } from '../../../semantics/reals';
import { Cell, Items, primalOf, type Value, Variant } from '../../../semantics/value';
import type { InstructionPlace } from './place';
import { traceConstant, type TraceTerm } from './term';
import { UNIT_TERM } from './representation';

/**
 * The machine's slots as the rules write them: a slot holds a closed value V', and the shadow holds the value V with
 * its free variables. Functions are not values in the paper; here their free variables are those of the values they
 * captured.
 */
export class Shadow {
  readonly slots: (TraceTerm | undefined)[] = [];
  private readonly captured = new WeakMap<Closure, readonly TraceTerm[]>();
  private readonly held = new WeakMap<PartialApplication, readonly TraceTerm[]>();

  /** Returns the value of an operand with its free variables. */
  value({ base, closure, machine }: InstructionPlace, operand: number, type: Type): TraceTerm {
    if (operand >= 0) return this.slots[base + operand] ?? UNIT_TERM;
    const index = ~operand >> 2;
    const place = ~operand & 3;
    if (place === CONSTANT) {
      return type.tag === 'real' ? traceConstant(primalOf(machine.executable.constants[index]), NOWHERE) : UNIT_TERM;
    }
    return (place === CAPTURED ? this.captured.get(closure)?.[index] : this.slots[index]) ?? UNIT_TERM;
  }

  /** Records functions that were defined together: they capture each other. */
  define(at: InstructionPlace): void {
    const { instruction, base } = at;
    instruction.codes.forEach((_, k) => (this.slots[base + instruction.target + k] = UNIT_TERM));
    this.close(at);
  }

  /** Records closures that were made. A closure may be in the slot of a value it captured. */
  close(at: InstructionPlace): void {
    const { instruction, base, machine } = at;
    const values = instruction.codes.map((code) => code.captures.map((operand) => this.value(at, operand, REAL)));
    values.forEach((captured, k) => {
      const slot = base + instruction.target + k;
      const made = machine.slots[slot];
      if (!(made instanceof Closure)) return internalError('a function without its closure');
      this.slots[slot] = UNIT_TERM;
      this.captured.set(made, captured);
    });
  }

  /** Binds the function's own name again: to a closure that may be entered once less, with the same captured values. */
  enter({ instruction, base, closure, machine }: InstructionPlace): void {
    if (!(closure instanceof BoundedClosure)) return internalError('a function without its bound');
    closure.group.forEach((outer, k) => {
      const slot = base + instruction.target + k;
      const made = machine.slots[slot];
      if (!(made instanceof Closure)) return internalError('a function without its closure');
      this.slots[slot] = UNIT_TERM;
      this.captured.set(made, this.captured.get(outer) ?? []);
    });
  }

  /** Records a partial application: the function in this slot was given fewer arguments than it takes. */
  hold({ machine }: InstructionPlace, slot: number, values: readonly TraceTerm[]): void {
    const made = machine.slots[slot];
    if (!(made instanceof PartialApplication)) return internalError('a function without its closure');
    this.slots[slot] = UNIT_TERM;
    this.held.set(made, values);
  }

  /** Returns the arguments that a partial application holds. */
  heldBy(callee: Value): readonly TraceTerm[] {
    return callee instanceof PartialApplication ? (this.held.get(callee) ?? []) : [];
  }

  /**
   * Replaces what the functions in a value captured, and what the functions among that captured, by the result of
   * `put`.
   */
  replaceTaken(root: Value, put: (taken: TraceTerm) => TraceTerm): void {
    const seen = new Set<Value>();
    const pending = [root];
    while (pending.length > 0) {
      const value = pending.pop();
      if (seen.has(value)) continue;
      seen.add(value);
      if (Array.isArray(value)) pending.push(...(value as readonly Value[]));
      else if (value instanceof Cell || value instanceof Items) for (const item of eachItem(value)) pending.push(item);
      else if (value instanceof Variant) pending.push(value.payload);
      else if (value instanceof Closure) {
        this.captured.set(value, (this.captured.get(value) ?? []).map(put));
        pending.push(...value.captured);
      } else if (value instanceof PartialApplication) {
        this.held.set(value, this.heldBy(value).map(put));
        pending.push(value.closure, ...value.values);
      }
    }
  }
}
