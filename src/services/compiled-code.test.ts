import { expect, test } from 'vitest';
import type { CodeForm, CodePayload, CompiledPayload, CompiledReply } from '../protocol/compiled';
import { drain } from '../semantics/task';
import { createCompiledCode } from './compiled-code';
import { loadWhole } from './loader';

function answer(program: string, form: CodeForm): CompiledReply {
  return drain(createCompiledCode(() => performance.now())(loadWhole([program]), { form }));
}

function payloadOf(program: string, form: CodeForm): CompiledPayload {
  const reply = answer(program, form);
  if (reply.state !== 'ok') throw new Error(JSON.stringify(reply.diagnostics));
  return reply.payload;
}

function codeOf(program: string, form: CodeForm): CodePayload {
  const { code } = payloadOf(program, form);
  if (code === undefined) throw new Error('no code');
  return code;
}

function linesOf({ text, starts }: CodePayload): readonly string[] {
  return Array.from(starts.subarray(1), (end, line) => text.slice(starts[line], end - 1));
}

/** The source of the lines that contain a text. */
function sourcesOf(program: string, form: CodeForm, part: string): readonly string[] {
  const code = codeOf(program, form);
  return linesOf(code).flatMap((line, at) => {
    const [cell = -1, start, end] = code.origins.subarray(3 * at);
    return line.includes(part) && cell >= 0 ? [program.slice(start, end)] : [];
  });
}

const PROGRAM = `input x : real = 2
input y : real = 3
x * y + sin x
`;

test('a program, its derivative and its module are read as text, with the places of the source', () => {
  expect(linesOf(codeOf(PROGRAM, 'program'))).toEqual([
    expect.stringMatching(/^function main\.\d+\(x : real, y : real\)$/u),
    expect.stringMatching(/^ {2}r\d+ = multiply x, y$/u),
    expect.stringMatching(/^ {2}r\d+ = sin x$/u),
    expect.stringMatching(/^ {2}r\d+ = add r\d+, r\d+$/u),
    expect.stringMatching(/^ {2}results r\d+$/u),
  ]);
  expect(sourcesOf(PROGRAM, 'program', '= sin')).toEqual(['sin x']);
  expect(sourcesOf(PROGRAM, 'derivative', '= cos')).toEqual(['sin x']);
  expect(sourcesOf(PROGRAM, 'wasm', 'call $sin')).toContain('sin x');
});

test('the lines of a derivative are marked, and a program without one has none', () => {
  expect(codeOf(PROGRAM, 'program').derivatives).not.toContain(1);
  const { derivatives, ...code } = codeOf(PROGRAM, 'derivative');
  const marked = linesOf({ derivatives, ...code }).filter((_, at) => derivatives[at] === 1);
  expect(marked.some((line) => line.includes('= cos '))).toBe(true);
  expect(marked.some((line) => line.includes('= sin '))).toBe(false);
});

test('inputs, their parts and the cotangent have their names, but strings stay as they are', () => {
  const text = Array.from({ length: 300 }, (_, i) => `r${i} d${i}`).join(' ');
  const program = `input p : { slope : real, at : real * int } = { slope = 2, at = (3, 4) }
input s : string = "s"
input r1 : real = 5
let (a, n) = p.at
if s = "${text}" then p.slope * a * r1 else toReal n
`;
  const code = codeOf(program, 'derivative');
  expect(linesOf(code)[0]).toMatch(
    /^function gradient\.\d+\(p\.at\.1 : real, p\.at\.2 : int, p\.slope : real, s : string, r\d+ : real, cotangent : real\)$/u,
  );
  expect(code.text).toContain(`equalString s, "${text}"`);
});

test('the version for the usual lengths of arrays comes first, and all versions have the names of inputs', () => {
  const program = `input y : array real = [1, 2]
input n : int = 5
sum (iterate n (map (fun v -> v * 0.5)) y)
`;
  for (const [form, name] of [
    ['program', 'main'],
    ['derivative', 'gradient'],
  ] as const) {
    const heads = linesOf(codeOf(program, form)).filter((line) => line.startsWith('function'));
    expect(heads.map((line) => line.replace(/\.\d+/u, ''))).toEqual(
      [`${name}Usual`, name, `${name}Any`].map((each) =>
        expect.stringMatching(new RegExp(`^function ${each}\\(y : array0, n : int`, 'u')),
      ),
    );
  }
});

