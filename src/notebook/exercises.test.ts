import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAttributes } from './attributes';
import { printNotebook, programCells } from './document';
import { parseNotebook } from './parse';
import { exercisesOf, solved } from './exercises';

const OPENING = '```pullback exercise=half show=trace check="abs (answer - 0.5) < 1e-9 && name = \\"x\\""';
const SAMPLE = `---
title: Halves
---
Prose.

\`\`\`pullback show=trace
let name = "x"
\`\`\`

${OPENING}
let answer = 0
\`\`\`

\`\`\`pullback solution=half
let answer = 1 / 2
\`\`\`
`;

describe('attributes of a fence', () => {
  it('have values with spaces in double quotes', () => {
    expect(parseAttributes('exercise=a check="x = 3 && y < 2" show=trace,steps wide')).toEqual({
      exercise: 'a',
      check: 'x = 3 && y < 2',
      show: 'trace,steps',
      wide: '',
    });
  });

  it('allow a quote and a backslash after a backslash', () => {
    expect(parseAttributes(String.raw`check="s = \"a\\b\"" id=1`)).toEqual({ check: String.raw`s = "a\b"`, id: '1' });
  });

  it('take an unclosed quote literally', () => {
    expect(parseAttributes('check="x = 3')).toEqual({ check: '"x', '3': '' });
    expect(parseAttributes(`x' = "a`)).toEqual({ "x'": '', '"a': '' });
  });

  it('round-trip any value in quotes', () => {
    const line = fc.string({ unit: fc.constantFrom('"', '\\', ' ', '=', 'a', 'λ', "'") });
    fc.assert(
      fc.property(line, (value) => {
        const quoted = `"${value.replace(/["\\]/g, '\\$&')}"`;
        expect(parseAttributes(`a=1 check=${quoted} b=2`)).toEqual({ a: '1', check: value, b: '2' });
      }),
      { seed: 7 },
    );
  });
});

describe('exercises', () => {
  const notebook = parseNotebook(SAMPLE);

  it('are code cells with a check; solutions are not code cells', () => {
    expect(programCells(notebook)).toEqual(['let name = "x"', 'let answer = 0']);
    expect(exercisesOf(notebook)).toEqual([
      {
        id: 'half',
        cell: 1,
        cellId: 2,
        check: 'abs (answer - 0.5) < 1e-9 && name = "x"',
        solution: 'let answer = 1 / 2',
        wrong: [],
        hints: [],
      },
    ]);
  });

  it('are printed exactly, including solutions', () => {
    expect(printNotebook(notebook)).toBe(SAMPLE);
  });

  it('are solved by their solutions, in place', () => {
    expect(printNotebook(solved(notebook))).toBe(SAMPLE.replace('let answer = 0', 'let answer = 1 / 2'));
  });

  it('have an id and a check; a solution may be missing', () => {
    const cells = ['exercise=a check=true', 'exercise=a check=false', 'exercise=b', 'check=true'];
    const text = cells.map((info) => `\`\`\`pullback ${info}\n1\n\`\`\`\n`).join('\n');
    expect(exercisesOf(parseNotebook(text))).toEqual([
      { id: 'a', cell: 0, cellId: 0, check: 'true', solution: undefined, wrong: [], hints: [] },
    ]);
    expect(printNotebook(solved(parseNotebook(text)))).toBe(text);
  });

  it('have a block of checks and wrong answers, which are no part of the program', () => {
    const judged = `${SAMPLE}
\`\`\`checks exercise=half
at 1: answer equals 0.5

all: forall x in 0 .. 1: answer * x equals x / 2
\`\`\`

~~~wrong exercise=half
let answer = 2
~~~

\`\`\`wrong exercise=half
let answer = 1
\`\`\`
`;
    const parsed = parseNotebook(judged);
    expect(printNotebook(parsed)).toBe(judged);
    expect(programCells(parsed)).toEqual(programCells(notebook));
    expect(parsed.cells.map(({ tag }) => tag).slice(-3)).toEqual(['checks', 'wrong', 'wrong']);
    expect(exercisesOf(parsed)).toMatchObject([
      {
        checks: 'at 1: answer equals 0.5\n\nall: forall x in 0 .. 1: answer * x equals x / 2',
        wrong: ['let answer = 2', 'let answer = 1'],
      },
    ]);
    expect(printNotebook(solved(parsed))).toBe(judged.replace('let answer = 0\n', 'let answer = 1 / 2\n'));
  });

  it('need no attribute beside a block of checks; a block without an exercise is prose', () => {
    const text = '```pullback exercise=a\n1\n```\n\n```checks exercise=a\n1 = 1\n```\n\n```checks\n1 = 1\n```\n';
    const parsed = parseNotebook(text);
    expect(exercisesOf(parsed)).toMatchObject([{ id: 'a', check: '', checks: '1 = 1' }]);
    expect(parsed.cells.map(({ tag }) => tag)).toEqual(['code', 'checks', 'prose']);
    expect(printNotebook(parsed)).toBe(text);
  });
});
