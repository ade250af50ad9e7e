import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseNotebook, printNotebook } from '../notebook/document';
import type { Notebook } from '../notebook/document';
import { exercisesOf, solved } from '../notebook/exercises';
import { decodeLink } from '../notebook/link';
import { parseMetadata } from '../notebook/metadata';
import { runs } from '../testing/runs';
import { COMMANDS } from './arguments';
import type { Command } from './arguments';
import { main } from './main';

interface Answer {
  readonly status: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command on a file that holds `content`. */
async function pullback(content: string, ...argv: readonly string[]): Promise<Answer> {
  let out = '';
  let error = '';
  const status = await main(argv, {
    read: (file) => (file.startsWith('missing') ? Promise.reject(new Error('no such file')) : Promise.resolve(content)),
    out: (text) => (out += `${text}\n`),
    write: (text) => (out += text),
    error: (text) => (error += `${text}\n`),
  });
  return { status, out, error };
}

/** The same with `--json`: one object, whatever happens. */
async function json(content: string, ...argv: readonly string[]): Promise<{ status: number; answer: unknown }> {
  const { status, out } = await pullback(content, ...argv, '--json');
  return { status, answer: JSON.parse(out) as unknown };
}

/** What a command cannot do without. */
const OPTIONS: Partial<Record<Command, readonly string[]>> = {
  translate: ['--engine', 'forward'],
};

const SQUARE = 'input x : real = 3\nx * x';
const START = { line: 1, column: 1 };

function failure(code: string): object {
  return {
    ok: false,
    diagnostics: [
      { severity: 'error', code, message: expect.any(String) as unknown, related: expect.anything() as unknown },
    ],
  };
}

describe('run', () => {
  test('prints outputs and the derivative', async () => {
    expect(await pullback(SQUARE, 'run', '-')).toEqual({ status: 0, out: '9 : real\n∂x = 6\n', error: '' });
    expect(await json(SQUARE, 'run', '-', '--set', 'x=5')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        outputs: [{ type: 'real', value: 25 }],
        inputs: [{ name: 'x', type: 'real', value: 5 }],
        derivative: { engine: 'reverse', value: { x: 10 } },
        watch: {},
        warnings: [],
        meter: { primal: expect.any(Number) as unknown, nodes: expect.any(Number) as unknown },
      },
    });
  });

  test('takes an engine, a cotangent, or all rows of the Jacobian', async () => {
    expect((await pullback(SQUARE, 'run', '-', '--engine', 'numeric')).out).toContain('∂x = 6');
    expect((await pullback(SQUARE, 'run', '-', '--cotangent', '2')).out).toContain('∂x = 12');
    expect((await pullback(`${SQUARE}\n(x, 2 * x)`, 'run', '-', '--jacobian')).out).toContain('∂x = 1\n\n∂x = 2');
    const misfit = await json('input x : real = 3\nlet y = x\ny * y', 'run', '-', '--cotangent', '[1]');
    expect(misfit).toMatchObject({ status: 1, answer: { diagnostics: [{ span: { start: { line: 3, column: 1 } } }] } });
  });

  test('says where an engine takes one direction only', async () => {
    const reals = Array.from({ length: 201 }, (_, i) => i);
    const text = `input x : real = 3\ninput xs : ${reals.map(() => 'real').join(' * ')} = (${reals.join(', ')})\nx * xs.3`;
    const one = 'one direction only, that of 1 in every real:';
    expect((await pullback(text, 'run', '-', '--engine', 'forward')).out).toBe(`6 : real\n${one}\n∂ = 5\n`);
    expect(await json(text, 'run', '-', '--engine', 'forward')).toMatchObject({
      answer: { derivative: { engine: 'forward', value: 5, direction: { x: 1, xs: reals.map(() => 1) } } },
    });
    const rows = await pullback(`${text}\n(x, 2 * xs.3)`, 'run', '-', '--engine', 'forward', '--jacobian');
    expect(rows.out).toContain(`${one}\n∂ = 1\n\n∂ = 2\n`);
    expect((await pullback(text, 'agree', '-')).out).toMatch(/^forward +one direction: the point has 202 reals/mu);
  });

  test('names inputs as the reader does', async () => {
    const text = 'input step : real = 2\ninput fst : real = 3\nlet f x_1 = x_1 * step\nf fst';
    const { answer } = await json(text, 'run', '-', '--set', 'step=5');
    expect(answer).toMatchObject({
      inputs: [{ name: 'step', value: 5 }, { name: 'fst' }],
      derivative: { value: { step: 3, fst: 5 } },
    });
    expect(await json('input __proto__ : real = 2\n__proto__', 'run', '-', '--set', '__proto__=7')).toMatchObject({
      answer: { outputs: [{ value: 7 }] },
    });
  });

