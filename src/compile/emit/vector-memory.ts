import type { Code } from './code';
import { WORD } from './layout';

/** Where two rounds read or write: an address in a local, an offset, and how many bytes further the upper round is. */
export interface Place {
  readonly address: number;
  readonly offset: number;
  readonly distance: number;
}

/** The two reals of a vector. */
export type Lane = 0 | 1;

/** Leaves the reals at a place, for both rounds. */
export function loadBoth(code: Code, place: Place): void {
  const { address, offset, distance } = place;
  code.get(address);
  if (distance === WORD) code.op('v128.load', offset);
  else if (distance === 0) code.op('f64.load', offset).op('f64x2.splat');
  else {
    code.op('f64.load', offset).op('f64x2.splat');
    const both = code.local('v128');
    code.set(both);
    const upper = upperOf(code, place);
    code.get(both).op('v128.load64_lane', upper);
    code.release(both);
  }
}

/** Writes the reals in a local to a place that is another for each round. */
export function storeBoth(code: Code, place: Place, reals: number): void {
  const { address, offset, distance } = place;
  if (distance === WORD) {
    code.get(address).get(reals).op('v128.store', offset);
    return;
  }
  code.get(address).get(reals).op('f64x2.extract_lane', 0).op('f64.store', offset);
  const upper = upperOf(code, place);
  code.get(reals).op('v128.store64_lane', upper);
}

/** Adds the reals in a local to those at a place, for one round after the other if it is the same. */
export function addBoth(code: Code, place: Place, reals: number, rounds: readonly Lane[]): void {
  const { address, offset, distance } = place;
  if (distance === 0) {
    code.get(address).get(address).op('f64.load', offset);
    for (const lane of rounds) code.get(reals).op('f64x2.extract_lane', lane).op('f64.add');
    code.op('f64.store', offset);
    return;
  }
  const sums = code.local('v128');
  loadBoth(code, place);
  code.get(reals).op('f64x2.add').set(sums);
  storeBoth(code, place, sums);
  code.release(sums);
}

/** Leaves the address of the upper round, and returns its offset. */
function upperOf(code: Code, { address, offset, distance }: Place): number {
  code.get(address);
  // Offsets are not negative.
  if (offset + distance >= 0) return offset + distance;
  code.i32(distance).op('i32.add');
  return offset;
}
