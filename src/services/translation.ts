import { engineById } from '../ad/registry';
import type { AnyEngine, EngineId, Main, Point, RanOn, Translated } from '../ad/engine';
import { subjectOf } from '../ad/subject';
import { taylorMacro } from '../ad/taylor/engine';
import { printCore } from '../language/core/print';
import { internalError } from '../language/source/internal-error';
import { showType } from '../language/types/print';
import type { Json } from '../protocol/messages';
import { ranOnJson } from '../protocol/ran-on';
import type { JetShape } from '../semantics/jets/multi-index';
import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { pasteable } from './pasteable';
import type { Report } from './report';
import { atPoint } from './reports';
import type { PointOptions } from './reports';
import { unwritablePoint } from './unwritable';

export interface TranslationBody {
  /** A program of the language: the translated main expression, and its wrapper at the point; combinators for curry. */
  readonly text: string;
  /** The type of the translated main expression. */
  readonly type: string;
  readonly ranOn: RanOn;
}

/** Reports the main expression as translated by an engine; `shape` is the shape of the macro of `taylor`. */
export function* translationReport(
  texts: readonly string[],
  id: EngineId,
  options: PointOptions & { readonly shape?: JetShape | undefined },
): Task<Report<TranslationBody>> {
  const engine = engineById(id) ?? internalError(`there is no engine ${id}`);
  const { budget, shape } = options;
  return yield* atPoint(texts, options, (main, point) => translate(engine, main, point, budget, shape));
}

export function translationJson({ text, type, ranOn }: TranslationBody): { readonly [key: string]: Json } {
  return { text, type, ...ranOnJson(ranOn) };
}

/** Translates the main expression with a source-to-source engine, without derivatives inside, or its trace. */
export function* translate(
  engine: AnyEngine,
  main: Main,
  point: Point,
  budget: Budget,
  shape?: JetShape,
): Task<Outcome<TranslationBody>> {
  const subject = yield* subjectOf(main, point, budget);
  if (subject.tag !== 'ok') return subject;
  return translated(engine, subject.value.main, subject.value.point, shape, subject.value.ranOn);
}

function translated(
  engine: AnyEngine,
  main: Main,
  point: Point,
  shape: JetShape | undefined,
  ranOn: RanOn,
): Outcome<TranslationBody> {
  const fragment = engine.fragment(main);
  if (fragment.tag === 'outside') return { tag: 'failed', diagnostic: fragment.reason };
  const written = engine.write?.(main);
  if (written !== undefined) return { tag: 'ok', value: { ...written, ranOn } };
  const unwritable = unwritablePoint(main, point);
  if (unwritable !== undefined) return { tag: 'failed', diagnostic: unwritable };
  const made = shape === undefined ? plain(engine, main, point) : taylorMacro(main, shape, point);
  if (made.tag !== 'ok') return made;
  const { program, type } = made.value;
  return { tag: 'ok', value: { text: printCore(pasteable(program)), type: showType(type), ranOn } };
}

function plain(engine: AnyEngine, main: Main, point: Point): Outcome<Translated> {
  const value = engine.translate?.(main, point) ?? internalError(`${engine.id} is not source to source`);
  return { tag: 'ok', value };
}