  test('takes inputs whose values mention other inputs', async () => {
    const { answer } = await json('input x : real = 2\ninput y : real = x * 3\nx * y', 'run', '-');
    expect(answer).toMatchObject({ outputs: [{ value: 12 }], derivative: { value: { x: 6, y: 2 } } });
  });

  test('warns and goes on where the point is on a boundary', async () => {
    const { status, out, error } = await pullback('input x : real = 0\nif x = 0 then 0 else x', 'run', '-');
    expect({ status, out }).toEqual({ status: 0, out: '0 : real\n∂x = 0\n' });
    expect(error).toContain('warning[boundary]');
  });

  test.each(['log 0', '1 / 0', 'exp 1000', 'sqrt (0 - 1)', 'let f x = x +\nf 1', 'true + 1', 'nothing'])(
    'has exit status 1 for %s, with its place',
    async (text) => {
      const { status, out, error } = await pullback(text, 'run', '-');
      expect({ status, out }).toEqual({ status: 1, out: '' });
      expect(error).toMatch(/^error\[[a-z-]+\]: .+\n {2}--> standard input:1:/);
      expect(await json(text, 'run', '-')).toMatchObject({
        status: 1,
        answer: { ok: false, diagnostics: [{ span: { start: { line: 1 } } }] },
      });
    },
  );

  test.each([
    [['--steps', '10000'], 'budget-steps'],
    [['--seconds', '0.05'], 'budget-time'],
    [['--memory', '100000'], 'budget-memory'],
    [['--memory', '10'], 'budget-memory'],
  ])('has exit status 3 when %s are spent', async (options, code) => {
    const { status, answer } = await json('let rec f x = 1 + f (x + 1)\nf 0', 'run', '-', ...options);
    expect({ status, answer }).toMatchObject({ status: 3, answer: failure(code) });
    expect(answer).toMatchObject({ diagnostics: [{ hint: expect.any(String) as unknown }] });
    expect((await pullback('let rec f x = 1 + f (x + 1)\nf 0', 'run', '-', ...options)).error).not.toContain('prelude');
  });

  test('refuses values that do not fit their inputs', async () => {
    for (const value of ['true', '"1"', 'null', '[1]', '1e999', `${'['.repeat(20_000)}${']'.repeat(20_000)}`]) {
      const { status, answer } = await json(SQUARE, 'run', '-', '--set', `x=${value}`);
      expect({ status, answer }).toMatchObject({ status: 1, answer: failure('input-value') });
    }
    expect(await json(SQUARE, 'run', '-', '--set', 'y=1')).toMatchObject({
      status: 1,
      answer: failure('unknown-input'),
    });
  });
});

