import type { Value } from '../../../semantics/value';
import type { Combinator } from '../combinator';
import type { Call, Tangent } from './tangent';
import type { RepFunction } from './rep-function';
import type { Meter } from '../../../semantics/outcome';

/**
 * What a rep-function left when it ran: all that its pullback needs. Where the paper closes over the pullbacks of the parts, a
 * run has the runs of the parts, so that neither direction takes stack.
 */
export interface Run {
  readonly term: Combinator;
  /** Of the parts, in the order in which they ran. */
  readonly runs: readonly Run[];
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

/** A call, and what came back from the pullback of the function's body. */
export interface CalledBack extends Call {
  readonly callee: RepFunction;
  /** Of the entries of the environment. */
  readonly environment: readonly Tangent[];
  /** Of the entry of the functions that call each other. */
  readonly group: Tangent;
}

export type Restored =
  | { readonly tag: 'environment'; readonly parts: readonly Tangent[] }
  | { readonly tag: 'again'; readonly calls: readonly Call[] };

/** Who watches a run, for the panel: a run, and each of its pullbacks. */
export interface Observer {
  readonly evaluated: (run: Run, input: Value, value: Value) => void;
  readonly pulled: (run: Run, given: Tangent, back: Tangent) => void;
  /** `closure` ran again at a call that was recorded. */
  readonly again: (closure: Run, call: Call, body: Run) => void;
}
