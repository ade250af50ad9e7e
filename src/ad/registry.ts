import type { Engine, EngineId } from './engine';
import { forward } from './forward/engine';
import { numeric } from './numeric/engine';
import { reverse } from './reverse/engine';
import { traceAnf } from './trace/engine';
import { trace } from './trace/literal/engine';
import { viaTrace } from './via-trace';

/** The engines, in the order in which they are shown; the first that answers is what the others are compared with. */
export const ENGINES: readonly Engine[] = [viaTrace(reverse), traceAnf, trace, viaTrace(forward), numeric];

export function engineById(id: EngineId): Engine | undefined {
  return ENGINES.find((engine) => engine.id === id);
}