describe('the other commands', () => {
  test('check prints diagnostics only', async () => {
    expect(await pullback('log 0', 'check', '-')).toEqual({ status: 0, out: 'no errors\n', error: '' });
    expect(await json('log 0', 'check', '-')).toEqual({ status: 0, answer: { ok: true, diagnostics: [] } });
    expect(await json('log true', 'check', '-')).toMatchObject({ status: 1, answer: { ok: false } });
  });

  test('trace prints the trace and its symbolic derivative', async () => {
    const { status, out } = await pullback(SQUARE, 'trace', '-', '--anf');
    expect(status).toBe(0);
    expect(out).toContain('x * x');
    expect(await json(SQUARE, 'trace', '-', '--anf')).toMatchObject({
      answer: {
        ok: true,
        trace: expect.stringContaining('x * x') as unknown,
        derivative: expect.any(String) as unknown,
        sizes: { trace: expect.any(Number) as unknown, derivative: expect.any(Number) as unknown },
      },
    });
  });

  test('trace without --anf prints the literal terms in the notation of the paper', async () => {
    const trace = 'let t1 : ℝ = x · x in\nsin(t1)';
    const text = 'input x : real = 3\nsin (x * x)';
    const { status, out } = await pullback(text, 'trace', '-');
    expect(status).toBe(0);
    expect(out.startsWith(`-- the trace, by the literal rules; its size is 7\n${trace}\n\n-- its symbolic`)).toBe(true);
    expect(out).toContain('.(·)_r(⟨');
    expect(await json(text, 'trace', '-')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        trace,
        derivative: expect.stringContaining('sin_r(') as unknown,
        sizes: { trace: 7, derivative: 42 },
      },
    });
  });

  test('a literal term that is too large names its size and --anf', async () => {
    const text = 'let rec f (n, x) = if n < 0.5 then x else f (n - 1, x * 1.5)\ninput x : real = 1\nf (5, x)';
    const { status, out, error } = await pullback(text, 'trace', '-');
    expect([status, out]).toEqual([1, '']);
    expect(error).toMatch(/has [\d,]+ nodes; 20,000 are written out/u);
    expect(error).toContain('--anf');
    expect(await json(text, 'trace', '-')).toMatchObject({ status: 1, answer: failure('unsupported') });
    expect((await pullback(text, 'trace', '-', '--anf')).status).toBe(0);
  });

  test('delta prints the bindings', async () => {
    expect(await json(SQUARE, 'delta', '-')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        bindings: [
          { id: 2, delta: 'Add (Scale (3, Var 1), Scale (3, Var 1))', origin: { start: { line: 2, column: 1 } } },
          { id: 3 },
        ],
        result: 'Var 3',
      },
    });
    expect((await pullback(SQUARE, 'delta', '-')).out).toContain('-- 1 binding\n2 = Add');
  });

  test('translate prints the program as an engine translates it, at the point', async () => {
    const { out } = await pullback(SQUARE, 'translate', '-', '--engine', 'forward', '--set', 'x=5');
    expect(out).toBe(`let main (x, dx) = (x * x, x * dx + x * dx)

input x0 : real = 5.0
input dx0 : real = 1.0

let s0 = (x0, dx0)
let t = main s0

t.2
`);
    expect(await json(SQUARE, 'translate', '-', '--engine', 'reverse')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        text: expect.stringContaining(
          'w <- Delta.deltaLet (Delta.Add (Delta.Scale (x, dx), Delta.Scale (x, dx)))',
        ) as unknown,
        type: 'real * Delta.Delta -> Delta.M (real * Delta.Delta)',
      },
    });
  });

  test('translate --engine forward prints a program that runs to the derivative', async () => {
    for (const [text, derivative] of [
      [SQUARE, 6],
      ['input x : real = 3\nlet rec power n = if n = 0 then 1 else x * power (n - 1)\npower 3', 27],
      ['input x : real = 3\nx * deriv (fun y -> x * y * y) x', 54],
      ['let f x = x ^ 2\ngrad f 3', 6],
    ] as const) {
      const { answer } = await json(text, 'translate', '-', '--engine', 'forward');
      const { text: translated } = answer as { readonly text: string };
      const ran = await json(translated, 'run', '-');
      expect(ran).toMatchObject({ status: 0, answer: { outputs: [{ value: derivative }] } });
    }
  });

  test('translate says when it was given the trace, and what is in its way', async () => {
    const inner = 'input x : real = 3\nx * deriv (fun y -> x * y * y) x';
    expect(await json(inner, 'translate', '-', '--engine', 'forward')).toMatchObject({ answer: { via: 'trace' } });
    expect((await pullback(inner, 'translate', '-', '--engine', 'forward')).out).toMatch(/^-- of the A-normal trace/);
    const undefinedThere = await json('input x : real = 0\nlog x', 'translate', '-', '--engine', 'forward');
    expect(undefinedThere).toMatchObject({ status: 1, answer: failure('domain') });
    expect((await pullback(SQUARE, 'translate', '-')).error).toContain('--engine reverse or --engine forward');
    const numeric = await pullback(SQUARE, 'translate', '-', '--engine', 'numeric');
    expect(numeric.error).toContain('numeric does not translate programs');
  });

  test('agree compares all engines', async () => {
    const engine = { status: 'ok', value: 9, derivative: { x: 6 } };
    expect(await json(SQUARE, 'agree', '-')).toMatchObject({
      status: 0,
      answer: {
        ok: true,
        engines: { reverse: engine, 'trace-anf': engine, forward: engine, numeric: { status: 'ok' } },
      },
    });
    expect((await pullback(SQUARE, 'agree', '-')).out).toContain('agree');
  });

  test('link prints a fragment that holds the file', async () => {
    const { answer } = await json(SQUARE, 'link', '-');
    const { fragment } = answer as { readonly fragment: string };
    expect(fragment).toMatch(/^#n1=/);
    const decoded = await decodeLink(fragment);
    expect(JSON.stringify(decoded)).toContain('input x : real = 3');
  });

  test.each(['trace', 'translate', 'delta', 'agree'] as const)(
    '%s has exit status 1 and a place where there is nothing',
    async (command) => {
      for (const [text, line] of [
        ['', 1],
        ['-- nothing', 1],
        ['let f x = x', 1],
        ['input x : real = 1\nfun y -> x', 2],
      ] as const) {
        const { status, answer } = await json(text, command, '-', ...(OPTIONS[command] ?? []));
        expect({ status, answer }).toMatchObject({ status: 1, answer: failure('nothing-to-differentiate') });
        expect(answer).toMatchObject({ diagnostics: [{ span: { start: { line, column: 1 } } }] });
      }
    },
  );

  test.each(COMMANDS)('%s reads programs with any line ends and a byte order mark', async (command) => {
    const options = OPTIONS[command] ?? [];
    const plain = await pullback(SQUARE, command, '-', ...options);
    const dos = await pullback(`\uFEFF${SQUARE.replaceAll('\n', '\r\n')}`, command, '-', ...options);
    expect(plain.status).toBe(0);
    if (command !== 'agree') expect(dos).toEqual(plain);
  });
});

