import { realItems } from './reals';
import type { Value } from './value';

/** The most numbers for which there is room at first. */
const FIRST = 1024;

/** The items of an array while it is made. Numbers take eight bytes each as long as all items are numbers. */
export class Building {
  private readonly count: number;
  private length = 0;
  private numbers: Float64Array | undefined;
  private values: Value[] = [];

  /** Makes room for `count` items, of which no more may be added. */
  constructor(count: number) {
    this.count = count;
    this.numbers = new Float64Array(Math.min(count, FIRST));
  }

  push(value: Value): void {
    const { numbers } = this;
    if (numbers === undefined) this.values.push(value);
    else if (typeof value === 'number') {
      this.roomIn(numbers)[this.length++] = value;
    } else {
      this.values = [...numbers.subarray(0, this.length), value];
      this.numbers = undefined;
    }
  }

  /** What was added, followed by 0 where there is room. */
  get soFar(): ArrayLike<Value> {
    return this.numbers ?? this.values;
  }

  /** Returns numbers in which there is room for one more. */
  private roomIn(numbers: Float64Array): Float64Array {
    if (this.length < numbers.length) return numbers;
    const larger = new Float64Array(Math.min(this.count, 2 * numbers.length));
    larger.set(numbers);
    this.numbers = larger;
    return larger;
  }

  /** Returns the items that were added. */
  items(): ArrayLike<Value> {
    const { numbers } = this;
    if (numbers === undefined) return this.values;
    return this.length === numbers.length && this.length > FIRST ? numbers : realItems(numbers, 0, this.length);
  }
}
