import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printNotebook } from '../../notebook/document';
import { exercisesOf, solved } from '../../notebook/exercises';
import { parseNotebook } from '../../notebook/parse';
import { type AcceptedAnswer, printProgress } from '../../notebook/progress';
import { pullback } from '../../testing/command-line';
import { LONG } from '../../testing/runs';
import { shipped, shippedExercise, shippedKeys } from '../shipped';
import { createJudge } from './judge';

const shippedText = (id: string): string =>
  readFileSync(new URL(`../../../public/notebooks/${id}.md`, import.meta.url), 'utf8');
const solvedText = (id: string): string => printNotebook(solved(parseNotebook(shippedText(id))));
const progress = (answers: Readonly<Record<string, string>>): string =>
  printProgress(Object.entries(answers).map(([exercise, text]): AcceptedAnswer => ({ exercise, text, at: 0 })));
const SLOPE = 'let slope f x h = (f (x + h) - f (x - h)) / (2 * h)';
/** Not precise enough. */
const ONE_SIDED = 'let slope f x h = (f x - f (x - h)) / h';

interface Result {
  readonly passed?: number;
  readonly problem?: string;
  readonly exercises?: readonly { readonly exercise: string; readonly status: string; readonly message?: string }[];
  readonly units?: readonly { readonly unit: string; readonly result: string }[];
  readonly notes?: readonly string[];
}

async function graded(content: string, file = 'a.json'): Promise<Result & { readonly exit: number }> {
  const { status, out } = await pullback(content, 'grade', file, '--json');
  const { results } = JSON.parse(out) as { readonly results: readonly Result[] };
  expect(results).toHaveLength(1);
  return { exit: status, ...results[0] };
}

