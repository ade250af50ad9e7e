import { isImported, ownText } from '../../language/source/imported';
import { internalError } from '../../language/source/internal-error';
import { lineIndex, positionAt } from '../../language/source/position';
import { type Notebook, programCells, programOf } from '../../notebook/document';
import { solved } from '../../notebook/exercises';
import { withHeld } from '../../notebook/held';
import { whyNot, type ExerciseReply } from '../../protocol/exercises';
import { type Budget, PAGE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { redefinedIn } from '../../services/exercise/redefined';
import { checkExercise } from '../../services/exercises';
import { createLoader } from '../../services/loader';
import { type Shipped, shippedExercise } from '../shipped';

/** How an answer was judged: `error` means that the program has one, `stopped` that a limit of the grader was reached. */
export type Status = 'passed' | 'not passed' | 'error' | 'stopped';

export interface Judged {
  /** The exercise, as NOTEBOOK/ID. */
  readonly exercise: string;
  readonly status: Status;
  /** Why it is not passed. */
  readonly message?: string;
}

/** The limits of the page, but for time: how busy the machine is must not decide whether an answer passes. */
const BUDGET: Budget = { ...PAGE_BUDGET, seconds: 5 * PAGE_BUDGET.seconds };

/** A longer answer is not judged. */
const MOST_LETTERS = 50_000;

/**
 * Returns what judges answers, each in its shipped notebook, by the checks there. `accepted` are the answers that have
 * passed, which cells with `from=` hold.
 */
export function createJudge(
  shipped: Shipped,
  accepted: ReadonlyMap<string, string>,
): (key: string, answer: string) => Judged {
  const load = createLoader();
  return (key, answer) => {
    const found = shippedExercise(key, shipped);
    const verdict =
      found === undefined
        ? failing('error', 'the course has no such exercise')
        : answer.length > MOST_LETTERS
          ? failing('error', `the answer has more than ${MOST_LETTERS} characters`)
          : judge(found, answer);
    return { exercise: key, ...verdict };
  };

  type Verdict = Omit<Judged, 'exercise'>;

  /**
   * An answer passes if it does so in one of the notebooks that the learner may have written it for: with the learner's
   * answers in the cells that hold them, or with the solutions; with the earlier exercises of the notebook as shipped, or
   * solved by their shipped solutions, because an answer may use what the learner wrote for them.
   */
  function judge({ from, exercise }: NonNullable<ReturnType<typeof shippedExercise>>, answer: string): Verdict {
    const { cell, check, checks } = exercise;
    const bare = withHeld(from.notebook, solutionOf);
    const own = withAnswers(bare);
    const tried = new Set<string>();
    let first: Verdict | undefined;
    for (const notebook of [own, bare, solved(own), solved(bare)]) {
      const texts = programCells(notebook).with(cell, ownText(answer));
      const cells = texts.filter((text, at) => at <= cell || isImported(text));
      const known = JSON.stringify(cells);
      if (tried.has(known)) continue;
      tried.add(known);
      const verdict = attempt(cells);
      if (verdict.status === 'passed') return verdict;
      first ??= verdict;
    }
    return first ?? internalError('an answer that was not tried');

    function attempt(cells: readonly string[]): Verdict {
      const reply = drain(checkExercise(load, { cells, cell, check, checks, budget: BUDGET }));
      if (reply.status === 'waiting') return failing('error', errorIn(cells, cell));
      if (reply.status !== 'correct') return failing('not passed', reasonOf(reply));
      // A block of checks looks for these itself.
      const redefined = checks === undefined ? drain(redefinedIn(load, cells, cell, check)) : [];
      if (redefined.length === 0) return { status: 'passed' };
      return failing('not passed', `the answer redefines ${quoted(redefined)}, which the check uses`);
    }
  }

  function solutionOf(key: string): string | undefined {
    return shippedExercise(key, shipped)?.exercise.solution;
  }

  /** Returns a notebook with solutions in its cells with `from=`, in which they hold accepted answers where there are some. */
  function withAnswers(bare: Notebook): Notebook {
    return withHeld(bare, (key, solution) => {
      const answer = accepted.get(key);
      return answer !== undefined && isModest(bare, key, answer, solution) ? answer : undefined;
    });
  }

  /** Whether an answer redefines no more than the solution does: it could give another meaning to what later checks use. */
  function isModest(notebook: Notebook, key: string, answer: string, solution: string): boolean {
    const cell = programOf(notebook).findIndex((each) => each.tag === 'code' && each.attributes['from'] === key);
    const texts = programCells(notebook);
    const redefined = (text: string): readonly string[] =>
      drain(redefinedIn(load, texts.slice(0, cell + 1).with(cell, ownText(text)), cell, text));
    const meant = redefined(solution);
    return redefined(answer).every((name) => meant.includes(name));
  }

  function errorIn(cells: readonly string[], cell: number): string {
    const loaded = drain(load({ cells, cell }));
    const errors = loaded.tag === 'ok' ? [] : loaded.diagnostics.filter(({ severity }) => severity === 'error');
    const first = errors.find(({ span }) => span.cell === cell) ?? errors[0];
    if (first === undefined) return 'the program has an error';
    const { line } = positionAt(lineIndex(cells[first.span.cell] ?? ''), first.span.start);
    return `line ${line}${first.span.cell === cell ? '' : ' of an earlier cell'}: ${first.message}`;
  }
}

function failing(status: Exclude<Status, 'passed'>, message: string): Omit<Judged, 'exercise'> {
  return { status, message };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function reasonOf(reply: ExerciseReply): string {
  const line = reply.lines?.find(({ status }) => status !== 'passed');
  if (line !== undefined) return `${line.name}: ${whyNot(line) ?? line.status}`;
  return reply.status === 'failed' ? reply.message : 'the check is false';
}