describe('fmt', () => {
  const LOOSE = 'let  a=1 -- one\n\n\n\na';
  const TIDY = 'let a = 1  -- one\n\na\n';

  test('prints the formatted text', async () => {
    expect(await pullback(LOOSE, 'fmt', '-')).toEqual({ status: 0, out: TIDY, error: '' });
    expect(await json(LOOSE, 'fmt', '-')).toEqual({ status: 0, answer: { ok: true, text: TIDY, changed: true } });
    expect(await json(TIDY, 'fmt', '-')).toEqual({ status: 0, answer: { ok: true, text: TIDY, changed: false } });
    expect(await pullback('', 'fmt', '-')).toEqual({ status: 0, out: '', error: '' });
  });

  test('with --check prints what would change, and has exit status 1 if anything would', async () => {
    expect(await pullback(LOOSE, 'fmt', '-', '--check')).toEqual({ status: 1, out: 'standard input\n', error: '' });
    expect(await pullback(TIDY, 'fmt', 'a.pbk', '--check')).toEqual({ status: 0, out: '', error: '' });
    expect(await json(LOOSE, 'fmt', '-', '--check')).toMatchObject({ status: 1, answer: { ok: true, changed: true } });
  });

  test('prints the diagnostics of a text that does not parse, and nothing else', async () => {
    const { status, out, error } = await pullback('let a =\n', 'fmt', 'a.pbk');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(error).toContain('a.pbk:1:7');
    expect(await json('let a =', 'fmt', '-')).toMatchObject({ status: 1, answer: failure('unexpected') });
  });

  test.each(['\n', '\r\n'])('formats the code cells of a notebook, and leaves all else to the byte', async (end) => {
    const book = (first: string, second: string): string =>
      [
        '---  ',
        'title: t',
        '--- ',
        '* a  list',
        '',
        '```pullback show=delta',
        first,
        '```',
        '',
        '\ttext  ',
        '~~~pullback',
      ].join(end) + ['', second, '~~~', '', '``` pullback', '', '```', '`let  b=1`'].join(end);
    const loose = book(`let  a=1${end}a`, '  -- tidy');
    const tidy = book(`let a = 1${end}a`, '-- tidy');
    expect(await pullback(`\uFEFF${loose}`, 'fmt', 'book.md')).toEqual({ status: 0, out: `\uFEFF${tidy}`, error: '' });
    expect(await pullback(loose, 'fmt', 'book.md', '--check')).toEqual({
      status: 1,
      out: 'book.md, cell 1\nbook.md, cell 2\n',
      error: '',
    });
    expect(await json(tidy, 'fmt', 'book.md')).toEqual({ status: 0, answer: { ok: true, text: tidy, changed: false } });
    expect((await pullback(book('1', 'let'), 'fmt', 'book.md')).error).toContain('book.md, cell 2:1:1');
  });
});

