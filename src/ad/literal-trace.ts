import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { traceLiterally, type LiteralTrace } from './abadi-plotkin/literal/evaluate';
import type { Main, Point, RanOn } from './engine';
import { isDeclined, reducedMain } from './subject';
import { differentiatesInside } from './via-trace';

export interface ShownTrace {
  /** The program that was traced. */
  readonly main: Main;
  readonly traced: LiteralTrace;
  readonly ranOn: RanOn;
}

/**
 * Traces the main expression; where derivatives inside it are too large to be written, with constants and programs in
 * their places. With `bound`, its approximant (Figure 8).
 */
export function* literalTrace(main: Main, point: Point, budget: Budget, bound?: number): Task<Outcome<ShownTrace>> {
  const written = yield* traceLiterally(main, point, budget, bound);
  if (written.tag === 'ok') return { tag: 'ok', value: { main, traced: written.value, ranOn: {} } };
  if (bound !== undefined || !isDeclined(written) || !differentiatesInside(main)) return written;
  const reduced = yield* reducedMain(main, point, budget);
  if (reduced.tag !== 'ok' || reduced.value.ranOn.via !== undefined) return written;
  const { main: without, ranOn } = reduced.value;
  const traced = yield* traceLiterally(without, point, budget);
  return traced.tag === 'ok' ? { tag: 'ok', value: { main: without, traced: traced.value, ranOn } } : written;
}
