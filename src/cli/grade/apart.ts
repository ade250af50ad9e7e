import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { counted } from '../../language/source/counted';
import { readText, reasonOf } from '../read-text';
import { messageOf } from '../values/sources';
import { type Finding, findings, type Found, type Graded, type Grading, withFinding } from './grade';
import type { Judged } from './judge';

/*
 * Submissions are programs of strangers. Each is judged by processes of its own, which end when they take too long or too much
 * memory, and the next exercise starts in a new one. A process gets a Job on its input and prints findings, one a line.
 */

/** The argument that makes the command line judge a submission: see `entry.ts`. */
export const JUDGE = '--judge-submission';

interface Job {
  readonly file: string;
  readonly done: readonly Judged[];
}

/** Seconds for one exercise; the checks of a block have limits of their own, which are reached first. */
const EXERCISE_SECONDS = 60;

/** The reason after the time of a submission. */
const TOO_LONG = 'the submission reached its time limit (`--seconds S`)';

/** Returns what judges files in processes that run `script`. */
export function gradingApart(script: string): Grading {
  return {
    filesOf: submissionsIn,
    grade: (file, limits) => gradeApart(script, file, limits),
  };
}

/** Returns the notebooks and progress files of a folder and of the folders in it; a file is itself. */
async function submissionsIn(file: string): Promise<readonly Found[]> {
  return (await isFolder(file)) ? inFolder(file) : [{ file }];
}

/** Links to folders are not followed, because they can lead in a circle. */
async function inFolder(folder: string): Promise<readonly Found[]> {
  const found: Found[] = [];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = join(folder, entry.name);
      const inside = entry.isDirectory() ? await inFolder(file) : [];
      found.push(...inside);
      if (inside.length > 0) continue;
      if (entry.isSymbolicLink() && (await isFolder(file)))
        found.push({ file, problem: 'it is a link to a folder; name the folder itself' });
      else if (/\.(?:md|markdown|json)$/iu.test(file))
        found.push(file.includes('\uFFFD') ? { file, problem: 'its name is not UTF-8; rename it' } : { file });
    }
  } catch (error) {
    found.push({ file: folder, problem: reasonOf(error) });
  }
  return found;
}

function isFolder(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function gradeApart(
  script: string,
  file: string,
  { seconds, bytes }: Parameters<Grading['grade']>[1],
): Promise<Graded> {
  const end = Date.now() + seconds * 1000;
  let graded: Graded = { file, judged: [], notes: [] };
  let attempted: readonly string[] | undefined;
  const take = (finding: Finding): void => {
    if (finding.tag === 'read') attempted = finding.attempted;
    graded = withFinding(graded, finding);
  };
  for (;;) {
    const why = await judgeIn(script, { file, done: graded.judged }, { end, bytes }, take);
    if (why === undefined) return graded;
    if (attempted === undefined) return { ...graded, problem: { status: 3, text: why } };
    const [next, ...others] = attempted.slice(graded.judged.length);
    if (next === undefined) return graded;
    take({ tag: 'judged', judged: { exercise: next, status: 'stopped', message: why } });
    if (Date.now() < end) continue;
    for (const exercise of others) take({ tag: 'judged', judged: { exercise, status: 'stopped', message: TOO_LONG } });
    return graded;
  }
}

/** Judges in a new process. Resolves to why it ended before its work was done; undefined if it was. */
async function judgeIn(
  script: string,
  job: Job,
  { end, bytes }: { readonly end: number; readonly bytes: number },
  take: (finding: Finding) => void,
): Promise<string | undefined> {
  const megabytes = Math.max(MOST_OVERHEAD, Math.ceil(bytes / 1e6));
  const child = spawn(process.execPath, [`--max-old-space-size=${megabytes}`, script, JUDGE], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let late: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    const left = Math.max(0, end - Date.now());
    const most = EXERCISE_SECONDS * 1000;
    timer = setTimeout(
      () => {
        late = left <= most ? TOO_LONG : `it took more than ${counted(EXERCISE_SECONDS, 'second')}`;
        child.kill('SIGKILL');
      },
      Math.min(left, most),
    );
  };
  wait();
  const closed = new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => {
      resolve(`it cannot be judged: ${reasonOf(error)}`);
    });
    child.on('close', (status) => {
      if (late !== undefined) resolve(late);
      else if (status === 0) resolve(undefined);
      else resolve(`it used more than ${megabytes} MB of memory, or made Pullback fail`);
    });
  });
  child.stdin.on('error', () => undefined); // the process may have ended
  child.stdin.end(JSON.stringify(job));
  for await (const line of createInterface(child.stdout)) {
    take(JSON.parse(line) as Finding); // printed by `judgeSubmission`
    wait();
  }
  const why = await closed;
  clearTimeout(timer);
  return why;
}

/** Megabytes that a process needs in any case. */
const MOST_OVERHEAD = 64;

/** The work of a process: judges the submission of the job on standard input, and prints findings. */
export async function judgeSubmission(): Promise<void> {
  const { file, done } = JSON.parse(await text(process.stdin)) as Job; // written by `judgeIn`
  for (const finding of await findingsOf(file, done)) await printed(`${JSON.stringify(finding)}\n`);
}

async function findingsOf(file: string, done: readonly Judged[]): Promise<Iterable<Finding>> {
  try {
    return findings(file, await readText(file), done);
  } catch (error) {
    return [{ tag: 'refused', problem: { status: 2, text: messageOf(error) } }];
  }
}

/** Prints at once: the process may be ended during the next exercise. */
function printed(line: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(line, () => {
      resolve();
    });
  });
}
