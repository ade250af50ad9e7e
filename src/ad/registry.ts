import type { Engine, EngineId } from './engine';
import { curry } from './curry/engine';
import { curryDependent } from './curry-dependent/engine';
import { forward } from './forward/engine';
import { numeric } from './numeric/engine';
import { reverse } from './reverse/engine';
import { reverseDelta } from './reverse-delta/engine';
import { reverseDense } from './reverse-dense/engine';
import { tape } from './tape/engine';
import { taylor } from './taylor/engine';
import { traceAnf } from './trace/engine';
import { trace } from './trace/literal/engine';
import { viaTrace } from './via-trace';

/** The engines, in the order in which they are shown; the first that answers is what the others are compared with. */
export const ENGINES: readonly Engine[] = [
  viaTrace(reverse),
  viaTrace(tape),
  viaTrace(reverseDelta),
  viaTrace(reverseDense),
  viaTrace(forward),
  viaTrace(taylor),
  viaTrace(curryDependent),
  viaTrace(curry),
  traceAnf,
  trace,
  numeric,
];

export function engineById(id: EngineId): Engine | undefined {
  return ENGINES.find((engine) => engine.id === id);
}

/** Those that are source to source: their result is an ordinary program. */
export const TRANSLATORS = ENGINES.filter(isTranslator);

/** Those that have something to show as a translation: a program, or combinators. */
export const WRITERS = ENGINES.filter((engine) => 'translate' in engine || 'write' in engine);

function isTranslator(engine: Engine): engine is Engine & Required<Pick<Engine, 'translate'>> {
  return engine.translate !== undefined;
}
