import { availableParallelism } from 'node:os';
import type { Json } from '../../protocol/messages';
import type { Budget } from '../../semantics/outcome';
import { shipped, shippedKeys } from '../shipped';
import type { Graded, Grading } from './grade';
import { gradedCsv, gradedJson, gradedText, oneLine } from './print';

interface Wanted {
  readonly files: readonly string[];
  readonly csv: boolean;
  readonly json: boolean;
  readonly budget: Budget;
}

interface Printer {
  out(line: string): void;
  write(text: string): void;
  json(json: Json): void;
  error(text: string): void;
}

/**
 * Grades submissions and prints one line each. The exit status is about the grading, not about the marks: 0 all were judged,
 * 1 one has no exercise of the course, 2 one cannot be read, 3 a limit stopped one; of several, the greatest.
 */
export async function gradeCommand(
  { files, csv, json, budget }: Wanted,
  { filesOf, grade }: Grading,
  printer: Printer,
): Promise<number> {
  const { course } = shipped();
  const all = shippedKeys().length;
  const found = await Promise.all(files.map(async (file) => ({ file, submissions: await filesOf(file) })));
  const empty = found.flatMap(({ file, submissions }) =>
    submissions.length === 0 ? [unreadable(file, 'the folder has no .md or .json file')] : [],
  );
  const submissions = new Map(found.flatMap((each) => each.submissions.map(({ file, problem }) => [file, problem])));
  const judged = await eachInTurn([...submissions], async ([file, problem]) =>
    problem === undefined ? grade(file, budget) : unreadable(file, problem),
  );
  const graded = [...empty, ...judged];
  const status = Math.max(0, ...graded.map(statusOf));
  if (json) printer.json({ ok: status === 0, results: graded.map((each) => gradedJson(each, course)) });
  else if (csv) for (const line of gradedCsv(graded, course, all)) printer.write(line);
  else for (const each of graded) printer.out(gradedText(each, course, all));
  for (const { file, problem } of graded)
    if (problem !== undefined) printer.error(`pullback: ${oneLine(file)} was not judged: ${problem.text}`);
  return status;
}

function unreadable(file: string, problem: string): Graded {
  return { file, problem: { status: 2, text: problem }, judged: [], notes: [] };
}

function statusOf({ problem, judged }: Graded): 0 | 1 | 2 | 3 {
  if (problem !== undefined) return problem.status;
  return judged.some(({ status }) => status === 'stopped') ? 3 : 0;
}

/** Submissions are judged side by side, but one processor is left, because their runs have limits of time. */
async function eachInTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results = new Map<number, R>();
  const pending = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of pending) results.set(at, await work(item));
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism() - 1) }, worker));
  return [...results].toSorted(([a], [b]) => a - b).map(([, result]) => result);
}
