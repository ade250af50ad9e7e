import type { Budget } from '../../semantics/outcome';
import { workingTime } from '../../semantics/working-time';
import type { Refuelling } from './engine-instance';
import type { Global } from './web-assembly';

/** The fuel that a module gets at a time; the clock is read in between. */
const SLICE = 1 << 17;

/** Gives a module its steps in slices, and no more when its time is up. */
export class Fuel implements Refuelling {
  isLate = false;
  private left = 0;
  private deadline = Infinity;
  private fuel: Global<bigint> | undefined;

  begin(fuel: Global<bigint>, { steps, seconds }: Budget): number {
    const most = Math.min(steps, Number.MAX_SAFE_INTEGER);
    const first = Math.min(most, SLICE);
    this.fuel = fuel;
    this.left = most - first;
    this.isLate = false;
    this.deadline = workingTime() + 1000 * seconds;
    return first;
  }

  /** Gives a module that has used up its fuel more of it, unless it is late. */
  refuel(): void {
    const { fuel } = this;
    this.isLate = workingTime() > this.deadline;
    if (fuel === undefined || this.isLate) return;
    const given = Math.min(this.left, SLICE - Number(fuel.value));
    this.left -= given;
    fuel.value += BigInt(given);
  }
}
