import type { Instruction } from './code';
import type { Closure } from './closure';

/**
 * A call that waits for its result, in the activation whose slots begin at `base`. Frames are reused, so a call
 * allocates nothing.
 */
export class Frame {
  /** The waiting call; its `target` takes the result, and its `next` continues. */
  instruction: Instruction;
  base = 0;
  closure: Closure;
  /** The last call in the reader's text that led to the waiting activation. */
  site: Instruction;
  /** An index into the call tree. */
  call = 0;

  constructor(instruction: Instruction, closure: Closure) {
    this.instruction = instruction;
    this.closure = closure;
    this.site = instruction;
  }
}