test('sizes are those of the module and of the code that is shown', () => {
  const { bytes, seconds, code } = payloadOf(PROGRAM, 'program');
  expect(bytes).toBeGreaterThan(100);
  expect(seconds).toBeGreaterThan(0);
  expect(code).toMatchObject({ functions: 1, statements: 3, more: 0 });
  const recursive =
    'input x : real = 2\nlet rec fib (n : int) = if n < 2 then x else x * fib (n - 1) + fib (n - 2)\nfib 3';
  expect(codeOf(recursive, 'program').functions).toBe(2);
  const wasm = codeOf(recursive, 'wasm');
  expect(wasm.functions).toBe(wasm.text.match(/^ {2}\(func /gmu)?.length);
});

test('the places are those of the present text, also if only they have changed', () => {
  const program = `-- a longer comment\n${PROGRAM}`;
  const compiled = createCompiledCode(() => performance.now());
  for (const text of [PROGRAM, program]) {
    const reply = drain(compiled(loadWhole([text]), { form: 'program' }));
    const code = reply.state === 'ok' ? reply.payload.code : undefined;
    const [, start, end] = code?.origins.subarray(6) ?? [];
    expect(text.slice(start, end)).toBe('sin x');
  }
});

test('a program without a real input or a real result shows its value only', () => {
  for (const program of ['1 + sin 2', 'input n : int = 3\ntoReal n', 'input x : real = 3\nx > 2']) {
    expect(payloadOf(program, 'derivative').code, program).toBeUndefined();
    expect(codeOf(program, 'program').text, program).toContain('results ');
    expect(codeOf(program, 'wasm').text, program).not.toContain('(export "gradient")');
  }
});

test('the last differentiation is shown as the function and its gradient', () => {
  const program = 'grad (fun z -> z * exp z) 2';
  expect(sourcesOf(program, 'program', '= exp')).toEqual(['exp z']);
  expect(codeOf(program, 'derivative').derivatives).toContain(1);
});

test('a declined program says where and why, and one without output has nothing to show', () => {
  const program = 'input x : real = 2\nlet f y = x * y\nf';
  const reply = answer(program, 'program');
  const [first] = reply.state === 'error' ? reply.diagnostics : [];
  expect(first).toMatchObject({ code: 'unsupported', span: { cell: 0 } });
  expect(program.slice(first?.span.start)).toMatch(/^f y/u);
  expect(answer('let a = 1', 'program')).toEqual({ state: 'error', diagnostics: [] });
});

test('long code is folded by function, all of it in one fold or none', () => {
  const definitions = Array.from(
    { length: 12 },
    (_, i) => `let rec f${i} (a, n) = if n = 0 then sin a else f${i} (cos a * ${i}, n - 1) + exp (f${i} (a, n - 2))`,
  );
  const calls = Array.from({ length: 12 }, (_, i) => `f${i} (x, 2)`);
  const program = `input x : real = 2\n${definitions.join('\n')}\n${calls.join(' + ')}`;
  for (const form of ['program', 'derivative', 'wasm'] as const) {
    const code = codeOf(program, form);
    const lines = linesOf(code);
    const { first, end, children, labels } = code.folds;
    expect(first.length).toBe(labels.length + 1);
    expect(labels.length).toBeGreaterThanOrEqual(12);
    expect([children[0], children[1], children.at(-1)]).toEqual([1, first.length, first.length]);
    labels.forEach((label, i) => {
      expect(lines[first[i + 1] ?? -1]).toContain(form === 'wasm' ? `(func $` : `function ${label}(`);
      expect(end[i + 1]).toBeLessThanOrEqual(first[i + 2] ?? lines.length);
    });
  }
});
