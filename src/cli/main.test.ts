import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeLink } from '../notebook/link';
import { failure, json, OPTIONS, pullback, SQUARE, SQUARES } from '../testing/command-line';
import { runs } from '../testing/runs';
import { COMMAND_NAMES } from './arguments';
import { main } from './main';

test('check prints diagnostics only', async () => {
  expect(await pullback('log 0', 'check', '-')).toEqual({ status: 0, out: 'no errors\n', error: '' });
  expect(await json('log 0', 'check', '-')).toEqual({ status: 0, answer: { ok: true, diagnostics: [] } });
  expect(await json('log true', 'check', '-')).toMatchObject({ status: 1, answer: { ok: false } });
});

test('delta prints the bindings', async () => {
  expect(await json(SQUARE, 'delta', '-')).toMatchObject({
    status: 0,
    answer: {
      ok: true,
      bindings: [
        { id: 2, delta: 'Add (Scale (3, Var 1), Scale (3, Var 1))', origin: { start: { line: 2, column: 1 } } },
      ],
      result: 'Var 2',
    },
  });
  expect((await pullback(SQUARE, 'delta', '-')).out).toBe(
    '-- 1 binding\n2 = Add (Scale (3, Var 1), Scale (3, Var 1))\nresult Var 2\n',
  );
  const pair = await pullback('input x : real = 3\n(x * x, x)', 'delta', '-');
  expect(pair.out).toContain('-- bookkeeping: the product with the cotangent');
});

test('agree gives each engine the limits of the command line', async () => {
  const lets = Array.from({ length: 17 }, (_, i) => `let a${i + 1} = 0.5 * a${i} + 0.5 * a${i}\n`).join('');
  const text = `input a0 : real = 1\n${lets}a17`;
  const curry = async (...options: readonly string[]): Promise<string> =>
    /^curry .*$/mu.exec((await pullback(text, 'agree', '-', ...options)).out)?.[0] ?? '';
  // Without --steps, an engine gets no more than some of the steps of the first.
  expect(await curry()).toMatch(
    /stopped: the pullback runs functions again 131,071 times, .*; the limit is 3,000,000/u,
  );
  expect(await curry('--steps', '100000000')).toMatch(/^curry +1 {3}∂a0 = 1$/u);
  expect(await curry('--steps', '50000')).toMatch(/stopped: .* the limit is 50,000/u);
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

describe('every command', () => {
  test.each(['trace', 'theorems', 'jets', 'tangents', 'translate', 'delta', 'agree', 'growth'] as const)(
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

  // A program defines no engine, and is no submission.
  test.each(COMMAND_NAMES.filter((name) => name !== 'test-engine' && name !== 'grade'))(
    '%s reads programs with any line ends and a byte order mark',
    async (command) => {
      const options = OPTIONS[command] ?? [];
      const text = command === 'growth' ? SQUARES : SQUARE;
      const plain = await pullback(text, command, '-', ...options);
      const dos = await pullback(`\uFEFF${text.replaceAll('\n', '\r\n')}`, command, '-', ...options);
      expect(plain.status).toBe(0);
      if (command !== 'agree') expect(dos).toEqual(plain);
    },
  );
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
        fc.constantFrom(...COMMAND_NAMES),
        fc.constantFrom('-', 'book.md'),
        async (source, command, file) => {
          const options = OPTIONS[command] ?? [];
          const { status, answer } = await json(source, command, file, '--steps', '20000', ...options);
          // Submissions are files.
          expect(command === 'grade' && file === '-' ? [2] : [0, 1, 3]).toContain(status);
          expect(answer).toMatchObject({ ok: status === 0 });
          // A link is compressed, so it may contain any letters; the text of a module is JavaScript.
          const numbers = { ...(answer as object), fragment: undefined, text: undefined };
          expect(JSON.stringify(numbers)).not.toMatch(/NaN|Infinity/);
        },
      ),
      runs(),
    );
  });
});

test('a bug has exit status 5 and one line, and what was printed before it is dropped', async () => {
  const read = (): Promise<string> => Promise.resolve(null as never); // as no reader of files would answer
  const write = (): Promise<void> => Promise.resolve();
  const { status, out, error } = await main(['run', 'a.md'], read, write);
  expect({ status, out: [...out] }).toEqual({ status: 5, out: [] });
  expect(error.join('')).toMatch(/^pullback: a bug in Pullback: [^\n]+\n$/u);
  const answered = await main(['run', 'a.md', '--json'], read, write);
  expect(answered.status).toBe(5);
  expect(JSON.parse([...answered.out].join(''))).toMatchObject(failure('bug'));
});