describe('a submission', () => {
  test('is a notebook with answers, judged by the checks of the shipped one', async () => {
    const { exit, passed, exercises, units } = await graded(solvedText('differencing'), 'differencing.md');
    expect({ exit, passed }).toEqual({ exit: 0, passed: 3 });
    expect(exercises?.map(({ exercise }) => exercise)).toEqual([
      'differencing/slope',
      'differencing/bestStep',
      'differencing/gradient',
    ]);
    expect(units?.slice(0, 2)).toEqual([
      { unit: '1', result: 'passed' },
      { unit: '2', result: 'not begun' },
    ]);
  });

  test('is a progress file, whose marks count for nothing', async () => {
    const marked = progress({ 'differencing/slope': ONE_SIDED }).replace('"at": 0', '"at": 0, "passed": true');
    expect(await graded(marked)).toMatchObject({
      exit: 0,
      passed: 0,
      exercises: [{ exercise: 'differencing/slope', status: 'not passed' }],
    });
    expect(await graded(progress({ 'differencing/slope': SLOPE }))).toMatchObject({
      passed: 1,
      units: expect.arrayContaining([{ unit: '1', result: 'begun' }]) as unknown,
    });
  });

  test('cannot bring its own checks', async () => {
    const wrong = shippedText('differencing')
      .replace(/(```checks exercise=slope\n)[\s\S]*?\n```/, '$1true\n```')
      .replace(/(```pullback exercise=slope\n)[\s\S]*?\n```/, `$1${ONE_SIDED}\n\`\`\``);
    expect(await graded(wrong, 'x.md')).toMatchObject({ passed: 0, exercises: [{ status: 'not passed' }] });
    // Without the checks it is the same.
    const bare = wrong.replace(/```checks exercise=slope\n[\s\S]*?\n```/, '');
    expect(await graded(bare, 'x.md')).toMatchObject({ passed: 0, exercises: [{ status: 'not passed' }] });
  });

  test('cannot redefine what the checks use, nor change earlier cells', async () => {
    expect(await graded(progress({ 'differencing/slope': 'let slope f x h = 0.0\nlet abs x = 0.0' }))).toMatchObject({
      exercises: [{ status: 'not passed', message: expect.stringContaining('redefines `abs`') as unknown }],
    });
    // An attribute `check=` is no block of checks, which looks for this itself.
    const quotient = { 'kr-one-pass/quotient': 'let overV (a, b) = (3, (0.5, 0 - 1.5))\nlet abs (x : real) = 0.0' };
    expect(await graded(progress(quotient))).toMatchObject({ passed: 0, exercises: [{ status: 'not passed' }] });
    const cheated = shippedText('newton-square-root').replace(
      '```pullback',
      '```pullback\nlet abs x = 0.0\n```\n\n```pullback',
    );
    expect(await graded(cheated, 'newton-square-root.md')).toMatchObject({ exit: 0, passed: 0, exercises: [] });
  });

  test('has one answer to an exercise: the first that is no start', async () => {
    const cell = (text: string): string => `\n\`\`\`pullback exercise=slope\n${text}\n\`\`\`\n`;
    const twice = shippedText('differencing') + cell(SLOPE) + cell(ONE_SIDED);
    expect(await graded(twice, 'x.md')).toMatchObject({
      passed: 1,
      notes: ['more than one answer to differencing/slope: the first is judged'],
    });
  });

  test('belongs to the notebook with its title, with the name of its file, or with its only exercise', async () => {
    const text = solvedText('own-delta'); // several notebooks have an exercise `sine`
    const own = { passed: 1, exercises: [{ exercise: 'own-delta/sine' }] };
    expect(await graded(text, 'anna.md')).toMatchObject(own);
    const untitled = text.replace(/^title: .*$/m, 'title: Mine');
    expect(await graded(untitled, 'anna.md')).toMatchObject({ exit: 1, problem: expect.any(String) as unknown });
    expect(await graded(untitled, 'folder/own-delta.md')).toMatchObject(own);
    const moved = solvedText('differencing').replace(/^title: .*$/m, 'title: Mine');
    expect(await graded(moved, 'anna.md')).toMatchObject({ passed: 3 });
  });

  test('can build on what the learner wrote for an earlier exercise of the notebook', async () => {
    const own = solvedText('differencing');
    const start = /(```pullback exercise=bestStep\n)[\s\S]*?\n```/;
    expect(own).toMatch(start);
    expect(
      await graded(own.replace(start, '$1let bestStep = 1e-5 * slope (fun x -> x) 1 0.5\n```'), 'x.md'),
    ).toMatchObject({
      passed: 3,
    });
  });

  test('that is wrong says why: an error, a run without end, a text that is too long', async () => {
    const status = async (text: string): Promise<unknown> =>
      (await graded(progress({ 'differencing/slope': text }))).exercises?.[0];
    expect(await status('let slope f x h = "a" + 1')).toMatchObject({
      status: 'error',
      message: 'line 1: `+` takes numbers, but this is string',
    });
    expect(await status('let rec slope f x h = slope f x h')).toMatchObject({
      status: 'not passed',
      message: expect.stringContaining('stopped after') as unknown,
    });
    expect(await status(`let slope = ${'1 + '.repeat(20_000)}1`)).toMatchObject({ status: 'error' });
    expect(await status('import "other.pbk"\nlet slope f x h = 0')).toMatchObject({ status: 'error' });
  });

  test.each([
    '',
    'text',
    '{"format":"pullback-progress"}',
    `{"format":"pullback-progress","answers":${'['.repeat(1e5)}`,
  ])('is not %.40s, which is reported', async (content) => {
    expect(await graded(content, 'a.md')).toMatchObject({ exit: 1, problem: 'it has no exercise of the course' });
  });

  test('may have no answer at all, or strange ones', async () => {
    expect(await graded(progress({}))).toMatchObject({ exit: 0, passed: 0, exercises: [], notes: [] });
    expect(await graded(progress({ '../../etc/passwd': 'x' }))).toMatchObject({
      exit: 0,
      notes: ['no exercise of the course: ../../etc/passwd'],
    });
    expect(await graded(shippedText('differencing'), 'a.md')).toMatchObject({ exit: 0, passed: 0, exercises: [] });
  });
});

describe('the printed lines', () => {
  test('are one for each submission, and say what was not passed', async () => {
    const { status, out } = await pullback(progress({ 'differencing/slope': ONE_SIDED }), 'grade', 'a.json', 'b.json');
    const all = shippedKeys().length;
    expect(status).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(out).toMatch(
      RegExp(
        `^a\\.json: 0 of ${all} exercises passed \\| units begun: 1 \\(Slopes\\) \\| not passed: differencing/slope \\(.*\\) \\| not attempted: ${all - 1}\n`,
      ),
    );
  });

  test('are a table, in which no field is a formula', async () => {
    const answer = progress({ 'differencing/slope': 'let slope f x h = "a\n"' });
    const { out } = await pullback(answer, 'grade', '=1+1,"a".json', '-b.json'.replace('-', './-'), '--csv');
    const [header = '', first = ''] = out.split('\r\n');
    expect(header).toMatch(
      /^submission,passed,exercises,unit 1,.*,unit 13,capstone A,.*,not attempted,not passed,error,stopped,notes$/,
    );
    expect(first).toMatch(/^"'=1\+1,""a"".json",0,\d+,begun,not begun,/);
    expect(first).toContain('this string is never closed');
    expect(out.split('\r\n')).toHaveLength(4);
    for (const field of ['+a.json', '@a.json', '\ta.json'])
      expect((await pullback(progress({}), 'grade', field, '--csv')).out).toContain(`\r\n'${field},`);
  });

  test('tell what cannot be read', async () => {
    const { status, out, error } = await pullback(progress({}), 'grade', 'missing/a.json', 'b.json');
    expect(status).toBe(2);
    expect(out).toContain('missing/a.json: not judged: no such file\nb.json: 0 of');
    expect(error).toBe('pullback: missing/a.json was not judged: no such file\n');
    expect(await pullback('', 'grade', '-')).toMatchObject({ status: 2 });
    expect(await pullback('', 'grade', 'a.md', '--csv', '--json')).toMatchObject({ status: 2 });
    expect(await pullback('', 'run', 'a.md', '--csv')).toMatchObject({ status: 2 });
  });
});

describe('a cell with `from=`', () => {
  const fenced = (info: string, text: string): string => `\`\`\`${info}\n${text}\n\`\`\`\n\n`;
  const texts = {
    first: fenced('pullback exercise=f', 'let f x = 0 * x').concat(
      fenced('pullback solution=f', 'let f x = x * x'),
      fenced('checks exercise=f', 'f 3 equals 9'),
    ),
    second: fenced('pullback from=first/f', '').concat(
      fenced('pullback exercise=g', 'let g x = 0 * x'),
      fenced('pullback solution=g', 'let g x = f x + 1'),
      fenced('checks exercise=g', 'abs (g 2 - f 2 - 1) < 1e-9\nf 2 equals g 2 - 1'),
    ),
  };
  const course = {
    course: { units: [], placement: {} },
    notebooks: new Map(
      Object.entries(texts).map(([id, text]) => {
        const notebook = parseNotebook(text);
        return [id, { id, title: id, notebook, exercises: exercisesOf(notebook) }];
      }),
    ),
  };
  const status = (answer: string, accepted?: string): string =>
    createJudge(course, new Map(accepted === undefined ? [] : [['first/f', accepted]]))('second/g', answer).status;

  test('holds the accepted answer, or else the solution', () => {
    expect(status('let g x = f x + 1')).toBe('passed');
    expect(status('let g x = x * x + 1')).toBe('passed');
    const own = 'let f x = if x = 3 then 9 else x + 1';
    expect(status('let g x = x + 2', own)).toBe('passed');
    // An answer may be written for the solution, which the learner saw before.
    expect(status('let g x = x * x + 1', own)).toBe('passed');
    expect(status('let g x = x * x * x', own)).toBe('not passed');
  });

  test('holds no answer that redefines what later checks can use', () => {
    const hostile = 'let f x = x * x\nlet abs x = 0.0';
    expect(status('let g x = x', hostile)).toBe('not passed');
    expect(status('let g x = f x + 1', hostile)).toBe('passed');
  });
});

test('shipped solutions pass', () => {
  const course = shipped();
  const judge = createJudge(course, new Map());
  // The command `run` is tested with all of them.
  const some = shippedKeys(course).filter((_, at) => LONG || at % 9 === 0);
  const failed = some.flatMap((key) => {
    const judged = judge(key, shippedExercise(key, course)?.exercise.solution ?? '');
    return judged.status === 'passed' ? [] : [judged];
  });
  expect(failed).toEqual([]);
});
