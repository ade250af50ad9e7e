import { describe, expect, test } from 'vitest';
import { programOf } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import { coverOf, isTextCovered } from './covers';
import type { Answers } from './state';

const NONE: Answers = { prompts: {}, tries: {}, passed: {} };
const code = '```pullback\n1\n```\n\n';

function cover(text: string, part: string, answers: Answers | undefined = NONE, cell = 0, printing = false) {
  const notebook = parseNotebook(text);
  return coverOf({ notebook, answers, printing }, programOf(notebook)[cell]?.id, part)?.prompt;
}

describe('a prediction', () => {
  const predict = (info = ''): string => `\`\`\`predict id=p kind=number answer=1 ${info}\nWell?\n\`\`\`\n\n`;

  test('covers all results of the next code cell, and of no other', () => {
    const text = `${code}${predict()}Some text.\n\n\`\`\`csv name=t\na\n1\n\`\`\`\n\n${code}${code}`;
    const covered = [0, 2, 3].map((cell) => cover(text, 'outputs', NONE, cell));
    expect(covered).toEqual([undefined, 'p', undefined]);
    expect([cover(text, 'gradient', NONE, 2), cover(text, 'result-strip', NONE, 2)]).toEqual(['p', 'p']);
  });

  test('covers only what it names, and the result strip', () => {
    const covered = (info: string, part: string) => cover(predict(info) + code, part);
    expect([covered('covers=plot', 'plot'), covered('covers=plot', 'outputs')]).toEqual(['p', undefined]);
    expect([covered('covers=outputs,trace', 'trace'), covered('covers=outputs', 'trace')]).toEqual(['p', undefined]);
    expect(covered('covers=plot', 'result-strip')).toBe('p');
  });

  test('covers until it is committed, and while it is not known whether it is', () => {
    const text = predict() + code;
    expect(cover(text, 'outputs', { ...NONE, prompts: { p: '1' } })).toBeUndefined();
    expect(cover(text, 'outputs', { ...NONE, prompts: { q: '1' } })).toBe('p');
    const notebook = parseNotebook(text);
    const id = programOf(notebook)[0]?.id;
    expect(coverOf({ notebook, answers: undefined, printing: false }, id, 'outputs')?.prompt).toBe('p');
  });

  test('covers nothing on paper', () => {
    expect(cover(predict() + code, 'outputs', NONE, 0, true)).toBeUndefined();
  });

  test('is not committed because its id is a name of every object', () => {
    expect(cover(predict().replace('id=p', 'id=constructor') + code, 'outputs')).toBe('constructor');
  });

  test('covers together with another one', () => {
    const two = predict('covers=plot') + predict().replace('id=p', 'id=q') + code;
    expect(cover(two, 'plot')).toBe('q');
    expect(cover(two, 'plot', { ...NONE, prompts: { q: '1' } })).toBe('p');
    expect(cover(two, 'outputs', { ...NONE, prompts: { q: '1' } })).toBeUndefined();
  });
});

describe('the text after a covered cell', () => {
  const predict = (info = ''): string => `\`\`\`predict id=p kind=number answer=1 ${info}\nWell?\n\`\`\`\n\n`;
  const coveredTexts = (text: string, answers: Answers = NONE): readonly string[] => {
    const notebook = parseNotebook(text);
    const state = { notebook, answers, printing: false };
    return notebook.cells.flatMap((cell) =>
      cell.tag === 'prose' && isTextCovered(state, cell.id) ? [cell.markdown.trim()] : [],
    );
  };
  const screen = '<!-- screen -->\n\n';

  test('is covered on its screen, up to the next code cell', () => {
    const text = `Before.\n\n${predict()}Between.\n\n${code}After.\n\n${code}Later.\n\n${screen}Next.\n`;
    expect(coveredTexts(text)).toEqual(['After.']);
    expect(coveredTexts(`${predict()}${code}After.\n\n${screen}Next.\n`)).toEqual(['After.']);
    expect(coveredTexts(text, { ...NONE, prompts: { p: '1' } })).toEqual([]);
  });

  test('is covered if the prediction says so, and only in a notebook with screens', () => {
    const text = (info: string): string => `${predict(info)}${code}After.\n\n${screen}Next.\n`;
    expect(coveredTexts(text('covers=outputs'))).toEqual([]);
    expect(coveredTexts(text('covers=outputs,text'))).toEqual(['After.']);
    expect(coveredTexts(`${predict()}${code}After.\n`)).toEqual([]);
  });
});

test('a recall question covers nothing', () => {
  expect(cover(`\`\`\`recall id=r answer=1\nWell?\n\`\`\`\n\n${code}`, 'outputs')).toBeUndefined();
});
