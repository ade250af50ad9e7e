import type { AnyEngine, EngineId } from './engine';
import { compiled } from './compiled/engine';
import { curry, curryDependent } from './differentiable-curry/engines';
import { reverse, reverseDelta, reverseDense, tape } from './krawiec/engines';
import { forward } from './krawiec/forward-engine';
import { numeric } from './numeric/engine';
import { taylor } from './taylor/engine';
import { traceAnf } from './abadi-plotkin/anf/engine';
import { traceLiteral } from './abadi-plotkin/literal/engine';
import { onReduced, onSubject } from './subject';

/** The engines, in the order in which they are shown; the first one with a result is the reference for the others. */
export const ENGINES: readonly AnyEngine[] = [
  onSubject(reverse),
  onSubject(tape),
  onSubject(reverseDelta),
  onSubject(reverseDense),
  onSubject(forward),
  onSubject(taylor),
  onSubject(curryDependent),
  onSubject(curry),
  traceAnf,
  onReduced(traceLiteral),
  compiled,
  numeric,
];

export function engineById(id: EngineId): AnyEngine | undefined {
  return ENGINES.find((engine) => engine.id === id);
}

/** The source-to-source engines: their result is an ordinary program. */
export const TRANSLATORS = ENGINES.filter(isTranslator);

/** The engines with a printable translation: a program, or combinators. */
export const WRITERS = ENGINES.filter((engine) => 'translate' in engine || 'write' in engine);

function isTranslator(engine: AnyEngine): engine is AnyEngine & Required<Pick<AnyEngine, 'translate'>> {
  return engine.translate !== undefined;
}
