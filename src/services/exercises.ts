import type { CoreProgram } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { showType } from '../language/types/print';
import type { ExerciseReply, ExerciseRequest } from '../protocol/exercises';
import { evaluate } from '../semantics/evaluate';
import type { Task } from '../semantics/task';
import { checkBlock } from './exercise/check-block';
import { neededType } from './exercise/needed-type';
import type { Loader } from './loader';

/**
 * Returns whether the reader has solved an exercise, by its block of checks, or by its `check` after the cells up to it. The
 * inputs have the values in their text, so the result depends on what is written and not on the sliders. `atFirst` stops at the
 * first line of the block that does not pass.
 */
export function* checkExercise(
  load: Loader,
  request: Omit<ExerciseRequest, 'exercise'>,
  atFirst = false,
): Task<ExerciseReply> {
  const { cells, cell, check, checks, budget } = request;
  return yield* checks === undefined
    ? checkCondition(load, { cells, cell, check, budget })
    : checkBlock(load, { cells, cell }, checks, budget, atFirst);
}

function* checkCondition(
  load: Loader,
  { cells, cell, check, budget }: Pick<ExerciseRequest, 'cells' | 'cell' | 'check' | 'budget'>,
): Task<ExerciseReply> {
  const loaded = yield* load({ cells: [...cells, check], cell: cells.length });
  if (loaded.tag === 'wrong') {
    const errors = loaded.diagnostics.filter(({ severity }) => severity === 'error');
    const first = errors.find(({ span }) => span.cell === cells.length) ?? errors[0];
    if (first === undefined) return internalError('a failed program without an error');
    if (errors.some(({ span }) => span.cell < cells.length)) return { status: 'waiting' };
    const needed = yield* neededType(load, { cells, cell }, check);
    return failed(needed === undefined ? first.message : `${needed.message} (${needed.hint})`);
  }
  const { core, hidden } = loaded.program;
  const shown = core.items.slice(0, core.items.length - hidden);
  const items = shown.filter(({ origin }) => origin.cell === cells.length);
  const [question] = items;
  if (question?.tag !== 'output' || items.length > 1) return failed('a check must be one expression');
  const { type } = question.term;
  if (type.tag !== 'bool') return failed(`a check must have type bool, but this one has type ${showType(type)}`);
  const outcome = yield* evaluate(onlyOutput(core, question), { budget, tracing: 'none' });
  if (outcome.tag !== 'ok') return failed(outcome.diagnostic.message);
  return { status: outcome.value.outputs.at(-1) === true ? 'correct' : 'not yet' };
}

function failed(message: string): ExerciseReply {
  return { status: 'failed', message };
}

/** The other outputs of the cells are dropped: they are not needed and may take long. */
function onlyOutput(core: CoreProgram, question: CoreProgram['items'][number]): CoreProgram {
  return { ...core, items: core.items.filter((item) => item.tag !== 'output' || item === question) };
}
