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
      { id: 'a', cell: 0, cellId: 0, check: 'true', solution: undefined },
    ]);
    expect(printNotebook(solved(parseNotebook(text)))).toBe(text);
  });
});
