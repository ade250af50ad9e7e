import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { printNotebook } from '../notebook/document';
import type { Notebook, NotebookCell } from '../notebook/document';
import { exercisesOf, solved } from '../notebook/exercises';
import { hasScreens, screensOf } from '../notebook/screens';
import { parseMetadata } from '../notebook/metadata';
import { parseNotebook } from '../notebook/parse';
import { failure, json, OPTIONS, pullback, START } from '../testing/command-line';
import { LONG } from '../testing/runs';
import { COMMAND_NAMES } from './arguments';

const cell = (text: string): string => `\n\`\`\`pullback\n${text}\n\`\`\`\n`;
const book = (frontMatter: string, ...cells: readonly string[]): string =>
  `---\n${frontMatter}\n---\n# A notebook\n${cells.map(cell).join('\nprose\n')}`;

describe('notebooks', () => {
  const two = ['input x : real = 3', 'x * x'];

  test('have one entry per code cell', async () => {
    expect(await json(book('title: t', ...two), 'run', 'book.md')).toMatchObject({
      status: 0,
      answer: { ok: true, cells: [{ outputs: [] }, { outputs: [{ value: 9 }], derivative: { x: 6 } }] },
    });
  });

  test('fail if they do not do what their front matter says', async () => {
    const met = book('expects:\n  - {}\n  - outputs: [9]', ...two);
    expect(await json(met, 'run', 'book.md')).toMatchObject({ status: 0, answer: { ok: true } });
    const wrong = book('expects:\n  - {}\n  - outputs: [10]', ...two);
    expect(await json(wrong, 'run', 'book.md')).toMatchObject({
      status: 1,
      answer: { ok: false, diagnostics: [{ code: 'front-matter', span: { cell: 2, start: START } }], cells: [{}, {}] },
    });
    expect((await pullback(wrong, 'run', 'book.md')).error).toContain('cell 2');
    for (const broken of ['expects: [', 'expects: 3', 'expects:\n  - {}\n  - {}\n  - outputs: [1]'])
      expect(await json(book(broken, ...two), 'run', 'book.md')).toMatchObject({
        status: 1,
        answer: failure('front-matter'),
      });
  });

  test('may promise an error', async () => {
    const meant = book('expects:\n  - error: domain', 'log 0');
    expect(await json(meant, 'run', 'book.md')).toMatchObject({
      status: 0,
      answer: { ok: true, diagnostics: [{ code: 'domain' }], cells: [{ error: 'domain' }] },
    });
    expect(await json(book('expects:\n  - error: domain', '1'), 'run', 'book.md')).toMatchObject({ status: 1 });
  });

  test('have the derivative in the cell of the main expression', async () => {
    const met = book('expects:\n  - derivative: { x: 6 }\n  - {}', 'input x : real = 3\nx * x', 'let answer = 0');
    expect(await json(met, 'run', 'book.md')).toMatchObject({ status: 0, answer: { ok: true } });
  });

  test('say which of their exercises are solved', async () => {
    const fenced = (info: string, text: string): string => `\n\`\`\`pullback ${info}\n${text}\n\`\`\`\n`;
    const exercises = book('title: t', 'let x = 3')
      .concat(fenced('exercise=a check="answer = x"', 'let answer = 0'))
      .concat(fenced('exercise=b check="other = x"', 'let other = 3'))
      .concat(fenced('exercise=c check="lost = x"', 'let kept = 3'))
      .concat(fenced('solution=a', 'let answer ='));
    expect(await json(exercises, 'run', 'book.md')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        cells: [{}, {}, {}, {}],
        exercises: [
          { id: 'a', status: 'not yet' },
          { id: 'b', status: 'correct' },
          { id: 'c', status: 'failed', message: expect.stringContaining('lost') as unknown },
        ],
      },
    });
    const { out } = await pullback(exercises, 'run', 'book.md');
    expect(out).toContain('exercise a: not yet\nexercise b: correct\nexercise c: the check cannot be evaluated');
    const broken = exercises.replace('let x = 3', 'let x =');
    expect(await json(broken, 'run', 'book.md')).toMatchObject({
      status: 1,
      answer: { exercises: [{ status: 'waiting' }, { status: 'waiting' }, { status: 'waiting' }] },
    });
  });

  test('are checked to have valid exercises', async () => {
    const fenced = (info: string, text: string): string => `\n\`\`\`${info}\n${text}\n\`\`\`\n`;
    const valid = book('title: t', 'let x = 3')
      .concat(fenced('pullback exercise=square', 'let square x = x + 0.0'))
      .concat(fenced('pullback solution=square', 'let square x = x * x'))
      .concat(fenced('checks exercise=square', 'all: forall x in -2 .. 2: square x equals x ^ 2'))
      .concat(
        ...['2 * x', 'abs x', 'x ^ 3'].map((body) => fenced('wrong exercise=square', `let square x = ${body} + 0.0`)),
      );
    expect(await json(valid, 'check', 'book.md')).toMatchObject({ status: 0, answer: { ok: true } });
    expect((await pullback(valid, 'run', 'book.md')).out).toContain(
      'exercise square: not yet\n  ✗ all: at x = -1: expected 1, got -1',
    );
    const faulty = valid.replace('let square x = abs x', 'let square x = x * x');
    expect(await json(faulty, 'check', 'book.md')).toMatchObject({ status: 1, answer: failure('exercise') });
    expect((await pullback(faulty, 'check', 'book.md')).error).toContain(
      'exercise `square`: its wrong answer 2 passes',
    );
    const old = valid.concat(fenced('pullback exercise=old check="y = 3"', 'let y = 2'));
    expect(await json(old, 'check', 'book.md')).toMatchObject({ status: 0, answer: { ok: true, unchecked: ['old'] } });
    expect((await pullback(old, 'check', 'book.md')).out).toBe('no errors\nexercises without a block of checks: old\n');
  });

  test('hold answers to exercises of shipped notebooks', async () => {
    const holding = (key: string, text = ''): string =>
      `# A notebook\n\n\`\`\`pullback from=${key}\n${text}\n\`\`\`\n${cell('power (2, 10)')}`;
    const known = holding('language-tour/power');
    expect((await pullback(known, 'run', 'book.md')).out).toContain('1024');
    expect(await json(known, 'check', 'book.md')).toMatchObject({ status: 0, answer: { ok: true } });
    // The file stays as it is.
    expect((await pullback(known, 'fmt', 'book.md')).out).toBe(known);
    // The text that someone has written into the cell counts.
    const own = holding('language-tour/power', 'let power (x, n : int) = 7');
    expect((await pullback(own, 'run', 'book.md')).out).toContain('7');
    const { status, error } = await pullback(holding('language-tour/powre'), 'check', 'book.md');
    expect(status).toBe(1);
    expect(error).toContain('`from=language-tour/powre`: there is no such exercise');
    expect(error).toContain('did you mean `from=language-tour/power`?');
    expect(error).not.toContain('not defined');
    expect(await json(holding('nowhere'), 'check', 'book.md')).toMatchObject({
      status: 1,
      answer: failure('exercise'),
    });
  });

  test('are checked to have prompts with answers', async () => {
    const asking = (info: string, question: string): string => `\n\`\`\`${info}\n${question}\n\`\`\`\n`;
    const predict = (info: string, question = 'Well?'): string => asking(`predict id=p ${info}`, question);
    const withPrompt = (prompt: string): string => `${book('title: t', 'let x = 3')}${prompt}${cell('deriv sin x')}`;
    for (const good of [
      predict('kind=number answer="deriv sin x"'),
      predict('kind=choice answer=2', 'Which?\n- one\n- two'),
      predict('kind=curve answer=log x=-1..1 y=0..1'),
      asking('recall id=r answer="show x"', 'What is x?'),
    ])
      expect(await json(withPrompt(good), 'check', 'book.md')).toMatchObject({ status: 0, answer: { ok: true } });
    for (const [bad, reason] of [
      [predict('kind=number answer=lost'), 'predict `p`: its answer cannot be evaluated: `lost` is not defined'],
      [predict('kind=number answer=show'), 'predict `p`: its answer cannot be evaluated: the answer must be a number'],
      [predict('kind=choice answer=3', 'Which?\n- one\n- two'), 'its answer is 3, which is none of its 2 options'],
      [predict('kind=curve answer=log x=-2..-1 y=0..1'), 'predict `p`: its answer is undefined everywhere'],
      [predict('kind=guess answer=1'), 'predict `p`: `guess` is no kind of prediction'],
      [asking('hint exercise=none', 'Think.'), 'a hint is for exercise `none`, which does not exist'],
    ] as const) {
      expect(await json(withPrompt(bad), 'check', 'book.md')).toMatchObject({ status: 1, answer: failure('prompt') });
      expect((await pullback(withPrompt(bad), 'check', 'book.md')).error).toContain(reason);
    }
  });

  test('name the cell in the location of a diagnostic', async () => {
    expect((await pullback(book('title: t', 'log 0'), 'run', 'book.md')).error).toContain('--> book.md, cell 1:1:1');
    expect((await pullback(book('title: t', '1', 'log 0'), 'run', 'book.md')).error).toContain('book.md, cell 2:1:1');
  });

  test.each(COMMAND_NAMES)('%s takes a notebook without a code cell', async (command) => {
    const options = OPTIONS[command] ?? [];
    for (const text of ['', 'just prose', '---\ntitle: t\n---\n'])
      expect([0, 1]).toContain((await json(text, command, 'book.md', ...options)).status);
  });

  const folder = new URL('../../public/notebooks/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  const index = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as readonly unknown[];

  test('that are shipped are all listed', () => {
    expect(index.length).toBe(files.length);
  });

  test.each(files)('%s meets its front matter, and is listed as it calls itself', async (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const { frontMatter, cells } = parseNotebook(text);
    const { title, description, expects, problems } = parseMetadata(frontMatter);
    expect(problems).toEqual([]);
    expect(expects.length).toBe(cells.filter(({ tag }) => tag === 'code').length);
    expect(await json(text, 'run', file)).toMatchObject({ status: 0, answer: { ok: true } });
    const group: unknown = expect.any(String);
    expect(index).toContainEqual({ id: file.replace('.md', ''), title, description, group });
  });

  test.each(files.filter((_, i) => LONG || i % 4 === 0))('%s is judged by `agree`', async (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    // Engines that would take minutes are stopped, which is status 3 if no other answers.
    expect([0, 1, 3]).toContain((await json(text, 'agree', file, '--seconds', '3')).status);
  });

  test.each(files)('%s links to notebooks that there are', (file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const linked = [...text.matchAll(/#e=([^)\s&]*)/g)].map(([, id = '']) => `${id}.md`);
    expect(files).toEqual(expect.arrayContaining(linked));
  });

  const withExercises = files.flatMap((file) => {
    const notebook = parseNotebook(readFileSync(new URL(file, folder), 'utf8'));
    return exercisesOf(notebook).length > 0 ? [{ file, notebook }] : [];
  });

  // Each check of a capstone takes seconds. Its solutions are tried one by one below, and together in the long run.
  const together = withExercises.filter(({ file }) => LONG || !file.startsWith('capstone-'));
  test.each(together)('$file: its exercises are solved by their solutions, and not before', async (shipped) => {
    const statuses = async (notebook: Notebook): Promise<unknown> =>
      (await json(printNotebook(notebook), 'run', shipped.file)).answer;
    const all = (status: string): unknown => ({
      ok: true,
      exercises: exercisesOf(shipped.notebook).map(({ id }) => ({ id, status })),
    });
    expect(await statuses(shipped.notebook)).toMatchObject(all('not yet') as object);
    expect(await statuses(solved(shipped.notebook))).toMatchObject(all('correct') as object);
  });

  const withScreens = files.filter((file) => hasScreens(parseNotebook(readFileSync(new URL(file, folder), 'utf8'))));

  test.each(withScreens)('%s has one idea a screen: at most 120 words and one code cell', (file) => {
    const notebook = parseNotebook(readFileSync(new URL(file, folder), 'utf8'));
    const screens = screensOf(notebook).map(({ from, to }) => notebook.cells.slice(from, to));
    for (const cells of screens) {
      const texts = cells.map((cell) => {
        if (cell.tag === 'prose') return cell.markdown;
        return cell.tag === 'predict' || cell.tag === 'recall' ? cell.text : '';
      });
      // A formula counts as one word, a number as none.
      const text = texts.join(' ').replace(/\$\$.*?\$\$|\$[^$\n]*\$/gsu, 'x');
      const words = text.match(/\S*\p{L}\S*/gu) ?? [];
      expect(words.length, words.join(' ')).toBeLessThanOrEqual(120);
      expect(cells.filter(({ tag }) => tag === 'code').length, words.join(' ')).toBeLessThanOrEqual(1);
    }
  });

  test('the example in docs/exercises.md is valid', async () => {
    const text = readFileSync(new URL('../../docs/exercises.md', import.meta.url), 'utf8');
    expect(exercisesOf(parseNotebook(text))).toHaveLength(1);
    expect(await json(text, 'check', 'exercises.md')).toMatchObject({ status: 0, answer: { ok: true } });
  });

  test('every exercise has a block of checks', () => {
    const found = withExercises.flatMap(({ file, notebook }) =>
      exercisesOf(notebook).flatMap(({ id, checks }) =>
        checks === undefined ? [`${file.replace('.md', '')}/${id}`] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  const judged = new Set<NotebookCell['tag']>(['checks', 'hint', 'predict', 'recall']);
  const withChecks = withExercises.filter(({ notebook }) => notebook.cells.some(({ tag }) => judged.has(tag)));

  test.each(withChecks)('$file: its exercises with checks and its prompts are valid', async ({ file, notebook }) => {
    const { status, answer } = await json(printNotebook(notebook), 'check', file);
    expect({ status, answer }).toMatchObject({ status: 0, answer: { ok: true } });
  });
});
