import type { Instruction } from './code';
import type { Closure } from './closure';

/**
 * What the machine comes back to: the call that waits, in the activation whose slots begin at `base`. Frames are reused,
 * so that a call allocates nothing.
 */
export class Frame {
  /** The waiting call; its `target` takes the result, its `next` goes on. */
  instruction: Instruction;
  base = 0;
  closure: Closure;
  /** The last call in the reader's text that led to the waiting activation. */
  site: Instruction;
  /** In the call tree. */
  call = 0;

  constructor(instruction: Instruction, closure: Closure) {
    this.instruction = instruction;
    this.closure = closure;
    this.site = instruction;
  }
}
