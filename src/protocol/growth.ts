/**
 * The meters of every engine while an input grows.
 */
import type { EngineId, RanOn } from '../ad/engine';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { Counts, Meter } from '../semantics/outcome';
import type { ProgramRequest } from './subject';

/** The budget is that of each run: an engine runs once at each size. */
export interface GrowthRequest extends ProgramRequest {
  /** The label of the input that grows; a likely one is chosen if it is undefined or does not exist. */
  readonly input: string | undefined;
  readonly sizes: readonly number[];
}

export type GrowthReply = { readonly inputs: readonly GrowthInput[] } & (
  | { readonly state: 'partial' | 'ok'; readonly growth: Growth }
  /** `inputs` is empty if no input of the program can grow. Without diagnostics if there is nothing to measure. */
  | { readonly state: 'error'; readonly chosen: string | undefined; readonly diagnostics: readonly Diagnostic[] }
);

/** An input that has a size: a whole number, or a list or array, by its length. */
export interface GrowthInput {
  readonly name: string;
  readonly size: 'value' | 'length';
  readonly span: Span;
}

/** The meters of engines, size by size. */
export interface Growth {
  /** The label of the input that grew. */
  readonly input: string;
  /** Ascending, no two the same. */
  readonly sizes: readonly number[];
  readonly engines: readonly EngineGrowth[];
}

export interface EngineGrowth {
  readonly engine: EngineId;
  /** One for each size. */
  readonly measurements: readonly Measurement[];
  /** A fit is undefined if its meter is positive at fewer than two sizes. */
  readonly fits: Readonly<Record<keyof Meter, Fit | undefined>>;
}

export type Measurement =
  | { readonly status: 'pending' }
  | {
      readonly status: 'ok';
      readonly meter: Counts;
      /** The meter is that of what the engine ran on. */
      readonly ranOn: RanOn;
    }
  | {
      readonly status: 'unsupported' | 'one direction' | 'failed' | 'stopped';
      readonly diagnostic: Diagnostic;
    }
  /** A smaller size was already too much. */
  | { readonly status: 'not tried' };

/** The line of least squares in logarithms: log(meter) = slope * log(size) + intercept. */
export interface Fit {
  readonly slope: number;
  readonly intercept: number;
}

export interface GrowthEnd {
  /** Undefined if it is the same at all sizes. */
  readonly size: number | undefined;
  readonly status: Declined['status'];
  readonly diagnostic: Diagnostic;
}

type Declined = Extract<Measurement, { readonly diagnostic: Diagnostic }>;

/** The first size at which the engine has no meter, and why. */
export function endOf({ sizes }: Growth, { measurements }: EngineGrowth): GrowthEnd | undefined {
  const at = measurements.findIndex(isDeclined);
  const first = measurements[at];
  if (first === undefined || !isDeclined(first)) return undefined;
  const always = measurements.every((one) => isDeclined(one) && one.diagnostic.message === first.diagnostic.message);
  return { ...first, size: always ? undefined : sizes[at] };
}

function isDeclined(measurement: Measurement): measurement is Declined {
  return 'diagnostic' in measurement;
}

/** Returns what the engine ran on at the largest size. */
export function ranOnOf({ measurements }: EngineGrowth): RanOn {
  const last = measurements.findLast((measurement) => measurement.status === 'ok');
  return last?.status === 'ok' ? last.ranOn : {};
}

/** From where an added constant weighs little, to where a program of linear work still runs in a moment. */
export const DEFAULT_SIZES: readonly number[] = Array.from({ length: 11 }, (_, i) => 4 * 2 ** i);
