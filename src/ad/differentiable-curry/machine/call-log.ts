/**
 * What the pullback of the simply typed version will cost, known before it runs. A function runs again at each of its calls
 * (Figure 3), and in its body the functions that the body makes run again at theirs:
 *
 *   again (curry f) = Σ over calls c of the function: 1 + Σ over functions g that are made during c: again (g)
 *
 * A call comes after its function is made, so the sums are found from the last function to the first, in time linear in the
 * calls.
 */
import { internalError } from '../../../language/source/internal-error';
import type { Meter } from '../../../semantics/outcome';
import type { RepFunction } from './rep-function';

/** The calls of a run forwards, in order. */
export interface CallLog {
  /** The number of closures made so far, where functions that call each other are one. */
  made: number;
  /** The index of each closure. */
  readonly indices: WeakMap<RepFunction, number>;
  readonly calls: LoggedCall[];
  /** The calls that have not ended, innermost last; undefined for one that is not pulled back. */
  readonly open: (LoggedCall | undefined)[];
  /** How many conditions are around the current term: they are not pulled back. */
  conditions: number;
}

interface LoggedCall {
  /** The index of the closure that is called. */
  readonly closure: number;
  /** The closures with these indices are made during the call. */
  readonly first: number;
  end: number;
  /** The steps of the call. */
  steps: number;
}

export function newCallLog(): CallLog {
  return { made: 0, indices: new WeakMap(), calls: [], open: [], conditions: 0 };
}

export function logClosures(log: CallLog | undefined, functions: readonly RepFunction[]): void {
  if (log === undefined) return;
  for (const each of functions) log.indices.set(each, log.made);
  log.made += 1;
}

export function beginCall(log: CallLog | undefined, callee: RepFunction, { steps }: Meter): void {
  if (log === undefined) return;
  // The functions of definitions are constants: nothing is pulled back to them.
  const closure = log.indices.get(callee);
  const isPulled = closure !== undefined && log.conditions === 0;
  const call = isPulled ? { closure, first: log.made, end: log.made, steps: -steps } : undefined;
  if (call !== undefined) log.calls.push(call);
  log.open.push(call);
}

export function endCall(log: CallLog | undefined, { steps }: Meter): void {
  if (log === undefined) return;
  if (log.open.length === 0) return internalError('a call ends that has not begun');
  const call = log.open.pop();
  if (call === undefined) return;
  call.end = log.made;
  call.steps += steps;
}

/** The runs of functions that a pullback repeats. */
export interface Repeated {
  /** The number of runs of functions. */
  readonly runs: bigint;
  /** The least number of steps that they take: those of the first runs, without their pullbacks. */
  readonly steps: bigint;
}

/** Returns what the pullback of a run will run again. */
export function repeatedBy({ made, calls }: CallLog): Repeated {
  const byClosure = Array.from({ length: made }, (): LoggedCall[] => []);
  for (const call of calls) byClosure[call.closure]?.push(call);
  /** The sums over the closures from each index on. */
  const runsFrom = new Array<bigint>(made + 1).fill(0n);
  const stepsFrom = new Array<bigint>(made + 1).fill(0n);
  for (let closure = made - 1; closure >= 0; closure--) {
    let runs = runsFrom[closure + 1] ?? 0n;
    let steps = stepsFrom[closure + 1] ?? 0n;
    for (const call of byClosure[closure] ?? []) {
      runs += 1n + (runsFrom[call.first] ?? 0n) - (runsFrom[call.end] ?? 0n);
      steps += BigInt(call.steps) + (stepsFrom[call.first] ?? 0n) - (stepsFrom[call.end] ?? 0n);
    }
    runsFrom[closure] = runs;
    stepsFrom[closure] = steps;
  }
  return { runs: runsFrom[0] ?? 0n, steps: stepsFrom[0] ?? 0n };
}
