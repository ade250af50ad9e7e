import type { Type } from '../../../language/types/type';
import { NOWHERE } from '../../../language/source/span';
import { BoundedClosure, Closure, PartialApplication } from '../../../semantics/closure';
import { CAPTURED, CONSTANT } from '../../../semantics/code';
import type { Value } from '../../../semantics/value';
import type { Place } from './place';
import { constant, type TraceTerm } from './term';
import { STAR } from './writer';

/**
 * What the machine holds as the rules write it: for every slot, which holds a closed value V', the value V with its free
 * variables. Functions are no values in the paper; here they have those of what they took along.
 */
export class Shadow {
  readonly slots: (TraceTerm | undefined)[] = [];
  private readonly captured = new WeakMap<Closure, readonly TraceTerm[]>();
  private readonly held = new WeakMap<PartialApplication, readonly TraceTerm[]>();

  /** The value of an operand with its free variables. */
  value({ base, closure, machine }: Place, operand: number, type: Type): TraceTerm {
    if (operand < 0 && (~operand & 3) === CONSTANT) {
      const literal = machine.executable.constants[~operand >> 2];
      return type.tag === 'real' && typeof literal === 'number' ? constant(literal, NOWHERE) : STAR;
    }
    return this.operand(operand, base, closure);
  }

  private operand(operand: number, base: number, closure: Closure): TraceTerm {
    if (operand >= 0) return this.slots[base + operand] ?? STAR;
    const index = ~operand >> 2;
    return ((~operand & 3) === CAPTURED ? this.captured.get(closure)?.[index] : this.slots[index]) ?? STAR;
  }

  /** Functions have been made. */
  close({ instruction, base, closure, machine }: Place): void {
    instruction.codes.forEach((code, k) => {
      const made = machine.slots[base + instruction.target + k];
      this.slots[base + instruction.target + k] = STAR;
      if (!(made instanceof Closure)) return;
      const values = code.captures.map((operand) => this.operand(operand, base, closure));
      this.captured.set(made, values);
    });
  }

  /** The function's own name is bound anew: to a closure that may be entered once less, with the same captured values. */
  enter({ instruction, base, closure, machine }: Place): void {
    if (!(closure instanceof BoundedClosure)) return;
    closure.group.forEach((outer, k) => {
      const made = machine.slots[base + instruction.target + k];
      if (made instanceof Closure) this.captured.set(made, this.captured.get(outer) ?? []);
    });
  }

  /** A function has been given fewer arguments than it takes. */
  hold(made: Value, values: readonly TraceTerm[]): void {
    if (made instanceof PartialApplication) this.held.set(made, values);
  }

  /** The arguments that a function has been given before. */
  heldBy(callee: Value): readonly TraceTerm[] {
    return callee instanceof PartialApplication ? (this.held.get(callee) ?? []) : [];
  }

  /** What a function took along from where it was made. */
  takenAlong(made: Value): readonly TraceTerm[] {
    return made instanceof Closure ? (this.captured.get(made) ?? []) : this.heldBy(made);
  }
}
