import { describe, expect, test } from 'vitest';
import { printCore } from '../language/core/print';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain, type Task } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { agree } from './agree';
import type { AnyEngine } from './engine';
import { engineById } from './registry';
import { pointReals } from './point';
import { programOfCase, shrink, type Counterexample } from './shrink';

const budget = { ...COMMAND_LINE_BUDGET, steps: 1e6 };

/** `forward` with a wrong partial derivative wherever the program uses an operation. */
function wrongAt(operation: string): AnyEngine {
  const forward = engineById('forward');
  if (forward === undefined) throw new Error('there is no engine forward');
  return {
    ...forward,
    *run(main, point, spent) {
      const outcome = yield* forward.run(main, point, spent);
      const mentioned = JSON.stringify([main.body, main.definitions]).includes(`"operation":"${operation}"`);
      if (outcome.tag !== 'ok' || !mentioned) return outcome;
      const { derivative } = outcome.value;
      const reals = pointReals(main, { ...point, arguments: derivative }).map((real) => 1.5 * real + 1);
      return { tag: 'ok', value: { ...outcome.value, derivative: [...derivative.keys()].map((i) => reals[i]) } };
    },
  };
}

function* disagree(operation: string, { main, point }: Counterexample): Task<boolean> {
  const reverse = engineById('reverse');
  if (reverse === undefined) return false;
  const { verdict } = yield* agree(main, point, { engines: [reverse, wrongAt(operation)], budget, now: () => 0 });
  return verdict === 'disagree';
}

describe('a disagreement of engines', () => {
  const PROGRAM = `input x : real = 1.234
input y : real = 2.5
let f a = a * a + 1
let g b = let c = f b in if b > 0 then c * exp (sin b) else c
let unused = f 3
(g (x * y) + tanh y) * 2`;

  test.each([
    ['sin', /^input x : real = 1\.0\n.*sin x/su],
    ['tanh', /tanh/u],
  ])('of %s is shrunk to a small program', (operation, expected) => {
    const found = drain(shrink(focusOf(checked(PROGRAM)), (candidate) => disagree(operation, candidate), 500));
    const text = printCore(programOfCase(found));
    expect(text.length).toBeLessThan(60);
    expect(text).toMatch(expected);
    // It is a program, and shows the same disagreement.
    expect(drain(disagree(operation, focusOf(checked(text))))).toBe(true);
  });

  test('that does not exist is returned unchanged', () => {
    const start = focusOf(checked(PROGRAM));
    expect(drain(shrink(start, (candidate) => disagree('cosh', candidate), 500))).toBe(start);
  });

  test('is shrunk only as long as the limit allows', () => {
    let tried = 0;
    drain(
      shrink(
        focusOf(checked(PROGRAM)),
        // eslint-disable-next-line require-yield
        function* () {
          tried += 1;
          return tried === 1;
        },
        7,
      ),
    );
    expect(tried).toBe(8);
  });
});
