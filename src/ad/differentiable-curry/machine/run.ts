import type { Value } from '../../../semantics/value';
import type { Combinator } from '../combinator';
import type { Call, Tangent } from './tangent';
import type { CalledBack, RepFunction } from './rep-function';
import type { Meter } from '../../../semantics/outcome';

/**
 * What a rep-function records when it runs: all that its pullback needs. The paper closes over the pullbacks of the
 * parts; a run holds the runs of the parts instead, so that neither direction uses the stack.
 */
export interface RunRecord {
  readonly term: Combinator;
  /** The runs of the parts, in the order in which they ran. */
  readonly runs: readonly RunRecord[];
  /** The input, if the pullback depends on it. */
  readonly input: Value;
}

/** The difference between the two versions: sections 4 and 5. */
export interface Method {
  readonly id: 'curry' | 'curry-dependent';
  /** Whether pullbacks run functions again. */
  readonly runsAgain: boolean;
  /** Whether the pullback of a structural zero is zero without being run. */
  readonly prunes: boolean;
  /** Returns the function's tangent in the pullback of `eval`. */
  readonly ofCall: (call: CalledBack, meter: Meter) => Tangent;
  /**
   * The pullback of `curry` and `rec`: returns the environment's tangent, or the calls that must run again to find it.
   */
  readonly ofClosure: (closure: RepFunction, tangent: Tangent, meter: Meter) => Restored;
}

export type Restored =
  { readonly tag: 'environment'; readonly parts: Tangent } | { readonly tag: 'again'; readonly calls: readonly Call[] };

/** Callbacks for the panel: a run, and each of its pullbacks. */
export interface Observer {
  readonly evaluated: (run: RunRecord, input: Value, value: Value) => void;
  readonly pulled: (run: RunRecord, given: Tangent, back: Tangent) => void;
  /** Called when `closure` ran again for a recorded call. */
  readonly again: (closure: RunRecord, call: Call, body: RunRecord) => void;
}
