import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AcceptedAnswer, printProgress } from '../../notebook/progress';
import { gradingApart } from './apart';

/* Submissions of strangers: whatever they are, the others are graded. */

/** Root may read every folder, so permissions cannot lock one for every test. */
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const readdir = (path: string, options: never): Promise<unknown> =>
    path.endsWith('locked')
      ? Promise.reject(Object.assign(new Error('refused'), { code: 'EACCES', errno: -constants.errno.EACCES }))
      : real.readdir(path, options);
  return { ...real, readdir };
});

const LAUNCHER = resolve('bin/pullback.mjs');
let folder = '';

const progress = (answers: Readonly<Record<string, string>>): string =>
  printProgress(Object.entries(answers).map(([exercise, text]): AcceptedAnswer => ({ exercise, text, at: 0 })));
const RIGHT = progress({ 'differencing/slope': 'let slope f x h = (f (x + h) - f (x - h)) / (2 * h)' });
const ENDLESS = progress({
  'differencing/slope': 'let rec slope f x h = slope f x h',
  'language-tour/power': 'let rec power (x, n : int) = if n = 0 then 1 else x * power (x, n - 1)',
});

interface Result {
  readonly file: string;
  readonly passed: number;
  readonly problem?: string;
  readonly exercises: readonly { readonly exercise: string; readonly status: string; readonly message?: string }[];
}

