import { describe, expect, it, test } from 'vitest';
import { isHidden, printNotebook, programCells } from './document';
import { merged, moved, removed } from './edits';
import { exercisesOf } from './exercises';
import { parseNotebook } from './parse';
import { promptFaults, promptsOf } from './prompts';
import { hasScreens, screensOf } from './screens';

const SAMPLE = `# Slopes

\`\`\`recall id=warm answer="2 + 1"
What is two and one?
\`\`\`

\`\`\`pullback
let f x = x * x
\`\`\`

\`\`\`predict id=slope kind=number answer="deriv f 3"
How steep is $f$ at 3?
\`\`\`

\`\`\`pullback show=gradient
deriv f 3
\`\`\`

<!-- screen -->

~~~predict id=which kind=choice answer=2 covers=outputs,plot
Which is larger?

- the *slope* at 1
- the slope at 2
~~~

\`\`\`pullback exercise=g check=true show=plot
let g x = x
\`\`\`

\`\`\`hint exercise=g
Multiply.
\`\`\`

\`\`\`hint exercise=g
By \`x\`.
\`\`\`

\`\`\`predict id=shape kind=curve x=-2..2.5 y="0 .. 1e1" answer=g
Draw it.
\`\`\`
`;

describe('prompts', () => {
  const notebook = parseNotebook(SAMPLE);

  it('are no part of the program, and are printed exactly', () => {
    expect(programCells(notebook)).toEqual(['let f x = x * x', 'deriv f 3', 'let g x = x']);
    expect(printNotebook(notebook)).toBe(SAMPLE);
    const windows = SAMPLE.replaceAll('\n', '\r\n');
    expect(printNotebook(parseNotebook(windows))).toBe(windows);
  });

  it('have a question, and an answer that sees the cells before it and the one that it covers', () => {
    expect(promptsOf(notebook)).toMatchObject([
      { tag: 'recall', id: 'warm', kind: 'text', sees: 0, answer: '2 + 1', question: 'What is two and one?' },
      { tag: 'predict', id: 'slope', kind: 'number', sees: 2, answer: 'deriv f 3' },
      { id: 'which', kind: 'choice', sees: 3, question: 'Which is larger?' },
      { id: 'shape', kind: 'curve', sees: 3, axes: { x: [-2, 2.5], y: [0, 10] } },
    ]);
    expect(promptsOf(notebook)[2]?.options).toEqual(['the *slope* at 1', 'the slope at 2']);
  });

  it('see no cell before the first', () => {
    expect(promptsOf(parseNotebook('```recall id=a answer=1\nOne?\n```\n'))).toMatchObject([{ sees: 0 }]);
  });

  it('without an id are prose', () => {
    const text = '```predict kind=number answer=1\nOne?\n```\n\n```hint\nNo.\n```\n';
    expect(parseNotebook(text).cells.map(({ tag }) => tag)).toEqual(['prose']);
    expect(printNotebook(parseNotebook(text))).toBe(text);
  });

  it('can be answered whatever is wrong with them', () => {
    const written = ['kind=choice', 'kind=curve', 'kind=curve x=1..1 y=0..1', 'kind=nonsense', ''];
    for (const attributes of written)
      expect(promptsOf(parseNotebook(`\`\`\`predict id=a ${attributes}\nWell?\n\`\`\``))).toMatchObject([
        { kind: 'number', options: [] },
      ]);
  });
});

test('hints belong to an exercise, in order, and are hidden', () => {
  const notebook = parseNotebook(SAMPLE);
  expect(exercisesOf(notebook)).toMatchObject([{ id: 'g', hints: ['Multiply.', 'By `x`.'] }]);
  expect(notebook.cells.filter((cell) => cell.tag === 'hint').every(isHidden)).toBe(true);
});