describe('a wrong command line', () => {
  test.each([
    [[]],
    [['run']],
    [['walk', '-']],
    [['run', '-', 'another']],
    [['run', '-', '--bogus']],
    [['run', '-', '--set']],
    [['run', '-', '--set', 'x']],
    [['run', '-', '--set', '=1']],
    [['run', '-', '--set', 'x=one']],
    [['run', '-', '--steps', '0']],
    [['run', '-', '--steps', '1.5']],
    [['run', '-', '--steps', '-1']],
    [['run', '-', '--seconds', 'long']],
    [['run', '-', '--memory', '1e999']],
    [['run', '-', '--engine', 'steam']],
    [['run', '-', '--engine', '']],
    [['run', '-', '--cotangent', 'x']],
    [['run', '-', '--cotangent', '1', '--jacobian']],
    [['translate', '-']],
    [['translate', '-', '--engine', 'numeric']],
    [['translate', '-', '--engine', 'steam']],
    [['run', 'missing.pbk']],
  ])('%j has exit status 2', async (argv) => {
    const { status, out, error } = await pullback(SQUARE, ...argv);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(error).toMatch(/^pullback: .+/);
    const answered = await pullback(SQUARE, '--json', ...argv);
    expect(answered.status).toBe(2);
    expect(JSON.parse(answered.out)).toMatchObject(failure('command-line'));
    expect(JSON.parse(answered.out)).toMatchObject({ diagnostics: [{ span: { start: START, end: START } }] });
  });

  test('help has exit status 0', async () => {
    expect(await pullback('', '--help')).toMatchObject({ status: 0, error: '' });
  });
});

const cell = (text: string): string => `\n\`\`\`pullback\n${text}\n\`\`\`\n`;
const book = (frontMatter: string, ...cells: readonly string[]): string =>
  `---\n${frontMatter}\n---\n# A notebook\n${cells.map(cell).join('\nprose\n')}`;

describe('notebooks', () => {
  const two = ['input x : real = 3', 'x * x'];

  test('have an entry a code cell', async () => {
    expect(await json(book('title: t', ...two), 'run', 'book.md')).toMatchObject({
      status: 0,
      answer: { ok: true, cells: [{ outputs: [] }, { outputs: [{ value: 9 }], derivative: { x: 6 } }] },
    });
  });

  test('fail where their front matter is not met', async () => {
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

  test('may mean to end in an error', async () => {
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

  test('name the cell of a place', async () => {
    expect((await pullback(book('title: t', 'log 0'), 'run', 'book.md')).error).toContain('--> book.md, cell 1:1:1');
    expect((await pullback(book('title: t', '1', 'log 0'), 'run', 'book.md')).error).toContain('book.md, cell 2:1:1');
  });

  test.each(COMMANDS)('%s takes a notebook without a code cell', async (command) => {
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
    expect([0, 1]).toContain((await json(text, 'agree', file)).status);
    const group: unknown = expect.any(String);
    expect(index).toContainEqual({ id: file.replace('.md', ''), title, description, group });
  });

  const withExercises = files.flatMap((file) => {
    const notebook = parseNotebook(readFileSync(new URL(file, folder), 'utf8'));
    return exercisesOf(notebook).length > 0 ? [{ file, notebook }] : [];
  });

  test.each(withExercises)('$file: its exercises are solved by their solutions, and not before', async (shipped) => {
    const statuses = async (notebook: Notebook): Promise<unknown> =>
      (await json(printNotebook(notebook), 'run', shipped.file)).answer;
    const all = (status: string): unknown => ({
      ok: true,
      exercises: exercisesOf(shipped.notebook).map(({ id }) => ({ id, status })),
    });
    expect(await statuses(shipped.notebook)).toMatchObject(all('not yet') as object);
    expect(await statuses(solved(shipped.notebook))).toMatchObject(all('correct') as object);
  });
});

describe('any text', () => {
  const fragments = [
    'let ', 'rec ', 'input ', 'x', ' : real', ' = ', '1', '2.5', '(', ')', ',', '+', '*', ' ^ ', '-', ' in ', 'fun ', ' -> ',
    'if ', ' then ', ' else ', 'grad ', 'rd ', 'deriv ', 'watch ', '"w"', 'sin ', '\n', '\n', ' ', '..', '<.', 'true', 'λ',
    '∇', '\r', '\t', '\0', '{-', '--', '𝑥', '\ud800', ' |> ', 'match ', '[', ']', 'e9', '```pullback\n', '```\n', '---\n',
  ]; // prettier-ignore
  const text = fc.array(fc.constantFrom(...fragments), { maxLength: 40 }).map((parts) => parts.join(''));

  test('is answered by every command with one JSON object and an exit status', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(...COMMANDS),
        fc.constantFrom('-', 'book.md'),
        async (source, command, file) => {
          const options = OPTIONS[command] ?? [];
          const { status, answer } = await json(source, command, file, '--steps', '20000', ...options);
          expect([0, 1, 3]).toContain(status);
          expect(answer).toMatchObject({ ok: status === 0 });
          expect(JSON.stringify(answer)).not.toMatch(/NaN|Infinity/);
        },
      ),
      runs(),
    );
  });
});
