import type { Budget } from '../../semantics/outcome';
import { workingTime } from '../../semantics/working-time';
import type { Refuelling } from './engine-instance';
import type { Global } from './web-assembly';

/** The fuel that a module gets at a time; the clock is read in between. */
const SLICE = 1 << 17;

/** Gives a module its steps in slices, and no more when its time is up. */
export class Fuel implements Refuelling {
  isLate = false;
  private readonly slice: number;
  private left = 0;
  private deadline = Infinity;
  private fuel: Global<bigint> | undefined;
  private pausing: Global<number> | undefined;
  private pauseAt = Infinity;

  constructor(slice = SLICE) {
    this.slice = slice;
  }

  begin(fuel: Global<bigint>, { steps, seconds }: Budget): number {
    const most = Math.min(steps, Number.MAX_SAFE_INTEGER);
    const first = Math.min(most, this.slice);
    this.fuel = fuel;
    this.left = most - first;
    this.isLate = false;
    this.deadline = workingTime() + 1000 * seconds;
    return first;
  }

  stretch(fuel: Global<bigint>, pausing: Global<number> | undefined, pause: number, late: number): void {
    const now = workingTime();
    this.fuel = fuel;
    if (pausing !== undefined) pausing.value = 0;
    this.pausing = pausing;
    this.pauseAt = now + pause;
    this.deadline = now + late;
    this.isLate = false;
  }

  /** Gives a module that has used up its fuel more of it, unless it is late. */
  refuel(): void {
    const { fuel } = this;
    const now = workingTime();
    this.isLate = now > this.deadline;
    if (this.pausing !== undefined && now > this.pauseAt) this.pausing.value = 1;
    if (fuel === undefined || this.isLate) return;
    const given = Math.min(this.left, this.slice - Number(fuel.value));
    this.left -= given;
    fuel.value += BigInt(given);
  }
}
