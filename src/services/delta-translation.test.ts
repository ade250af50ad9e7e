import { describe, expect, it } from 'vitest';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { deltaTranslation } from './delta-translation';
import { loadWhole } from './loader';
import type { TranslationReply } from '../protocol/translation';

function translationOf(text: string): TranslationReply {
  return drain(deltaTranslation(loadWhole([text]), { cells: [text], cell: 0, inputs: {}, budget: PAGE_BUDGET }));
}

describe('the translation that the Delta panel shows', () => {
  it('is a program of the language, with its type', () => {
    const reply = translationOf('input x : real = 2\nx * x');
    if (reply.state !== 'ok') throw new Error(JSON.stringify(reply));
    expect(reply.type).toContain('real');
    expect(loadWhole([reply.text]).tag).toBe('ok');
  });

  it('is that of the trace if only the run tells what is differentiated inside, unless that is too long', () => {
    const text = (turns: number): string => `input x : real = 2
let rec go (k, y) = if k = 0 then y else go (k - 1, y * 0.5 + 1)
(fold (f, a) -> a + deriv f x over [fun y -> go (${turns}, y)] from 0) + x`;
    expect(translationOf(text(3))).toMatchObject({ state: 'ok', text: expect.not.stringMatching(/^--/u) as unknown });
    expect(translationOf(text(1_500))).toMatchObject({
      text: expect.stringMatching(/up to 2000 are printed/u) as unknown,
    });
  });

  it('does not exist if there is nothing to differentiate', () => {
    expect(translationOf('1 + 2')).toEqual({ state: 'error', diagnostics: [] });
    expect(translationOf('1 +')).toMatchObject({ state: 'error', diagnostics: [{}] });
  });
});
