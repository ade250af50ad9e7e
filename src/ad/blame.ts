import type { Span } from '../language/source/span';
import { run } from '../semantics/evaluate';
import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import type { Main, Point } from './engine';
import { executableOf, inputsAt } from './executable';
import { SAME_SHAPE } from './point';
import { error, type Diagnostic } from '../language/source/diagnostic';

/**
 * Returns the failure to show for a translated program that failed: the program's own failure, if it fails too.
 * Partials are defined wherever their operation is, so if the program has a value, a partial or a tangent overflowed.
 */
export function* blame(
  main: Main,
  point: Point,
  budget: Budget,
  diagnostic: Diagnostic,
): Task<Extract<Outcome<never>, { tag: 'failed' }>> {
  const primal = yield* run(executableOf(main), { budget, inputs: inputsAt(main, point), tracing: 'none' });
  if (primal.tag === 'failed') return { tag: 'failed', diagnostic: primal.diagnostic };
  if (primal.tag === 'stopped') return { tag: 'failed', diagnostic };
  // The program has a value, so the wrapper received two values of different shapes.
  const blamed =
    diagnostic.code === 'shape'
      ? { ...diagnostic, hint: SAME_SHAPE, span: main.body.origin, related: [] }
      : overflow(diagnostic.span);
  return { tag: 'failed', diagnostic: blamed };
}

export function overflow(span: Span): Diagnostic {
  const message = 'an intermediate derivative overflowed here';
  const hint = 'the value itself does not overflow; try a slightly different input, or scale the program';
  return error('not-finite', span, message, { hint });
}
