import type { Series } from './messages';

/** How far a run is that takes long. */
export interface RunProgress {
  /** What `watch` has recorded so far. */
  readonly series: readonly Series[];
  /** The seconds that it has worked, and those after which it stops. */
  readonly seconds: number;
  readonly limit: number;
}
