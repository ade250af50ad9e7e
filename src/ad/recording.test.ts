import { expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { engineById } from './registry';

test.each(['reverse', 'tape', 'forward', 'taylor', 'trace-anf', 'compiled', 'curry', 'curry-dependent'] as const)(
  '%s: a derivative that overflows in the prelude is one of the call in the reader’s text',
  (id) => {
    // The value is -log p; its derivative is -1 / p.
    const text = 'input p : real = 1e-310\n1 * crossEntropy (p, 1.0)';
    const { main, point } = focusOf(checked(text));
    const engine = engineById(id);
    const outcome = engine && drain(engine.run(main, point, COMMAND_LINE_BUDGET));
    if (outcome?.tag !== 'failed') throw new Error('it has a derivative');
    const { code, span } = outcome.diagnostic;
    expect(code).toBe('not-finite');
    expect(text.slice(span.start, span.end)).toBe('crossEntropy (p, 1.0)');
  },
);