describe('faults of prompts', () => {
  const faultsIn = (text: string): readonly string[] => promptFaults(parseNotebook(text)).map(({ message }) => message);
  const predict = (attributes: string, body = 'Well?'): string =>
    `\`\`\`predict id=a ${attributes}\n${body}\n\`\`\`\n\n\`\`\`pullback show=plot\n1\n\`\`\`\n`;

  it('are none in a well-formed notebook', () => {
    const last = '\n```pullback\ng 2\n```\n';
    expect(faultsIn(SAMPLE + last)).toEqual([]);
    expect(faultsIn(SAMPLE)).toEqual(['predict `shape`: no code cell follows it']);
    expect(faultsIn(predict('kind=number answer=1 covers=plot'))).toEqual([]);
  });

  it.each([
    [predict('kind=number'), 'predict `a`: it has no answer'],
    [predict('kind=number answer=1', ''), 'predict `a`: it asks nothing'],
    [predict('answer=1'), 'predict `a`: `` is no kind of prediction'],
    [predict('kind=guess answer=1'), 'predict `a`: `guess` is no kind of prediction'],
    [predict('kind=choice answer=1', 'Which?\n- this'), 'predict `a`: a choice needs two options'],
    [predict('kind=curve answer=sin x=2..1 y=0..1'), 'predict `a`: a curve needs its axes'],
    [predict('kind=number answer=1 covers=trace'), 'predict `a`: `covers=trace` is not shown by the next code cell'],
    ['```recall id=a\nWell?\n```\n', 'recall `a`: it has no answer'],
    ['```hint exercise=no\nThink.\n```\n', 'a hint is for exercise `no`, which does not exist'],
  ])('%j: %s', (text, message) => {
    expect(faultsIn(text)).toEqual([message]);
  });

  it('are two prompts with one id', () => {
    expect(faultsIn(predict('kind=number answer=1') + predict('kind=number answer=1'))).toEqual([
      'predict `a`: another prompt has this id',
    ]);
  });
});

describe('screens', () => {
  const screens = (text: string): readonly (readonly [number, number])[] =>
    screensOf(parseNotebook(text)).map(({ from, to }) => [from, to]);

  it('are separated by a comment that stands in nothing else', () => {
    expect(screens('a\n\n<!-- screen -->\n\nb\n')).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(hasScreens(parseNotebook('a\n\n<!-- screen -->\n\nb\n'))).toBe(true);
    for (const text of ['a\n\n- <!-- screen -->\n\nb\n', '```js\n<!-- screen -->\n```\n', 'a\n\n    <!-- screen -->\n'])
      expect(hasScreens(parseNotebook(text))).toBe(false);
  });

  it('are one without a separator, and none in an empty notebook', () => {
    expect(screens('a\n')).toEqual([[0, 1]]);
    expect(screens('')).toEqual([]);
  });

  it('without anything to see are left out', () => {
    const hidden = '```hint exercise=a\nThink.\n```\n\n';
    const text = `<!-- screen -->\n\na\n\n<!-- screen -->\n<!-- screen -->\n\n${hidden}<!-- screen -->\n\nb\n\n<!-- screen -->\n`;
    expect(screens(text)).toEqual([
      [1, 2],
      [6, 7],
    ]);
    expect(printNotebook(parseNotebook(text))).toBe(text);
  });

  it('are split exactly where the line is, between cells of any kind', () => {
    const code = '```pullback\n1\n```\n';
    for (const text of [`${code}<!-- screen -->\n${code}`, `a\n<!-- screen -->  \n\n\n${code}`, '<!-- screen -->']) {
      expect(parseNotebook(text).cells.filter(({ tag }) => tag === 'screen')).toHaveLength(1);
      expect(printNotebook(parseNotebook(text))).toBe(text);
    }
  });

  it('survive edits of the cells around them', () => {
    const notebook = parseNotebook('a\n\n<!-- screen -->\n\nb\n\n```pullback\n1\n```\n');
    expect(printNotebook(removed(notebook, 2))).toBe('a\n\n<!-- screen -->\n\n```pullback\n1\n```\n');
    expect(printNotebook(merged(notebook, 0))).toBe(printNotebook(notebook));
    expect(printNotebook(moved(notebook, 0, 1))).toBe(
      '<!-- screen -->\n\nb\n\n<!-- cell -->\n\na\n\n```pullback\n1\n```\n',
    );
  });
});
