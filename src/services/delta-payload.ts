import type { Main, Point } from '../ad/engine';
import { graphOf, reverse, runReverse } from '../ad/reverse/engine';
import type { DeltaGraph } from '../ad/reverse/graph';
import type { ReverseRun } from '../ad/reverse/engine';
import { differentiatesInside, straighten } from '../ad/via-trace';
import { printCore } from '../language/core/print';
import { showType } from '../language/types/print';
import type { DeltaPayload, Focus } from '../protocol/messages';
import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { pasteable } from './pasteable';
import { unwritablePoint } from './unwritable';

/** Larger graphs are not shown. */
export const MOST_NODES = 200_000;
/** Longer translations, of traces, are not printed. */
const MOST_PRINTED_BINDINGS = 2_000;

export interface DeltaRun {
  /** What was run: the main expression, or its trace. */
  readonly subject: { readonly main: Main; readonly point: Point };
  readonly executed: ReverseRun;
  readonly graph: DeltaGraph;
  readonly via: 'trace' | undefined;
}

/** The run of `reverse` with its graph; of the main expression's trace where that differentiates inside. */
export function* runDelta(main: Main, point: Point, budget: Budget): Task<Outcome<DeltaRun>> {
  let subject = { main, point };
  const via = differentiatesInside(main) ? 'trace' : undefined;
  if (via === 'trace') {
    const straight = yield* straighten(main, point, budget);
    if (straight.tag !== 'ok') return straight;
    subject = straight.value;
  }
  const fragment = reverse.fragment(subject.main);
  if (fragment.tag === 'outside') return { tag: 'failed', diagnostic: fragment.reason };
  const outcome = yield* runReverse(subject.main, subject.point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const executed = outcome.value;
  const { nodes } = executed.result.meter;
  if (nodes > MOST_NODES) {
    return {
      tag: 'failed',
      diagnostic: {
        severity: 'error',
        code: 'too-large',
        message: `the Delta graph has ${nodes.toLocaleString('en-GB')} nodes; up to ${MOST_NODES.toLocaleString('en-GB')} can be shown`,
        hint: 'fewer iterations make a smaller graph with the same pattern',
        span: main.body.origin,
        related: [],
      },
    };
  }
  yield;
  return { tag: 'ok', value: { subject, executed, graph: graphOf(subject.main, subject.point, executed), via } };
}

export function* deltaPayload(main: Main, point: Point, focus: Focus, budget: Budget): Task<Outcome<DeltaPayload>> {
  const outcome = yield* runDelta(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const { subject, executed, graph, via } = outcome.value;
  yield;
  return {
    tag: 'ok',
    value: {
      focus,
      ...graph,
      translation: translationOf(subject, executed, via),
      translationType: showType(executed.wrapped.type),
      via,
      meter: executed.result.meter,
    },
  };
}

function translationOf(
  { main, point }: DeltaRun['subject'],
  { program, bindings }: ReverseRun,
  via: 'trace' | undefined,
): string {
  if (via === 'trace' && bindings.length > MOST_PRINTED_BINDINGS) {
    return `-- the translation of the trace makes ${bindings.length} bindings; up to ${MOST_PRINTED_BINDINGS} are printed`;
  }
  const unwritable = unwritablePoint(main, point);
  return unwritable === undefined ? printCore(pasteable(program())) : `-- ${unwritable.message}`;
}
