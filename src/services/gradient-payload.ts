import { agree, type Agreement, type Column } from '../ad/agree';
import type { AnyEngineId, ComparedEngine, Main, Point } from '../ad/engine';
import { ENGINES } from '../ad/registry';
import type { EngineColumn } from '../protocol/messages';
import { ranOnJson } from '../protocol/ran-on';
import type { Gradient, GradientReply, GradientRequest } from '../protocol/gradient';
import { showStart } from '../semantics/present';
import type { Task } from '../semantics/task';
import { pausedTime } from '../semantics/working-time';
import type { Budget } from '../semantics/outcome';
import { MOST_IN_LINE } from './brief';
import { type Loaded, locatePoint } from './program';

/** Seconds that the engines together may take without being asked for. */
const PATIENCE = 1.5;

interface Wanted {
  readonly engines?: readonly ComparedEngine[];
  /** Engines that may take more time. */
  readonly asked?: readonly AnyEngineId[];
  /** The engine that answers first. */
  readonly first?: AnyEngineId | undefined;
}

/** Returns the gradient by engines, all by default, except those that need much time and are not asked. */
export function* gradientOf(
  { main, point }: { readonly main: Main; readonly point: Point },
  budget: Budget,
  { engines = ENGINES, asked = [], first }: Wanted,
  progress: (gradient: Gradient) => void,
): Task<Gradient> {
  const agreement = yield* agree(main, point, {
    engines,
    budget,
    first,
    now: () => performance.now() - pausedTime(),
    progress: (partial) => {
      progress(gradientPayload(main, partial));
    },
    patience: { seconds: PATIENCE, asked: new Set(asked) },
  });
  return gradientPayload(main, agreement);
}

/** Answers with the gradient, also by engines that need much time. */
export function* gradientAnswer(
  loaded: Loaded,
  { inputs, budget, asked }: GradientRequest,
  reply: (reply: GradientReply) => void,
  own: readonly ComparedEngine[] = [],
): Task<void> {
  if (loaded.tag === 'wrong') {
    reply({ state: 'error', diagnostics: loaded.diagnostics });
    return;
  }
  const located = yield* locatePoint(loaded.program, inputs, budget);
  if (located?.tag !== 'ok') {
    reply({ state: 'error', diagnostics: located === undefined ? [] : [located.diagnostic] });
    return;
  }
  const gradient = yield* gradientOf(located.value, budget, { engines: [...ENGINES, ...own], asked }, (partial) => {
    reply({ state: 'partial', gradient: partial });
  });
  reply({ state: 'ok', gradient });
}

function gradientPayload(main: Main, agreement: Agreement): Gradient {
  return {
    engines: agreement.columns.map((column) => engineColumn(main, column)),
    agreement: agreement.verdict,
    maxRelativeDifference: agreement.maxRelativeDifference,
  };
}

function engineColumn(main: Main, column: Column): EngineColumn {
  const { engine } = column;
  switch (column.status) {
    case 'pending':
    case 'not run':
      return { engine, status: column.status };
    case 'ok': {
      const { result, derivatives, errors, differences, differs, seconds } = column;
      const value = showStart(result.value, main.target, 6, main.variants, MOST_IN_LINE);
      const { meter } = result;
      return {
        engine,
        status: 'ok',
        value,
        derivatives,
        errors,
        differences,
        differs,
        seconds,
        meter,
        ranOn: ranOnJson(result),
      };
    }
    case 'one direction':
    case 'unsupported':
    case 'not comparable':
    case 'failed':
    case 'stopped':
      return { engine, status: column.status, reason: column.reason };
  }
}
