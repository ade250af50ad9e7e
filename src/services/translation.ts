import { engineById } from '../ad/registry';
import type { Engine, EngineId, Main, Point } from '../ad/engine';
import { differentiatesInside, straighten } from '../ad/via-trace';
import { printCore } from '../language/core/print';
import { internalError } from '../language/source/internal-error';
import { showType } from '../language/types/print';
import type { Json } from '../protocol/messages';
import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { pasteable } from './pasteable';
import type { Report } from './report';
import { atPoint } from './reports';
import type { PointOptions } from './reports';
import { unwritablePoint } from './unwritable';

export interface TranslationBody {
  /** A program of the language: the translated main expression, and its wrapper at the point. */
  readonly text: string;
  /** Of the translated main expression. */
  readonly type: string;
  readonly via: 'trace' | undefined;
}

/** The main expression as an engine that is source to source translates it. */
export function* translationReport(
  texts: readonly string[],
  id: EngineId,
  options: PointOptions,
): Task<Report<TranslationBody>> {
  const engine = engineById(id) ?? internalError(`there is no engine ${id}`);
  return yield* atPoint(texts, options, (main, point) => translate(engine, main, point, options.budget));
}

export function translationJson({ text, type, via }: TranslationBody): { readonly [key: string]: Json } {
  return { text, type, ...(via === undefined ? {} : { via }) };
}

/** The main expression as an engine that is source to source translates it, or its trace where it differentiates inside. */
export function* translate(engine: Engine, main: Main, point: Point, budget: Budget): Task<Outcome<TranslationBody>> {
  if (!differentiatesInside(main)) return translated(engine, main, point, undefined);
  const straight = yield* straighten(main, point, budget);
  return straight.tag === 'ok' ? translated(engine, straight.value.main, straight.value.point, 'trace') : straight;
}

function translated(engine: Engine, main: Main, point: Point, via: TranslationBody['via']): Outcome<TranslationBody> {
  const fragment = engine.fragment(main);
  if (fragment.tag === 'outside') return { tag: 'failed', diagnostic: fragment.reason };
  const unwritable = unwritablePoint(main, point);
  if (unwritable !== undefined) return { tag: 'failed', diagnostic: unwritable };
  const { program, type } = engine.translate?.(main, point) ?? internalError(`${engine.id} is not source to source`);
  return { tag: 'ok', value: { text: printCore(pasteable(program)), type: showType(type), via } };
}
