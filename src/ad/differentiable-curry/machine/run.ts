import type { Value } from '../../../semantics/value';
import type { Combinator } from '../combinator';
import type { Call, Tangent } from './tangent';
import type { CalledBack, RepFunction } from './rep-function';
import type { Meter } from '../../../semantics/outcome';

/**
 * What a rep-function left when it ran: all that its pullback needs. Where the paper closes over the pullbacks of the parts, a
 * run has the runs of the parts, so that neither direction takes stack.
 */
export interface RunRecord {
  readonly term: Combinator;
  /** Of the parts, in the order in which they ran. */
  readonly runs: readonly RunRecord[];
  /** The input, where the pullback depends on it. */
  readonly input: Value;
}

/** Where the two versions differ: sections 4 and 5. */
export interface Method {
  readonly id: 'curry' | 'curry-dependent';
  /** Whether the pullback of a structural zero is zero, without a look. */
  readonly prunes: boolean;
  /** The pullback of `eval`, at the function. */
  readonly ofCall: (call: CalledBack, meter: Meter) => Tangent;
  /** The pullback of `curry` and `rec`: the environment's tangent, or the calls that must run again to know it. */
  readonly ofClosure: (closure: RepFunction, tangent: Tangent, meter: Meter) => Restored;
}

export type Restored =
  | { readonly tag: 'environment'; readonly parts: readonly Tangent[] }
  | { readonly tag: 'again'; readonly calls: readonly Call[] };

/** Who watches a run, for the panel: a run, and each of its pullbacks. */
export interface Observer {
  readonly evaluated: (run: RunRecord, input: Value, value: Value) => void;
  readonly pulled: (run: RunRecord, given: Tangent, back: Tangent) => void;
  /** `closure` ran again at a call that was recorded. */
  readonly again: (closure: RunRecord, call: Call, body: RunRecord) => void;
}
