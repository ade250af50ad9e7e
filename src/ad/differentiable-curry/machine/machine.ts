/**
 * Step 2 of "The Differentiable Curry" (Figure 2, and Figures 3 and 5 by the `Method`): combinators run. A rep-function
 * takes a to (b, pullback); here it leaves a `RunRecord`, and `pull` is its pullback. Both directions share one stack
 * of frames, since the pullback of the simply typed version runs functions again.
 */
import { internalError } from '../../../language/source/internal-error';
import { BYTES } from '../../../semantics/memory';
import { newMeter, type Budget, type Meter } from '../../../semantics/outcome';
import { workingTime } from '../../../semantics/working-time';
import type { Value } from '../../../semantics/value';
import type { Combinator } from '../combinator';
import type { CallLog } from './call-log';
import type { CombinatorFrame } from './frame';
import type { Method, Observer, RunRecord } from './run';
import type { Tangent } from './tangent';

export interface Machine {
  readonly method: Method;
  readonly observer: Observer | undefined;
  readonly budget: Budget;
  /** In working time (`workingTime`). */
  readonly deadline: number;
  readonly meter: Meter;
  /** The closed definitions, by name. */
  readonly definitions: Map<string, Value>;
  readonly stack: CombinatorFrame[];
  /** The result of the outermost frame: a value and its run, or a tangent. */
  value: Value;
  run: RunRecord;
  tangent: Tangent;
  /** How often each function ran again. */
  readonly again: Map<Combinator, number>;
  /** The calls of a run forwards, if its pullback will run functions again. */
  calls: CallLog | undefined;
  /** The shared runs of combinators that record nothing, by term. */
  readonly shared: Map<Combinator, RunRecord>;
  /** The number of runs in memory, and the bytes that they hold. */
  runs: number;
  bytes: number;
}

export function newMachine(method: Method, budget: Budget, observer?: Observer): Machine {
  return {
    method,
    observer,
    budget,
    deadline: workingTime() + 1000 * budget.seconds,
    meter: newMeter(),
    definitions: new Map(),
    stack: [],
    value: undefined,
    run: NO_RUN,
    tangent: undefined,
    again: new Map(),
    calls: undefined,
    shared: new Map(),
    runs: 0,
    bytes: 0,
  };
}

const NO_RUN: RunRecord = {
  term: { tag: 'id', source: { tag: 'unit' }, target: { tag: 'unit' }, origin: { cell: 0, start: 0, end: 0 } },
  runs: [],
  input: undefined,
};

/** Creates a run, which is kept until its pullback has finished. */
export function newRun(machine: Machine, term: Combinator, runs: readonly RunRecord[], input: Value): RunRecord {
  machine.runs += 1;
  machine.meter.nodes += 1;
  machine.bytes += BYTES_OF_RUN + BYTES.item * runs.length;
  machine.meter.live = Math.max(machine.meter.live, machine.runs);
  return { term, runs, input };
}

/** Returns the one run that a projection or a constant shares between all its executions. */
export function sharedRun(machine: Machine, term: Combinator): RunRecord {
  machine.meter.nodes += 1;
  machine.meter.steps += 1;
  const known = machine.shared.get(term);
  if (known !== undefined) return known;
  const run: RunRecord = { term, runs: [], input: undefined };
  machine.shared.set(term, run);
  return run;
}

const BYTES_OF_RUN = 80;

export function partAt<T>(parts: readonly T[], index: number): T {
  return parts[index] ?? internalError(`a run without part ${index}`);
}
