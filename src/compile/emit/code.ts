import type { Span } from '../../language/source/span';
import type { Opcode, ValueType } from './instructions';
import type { WrittenFunction, WrittenInstruction } from './settle';

/** The locals of a function beyond which it is large. */
const MOST_LOCALS = 1000;

/**
 * Writes the body of a function: instructions and locals. Each local that is taken has a number of its own; those that
 * are in use at different times share a slot, which is a local of the module.
 */
export class Code {
  readonly body: WrittenInstruction[] = [];
  /** The types of the slots. */
  readonly slots: ValueType[] = [];
  /** The slot of each local. */
  readonly slotOf: number[] = [];
  /** The place in the reader's text of what is written next. */
  origin: Span | undefined;
  /** Whether a local is its slot: then what all slots contain can be saved and taken back. */
  private readonly isPlain: boolean;
  /** The slots whose local has been released. */
  private readonly free: Record<ValueType, number[]> = { i32: [], i64: [], f64: [], v128: [] };

  constructor(isPlain = false) {
    this.isPlain = isPlain;
  }

  /**
   * Whether the function is so large that it should call functions where others have branches: engines compile a branch
   * in a time that grows with the locals.
   */
  get isLarge(): boolean {
    return this.slots.length > MOST_LOCALS;
  }

  /** Takes a local. */
  local(type: ValueType): number {
    const slot = this.free[type].pop() ?? this.slots.push(type) - 1;
    if (!this.isPlain) return this.slotOf.push(slot) - 1;
    this.slotOf[slot] = slot;
    return slot;
  }

  /** Makes the slot of a local available again. */
  release(local: number): void {
    const slot = this.slotOf[local];
    const type = this.typeOf(local);
    if (slot !== undefined && type !== undefined) this.free[type].push(slot);
  }

  typeOf(local: number): ValueType | undefined {
    return this.slots[this.slotOf[local] ?? -1];
  }

  /** Returns the locals that have been taken and not released. */
  inUse(): readonly number[] {
    const free = new Set(Object.values(this.free).flat());
    const newest = new Map([...this.slotOf.entries()].map(([local, slot]) => [slot, local]));
    return [...newest].flatMap(([slot, local]) => (free.has(slot) ? [] : [local]));
  }

  /** The blocks, loops and ifs around what is written next. */
  private readonly around: ('block' | 'loop' | 'if')[] = [];

  /** Whether what is written next is in a loop. */
  get isInLoop(): boolean {
    return this.around.includes('loop');
  }

  op(op: Opcode, immediate?: number | ValueType): this {
    if (op === 'block' || op === 'loop' || op === 'if') this.around.push(op);
    else if (op === 'end') this.around.pop();
    this.body.push({ op, immediate, origin: this.origin });
    return this;
  }

  /** Writes a block or a loop; `write` gets what `br` needs to leave the one, or to begin the other again. */
  labelled(op: 'block' | 'loop', write: (label: number) => void): this {
    this.op(op);
    write(this.around.length);
    return this.op('end');
  }

  /** Leaves a block, or begins a loop again. */
  br(label: number): this {
    return this.op('br', this.around.length - label);
  }

  get(local: number): this {
    this.body.push({ op: 'local.get', immediate: local, origin: this.origin });
    return this;
  }

  set(local: number): this {
    this.body.push({ op: 'local.set', immediate: local, origin: this.origin });
    return this;
  }

  i32(value: number): this {
    return this.op('i32.const', value);
  }

  /** Writes `then` inside an `if` whose condition is on the stack. */
  when(then: () => void, otherwise?: () => void): this {
    this.op('if');
    then();
    if (otherwise !== undefined) {
      this.op('else');
      otherwise();
    }
    return this.op('end');
  }

  /** Writes a loop; `done` leaves 1 on the stack to end it. */
  until(done: () => void, body: () => void): this {
    this.op('block').op('loop');
    done();
    this.op('br_if', 1);
    body();
    return this.op('br', 0).op('end').op('end');
  }

  /** Returns what has been written as a function; its parameters are the locals that were taken first. */
  function(parameters: readonly ValueType[], results: readonly ValueType[]): Omit<WrittenFunction, 'name'> {
    return { parameters, results, slots: this.slots, slotOf: this.slotOf, body: this.body };
  }
}
