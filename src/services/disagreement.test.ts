import { describe, expect, test } from 'vitest';
import type { AnyEngine } from '../ad/engine';
import { engineById } from '../ad/registry';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { disagreementOf } from './disagreement';
import { loadWhole } from './loader';

const PROGRAM = 'input x : real = 2.7\ninput n : int = 3\nlet f y = y * y + cos y\nlet unused = f 1\nf (x ^ n) + 1';

function engines(): readonly [AnyEngine, AnyEngine] {
  const [reverse, forward] = [engineById('reverse'), engineById('forward')];
  if (reverse === undefined || forward === undefined) throw new Error('no engines');
  return [reverse, forward];
}

/** The engine with wrong products. */
function wrong(engine: AnyEngine): AnyEngine {
  return {
    ...engine,
    *run(main, point, budget) {
      const outcome = yield* engine.run(main, point, budget);
      const isHit = JSON.stringify([main.body, main.definitions]).includes('"operation":"multiply"');
      if (outcome.tag !== 'ok' || !isHit) return outcome;
      const [first, ...rest] = outcome.value.derivative;
      const derivative = typeof first === 'number' ? [2 * first + 1, ...rest] : outcome.value.derivative;
      return { tag: 'ok', value: { ...outcome.value, derivative } };
    },
  };
}

describe('a disagreement', () => {
  test('is reported as a small program with the result of each engine', () => {
    const [reverse, forward] = engines();
    const asked = { inputs: { x: 1.5 }, budget: PAGE_BUDGET };
    const answer = drain(disagreementOf(loadWhole([PROGRAM]), asked, [reverse, wrong(forward)]));
    if (answer.state !== 'ok') throw new Error('no answer');
    expect(answer.verdict).toBe('disagree');
    expect(answer.text).toMatch(/^input x : real = .*\n\n.* \* /u);
    expect(answer.text.length).toBeLessThan(50);
    expect(answer.answers).toHaveLength(2);
    expect(answer.answers[0]).toMatch(/^reverse: .*∂x = /u);
  });

  test('that does not exist leaves the program unchanged, and reports that the engines agree', () => {
    const answer = drain(disagreementOf(loadWhole([PROGRAM]), { inputs: {}, budget: PAGE_BUDGET }, engines()));
    expect(answer).toMatchObject({ state: 'ok', verdict: 'agree' });
  });

  test('is not reported for a program with errors, or with nothing to differentiate', () => {
    const asked = { inputs: {}, budget: PAGE_BUDGET };
    expect(drain(disagreementOf(loadWhole(['1 +']), asked))).toMatchObject({ state: 'error', diagnostics: [{}] });
    expect(drain(disagreementOf(loadWhole(['1']), asked))).toEqual({ state: 'error', diagnostics: [] });
  });
});
