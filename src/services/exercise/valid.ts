import { counted } from '../../language/source/counted';
import type { ExerciseFault, ExerciseReply, ValidityRequest } from '../../protocol/exercises';
import { whyNot } from '../../protocol/exercises';
import type { Task } from '../../semantics/task';
import { checkExercise } from '../exercises';
import type { Loader } from '../loader';

/** The number of wrong answers that an exercise must reject. */
export const WRONG_ANSWERS = 3;

/**
 * Returns what an exercise lacks to be valid: its start fails, its solution passes, and it has three wrong answers, which
 * all fail.
 */
export function* faultsOf(
  load: Loader,
  { exercise: id, cells, cell, check, checks, solution, wrong, budget }: ValidityRequest,
): Task<readonly ExerciseFault[]> {
  const faults: ExerciseFault[] = [];
  const of = (text: string, atFirst = false): Task<ExerciseReply> =>
    checkExercise(load, { cells: cells.with(cell, text), cell, check, checks, budget }, atFirst);
  const start = yield* of(cells[cell] ?? '');
  if (start.status === 'correct')
    faults.push({ message: 'its start passes already', hint: 'leave the answer out of the exercise, or check more' });
  else if (start.status === 'waiting')
    faults.push({ message: 'its start has an error', hint: 'start with a program that runs' });
  else if (start.status === 'failed')
    faults.push({ message: `its checks do not fit its start: ${start.message}`, hint: 'correct the line' });
  if (solution === undefined)
    faults.push({ message: 'it has no solution', hint: 'write one', block: `pullback solution=${id}` });
  else {
    const solved = yield* of(solution);
    if (solved.status !== 'correct')
      faults.push({
        message: `its solution does not pass: ${reasonOf(solved)}`,
        hint: 'correct the solution or the checks',
      });
  }
  for (const [at, text] of wrong.entries()) {
    const { status } = yield* of(text, true);
    if (status === 'correct')
      faults.push({ message: `its wrong answer ${at + 1} passes`, hint: 'add a check that it fails' });
    else if (status === 'waiting')
      faults.push({
        message: `its wrong answer ${at + 1} has an error`,
        hint: 'a wrong answer must be a program that runs',
      });
  }
  if (wrong.length < WRONG_ANSWERS)
    faults.push({
      message: `it has ${counted(wrong.length, 'wrong answer')} of ${WRONG_ANSWERS}`,
      hint: 'add answers that must fail',
      block: `wrong exercise=${id}`,
    });
  return faults;
}

function reasonOf(reply: ExerciseReply): string {
  if (reply.status === 'waiting') return 'it has an error';
  const line = reply.lines?.find(({ status }) => status !== 'passed');
  if (line !== undefined) return `${line.name}: ${whyNot(line) ?? line.status}`;
  return reply.status === 'failed' ? reply.message : reply.status;
}
