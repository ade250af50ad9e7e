import { internalError } from '../../../language/source/internal-error';
import { isFirstOrder } from '../../../language/types/structure';
import type { Type } from '../../../language/types/type';
import { MARK } from '../../../semantics/code';
import type { Value } from '../../../semantics/value';
import { originAt, type InstructionPlace } from './place';
import { UNIT_TERM, type TraceTypes } from './representation';
import type { Segment } from './segment';
import type { Shadow } from './shadow';
import type { Structures } from './structures';
import { iteratedPair, traceSize, type TraceTerm } from './term';
import { typeOfTrace } from './types';
import type { TraceWriter } from './writer';

/** The redexes in contexts that are not trivial: E[R] opens a segment, which is bound when its value is known. */
export class Contexts {
  private readonly writer: TraceWriter;
  private readonly shadow: Shadow;
  private readonly types: TraceTypes;
  private readonly structures: Structures;

  constructor(writer: TraceWriter, shadow: Shadow, types: TraceTypes, structures: Structures) {
    this.writer = writer;
    this.shadow = shadow;
    this.types = types;
    this.structures = structures;
  }

  /** Applies what the compiler of the machine marks: where a redex begins and ends, and where a let binds. */
  mark(at: InstructionPlace): void {
    const { instruction, base } = at;
    const { term, pattern } = instruction;
    const target = base + instruction.target;
    switch (instruction.a) {
      case MARK.open:
        this.writer.open('redex');
        return;
      // let x:T = V in N ~> let x:T = V in C
      case MARK.bind:
        if (pattern === undefined) return internalError('a binding of nothing');
        this.shadow.slots[target] = this.writer.bindPattern(
          pattern,
          this.shadow.slots[target] ?? UNIT_TERM,
          originAt(at),
        );
        return;
      // E[R] ~> let x:T_V = C in D
      default: {
        const segment = this.writer.pop();
        const { type } = term ?? internalError('a redex without its term');
        this.close(at, segment, type);
      }
    }
  }

  /**
   * E[R] ~> let x:T_V = C in D. The functions in V are represented by what they captured from C; that is part of C's
   * value, and of x in D.
   */
  private close(at: InstructionPlace, segment: Segment, type: Type): void {
    const { slots } = this.shadow;
    const target = at.base + at.instruction.target;
    const isBound = this.types.isBound(type);
    const value = slots[target] ?? UNIT_TERM;
    const taken = isFirstOrder(type) ? [] : this.takenFrom(segment, at.machine.slots[target]);
    if (taken.length === 0) {
      const bound = (): TraceTerm => this.writer.bindRedex(segment.close(value), typeOfTrace(value), 0);
      this.structures.settle(at, target, type, bound);
      return;
    }
    const origin = originAt(at);
    const parts = isBound ? [value, ...taken] : taken;
    const whole = iteratedPair(parts, origin);
    const x = this.writer.bindRedex(segment.close(whole), typeOfTrace(whole), traceSize(whole));
    const inD = new Map(parts.map((part, k) => [part, this.writer.component(x, k, parts.length, origin, true)]));
    slots[target] = isBound ? (inD.get(value) ?? UNIT_TERM) : UNIT_TERM;
    this.shadow.replaceTaken(at.machine.slots[target], (each) => inD.get(each) ?? each);
  }

  /** Returns what functions captured that only the segment binds. */
  private takenFrom(segment: Segment, value: Value): readonly TraceTerm[] {
    const taken = new Set<TraceTerm>();
    this.shadow.replaceTaken(value, (each) => {
      if (segment.binds(each)) taken.add(each);
      return each;
    });
    return [...taken];
  }
}