function grade(...argv: readonly string[]): { readonly status: number | null; readonly results: readonly Result[] } {
  const { status, stdout } = spawnSync(process.execPath, [LAUNCHER, 'grade', ...argv, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return { status, results: (JSON.parse(stdout) as { readonly results: readonly Result[] }).results };
}

beforeAll(() => {
  execFileSync(process.execPath, [LAUNCHER, '--help']); // bundles the command line, if a source has changed
  folder = mkdtempSync(join(tmpdir(), 'pullback-grade-'));
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
};

test('thirty submissions of a folder are graded, also hostile ones', () => {
  const cell = '```pullback exercise=slope\nlet slope = 1\n```\n';
  const answer = (text: string): string => progress({ 'differencing/slope': text });
  const doubled = Array.from({ length: 30 }, (_, at) => `let d${at + 1} x = d${at} (d${at} x)`).join('\n');
  const strange: Readonly<Record<string, string | Uint8Array>> = {
    'cells.md': cell.repeat(20_000),
    'deep.json': answer(`let slope f x h = ${'('.repeat(2e4)}`),
    'deeper.json': `{"answers":${'['.repeat(1e6)}`,
    'empty.json': '',
    'empty.md': '',
    'endless.json': ENDLESS,
    'errors.json': answer('let slope f x h = "a" + 1'),
    'fences.json': answer('```csv name=abs\na\n1\n```'),
    'gigantic.md': 'x'.repeat(9e6),
    'huge.md': cell.replace('1\n', '1 + '.repeat(1e6)),
    'imports.json': answer('import "/etc/passwd"'),
    'odd.json': '{"format":"pullback-progress","answers":{"length":1e9}}',
    'picture.md': new Uint8Array([0x89, 0x50, 0xff, 0xfe]),
    'redefined.json': answer('let abs x = 0.0\nlet slope f x h = 0.0'),
    'true.md': `${cell}\n\`\`\`checks exercise=slope\ntrue\n\`\`\`\n`,
    'types.json': answer(`let d0 x = (x, x)\n${doubled}\nlet slope = d30`),
    'zeros.json': answer('let slope f x h = \0\0{"key":"a","name":"b"}\0'),
    '=1+1,"a".json': answer('let slope = 1'),
  };
  for (const [name, content] of Object.entries(strange)) file(`all/${name}`, content);
  for (let at = Object.keys(strange).length; at < 28; at += 1) file(`all/right ${at}.json`, RIGHT);
  mkdirSync(join(folder, 'all/folder.md'));
  symlinkSync('circle.md', join(folder, 'all/circle.md'));
  const { status, results } = grade(join(folder, 'all'));
  expect(status).toBe(2);
  expect(results).toHaveLength(30);
  const problems = results.filter(({ problem }) => problem !== undefined).map((each) => each.file.replace(/.*\//, ''));
  expect(problems).toEqual(
    'circle.md deeper.json empty.json empty.md folder.md gigantic.md odd.json picture.md'.split(' '),
  );
  for (const { file: name, problem, passed, exercises } of results)
    if (problem === undefined) expect([name, passed]).toEqual([name, /right|endless/.test(name) ? 1 : 0]);
    else expect(exercises).toEqual([]);
});

test('a program that takes all memory stops one exercise only', () => {
  const doubling = 'let rec grow (n, xs : list real) = if n = 0 then xs else grow (n - 1, xs ++ xs)';
  const hungry = progress({
    'differencing/slope': `${doubling}\nlet slope f x h = sum (grow (21, [x]))`,
    'language-tour/power': 'let rec power (x, n : int) = if n = 0 then 1 else x * power (x, n - 1)',
  });
  const { status, results } = grade(file('hungry.json', hungry), '--memory', '64000000');
  expect(results[0]?.exercises).toMatchObject([
    { exercise: 'differencing/slope', status: 'stopped', message: expect.stringContaining('64 MB') as unknown },
    { exercise: 'language-tour/power', status: 'passed' },
  ]);
  expect(status).toBe(3);
});

test('a submission that takes too long is stopped, and the rest of it is not judged', () => {
  const pipe = join(folder, 'pipe.md');
  execFileSync('mkfifo', [pipe]);
  const loops = Object.fromEntries(
    ['slope', 'bestStep', 'gradient'].map((name) => [`differencing/${name}`, `let rec ${name} f = ${name} f`]),
  );
  const { status, results } = grade(pipe, file('loops.json', progress(loops)), '--seconds', '2');
  expect(results).toMatchObject([
    { problem: expect.stringContaining('time limit') as unknown },
    {
      passed: 0,
      exercises: Object.keys(loops).map((exercise) => ({ exercise, status: 'stopped' })),
    },
  ]);
  expect(status).toBe(3);
});

test('folders in a folder are searched, and links to folders are named instead of followed', () => {
  file('class/ada/chain-rule.md', '1');
  file('class/ada/notes.txt', '1');
  file('class/grace/late/progress.json', RIGHT);
  symlinkSync(join(folder, 'class'), join(folder, 'class/grace/class'));
  const { results } = grade(join(folder, 'class'));
  expect(results.map(({ file: name, problem }) => [relative(folder, name), problem])).toEqual([
    ['class/ada/chain-rule.md', 'it has no exercise of the course'],
    ['class/grace/class', 'it is a link to a folder; name the folder itself'],
    ['class/grace/late/progress.json', undefined],
  ]);
});

test('a folder that cannot be read is named, and the others are searched', async () => {
  const [locked, open] = [file('some/locked/a.json', RIGHT), file('some/open/b.json', RIGHT)];
  expect(await gradingApart('').filesOf(join(folder, 'some'))).toEqual([
    { file: dirname(locked), problem: 'permission denied' },
    { file: open },
  ]);
});

test('a name that a terminal would obey, or that is not UTF-8, is named on one line', () => {
  file('names/a\u001b[31m\u202e\nb.json', RIGHT);
  writeFileSync(Buffer.concat([Buffer.from(join(folder, 'names/M')), Buffer.of(0xfc), Buffer.from('.md')]), '1');
  const { stdout, stderr } = spawnSync(process.execPath, [LAUNCHER, 'grade', join(folder, 'names')], {
    encoding: 'utf8',
  });
  expect(stdout.split('\n')).toHaveLength(3);
  expect(stdout).toContain('M\uFFFD.md: not judged: its name is not UTF-8; rename it');
  for (const control of ['\u001b', '\u202e']) expect(stdout + stderr).not.toContain(control);
});

test('an empty folder has no submission', () => {
  mkdirSync(join(folder, 'nobody'));
  expect(grade(join(folder, 'nobody'))).toMatchObject({
    status: 2,
    results: [{ problem: 'the folder has no .md or .json file' }],
  });
});
