import { PAUSED, RESUME } from '../emit/host';
import { EngineInstance } from './engine-instance';
import type { Ended } from './instance';

/** How a stretch of a run ends. */
export type Stretch = Ended | 'paused';

/** A module in memory whose run goes on from pause to pause. */
export class PausingInstance extends EngineInstance {
  /** Begins the run on what has been written. It pauses after some milliseconds where it can, and is late after others. */
  first(pause: number, late: number): Stretch {
    return this.ended(pause, late, () => this.run('value'));
  }

  /** Goes on with a run that has paused. */
  resume(pause: number, late: number): Stretch {
    this.exports.fault.value = 0;
    return this.ended(pause, late, () => this.run(RESUME, true));
  }

  private ended(pause: number, late: number, call: () => Ended): Stretch {
    const { fuel, pausing } = this.exports;
    this.refuelling?.stretch(fuel, pausing, pause, late);
    const ended = call();
    return ended === 'fault' && this.fault === PAUSED ? 'paused' : ended;
  }
}
