import type { Budget } from '../../semantics/outcome';
import { shipped, shippedKeys } from '../shipped';
import { messageOf } from '../values/sources';
import { createJudge, type Judged } from './judge';
import { readSubmission } from './submission';

/** Why a submission is not judged at all, and the exit status for it: 1 it is something else, 2 it cannot be read, 3 a limit. */
export interface Problem {
  readonly status: 1 | 2 | 3;
  readonly text: string;
}

/** What is known about a submission, in the order in which it becomes known. */
export type Finding =
  | { readonly tag: 'refused'; readonly problem: Problem }
  /** The exercises that will be judged, as NOTEBOOK/ID, and what a person should know. */
  | { readonly tag: 'read'; readonly attempted: readonly string[]; readonly notes: readonly string[] }
  | { readonly tag: 'judged'; readonly judged: Judged };

/** A submission that has been judged, as far as that was possible. */
export interface Graded {
  readonly file: string;
  readonly problem?: Problem;
  readonly judged: readonly Judged[];
  readonly notes: readonly string[];
}

/** A file that is a submission, or what cannot be searched for submissions, and why. */
export interface Found {
  readonly file: string;
  readonly problem?: string;
}

/** Finds the submissions of a folder, and judges a file. Neither rejects for a bad file. */
export interface Grading {
  readonly filesOf: (file: string) => Promise<readonly Found[]>;
  readonly grade: (file: string, limits: Pick<Budget, 'seconds' | 'bytes'>) => Promise<Graded>;
}

/** Judges a submission exercise by exercise. `done` are those that an earlier process has judged. */
export function* findings(file: string, content: string, done: readonly Judged[] = []): Generator<Finding, void> {
  const course = shipped();
  const submission = readSubmission(file, content, course);
  if (submission === undefined) {
    yield { tag: 'refused', problem: { status: 1, text: 'it has no exercise of the course' } };
    return;
  }
  const { answers, notes } = submission;
  const attempted = shippedKeys(course).filter((key) => answers.has(key));
  yield { tag: 'read', attempted, notes };
  const accepted = new Map<string, string>();
  const accept = ({ exercise, status }: Judged): void => {
    if (status === 'passed') accepted.set(exercise, answers.get(exercise) ?? '');
  };
  done.forEach(accept);
  const judge = createJudge(course, accepted);
  for (const key of attempted.slice(done.length)) {
    const judged = judge(key, answers.get(key) ?? '');
    accept(judged);
    yield { tag: 'judged', judged };
  }
}

/** Adds a finding to what is known. */
export function withFinding(graded: Graded, finding: Finding): Graded {
  switch (finding.tag) {
    case 'refused':
      return { ...graded, problem: finding.problem };
    case 'read':
      return { ...graded, notes: finding.notes };
    case 'judged':
      return { ...graded, judged: [...graded.judged, finding.judged] };
  }
}

/** Judges submissions in this process, where a program that never ends is stopped by its own limits only. */
export function gradingHere(read: (file: string) => Promise<string>): Grading {
  return {
    filesOf: (file) => Promise.resolve([{ file }]),
    grade: async (file) => {
      const nothing: Graded = { file, judged: [], notes: [] };
      try {
        return [...findings(file, await read(file))].reduce(withFinding, nothing);
      } catch (error) {
        return { ...nothing, problem: { status: 2, text: messageOf(error) } };
      }
    },
  };
}
