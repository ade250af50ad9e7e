import { agree } from '../../ad/agree';
import type { AnyEngine, AnyEngineId } from '../../ad/engine';
import { mainOf } from '../../ad/main';
import { ENGINES } from '../../ad/registry';
import type { CoreProgram } from '../../language/core/tree';
import { compile } from '../../semantics/compile';
import { run } from '../../semantics/evaluate';
import type { Budget } from '../../semantics/outcome';
import { showReal } from '../../semantics/present';
import type { Task } from '../../semantics/task';
import { findPoint } from '../program';
import type { Verdict } from './verdict';

/** Stands for all engines after `by`. */
export const ALL_ENGINES = 'engines';

/** Returns the engines of these names, or the first name that no engine has. */
export function enginesNamed(names: readonly string[]): readonly AnyEngine[] | string {
  const unknown = names.find((name) => name !== ALL_ENGINES && !ENGINES.some(({ id }) => id === name));
  return unknown ?? ENGINES.filter(({ id }) => names.includes(id) || names.includes(ALL_ENGINES));
}

/**
 * Returns whether the answers of engines for a program's derivative are equal to some reals, within a tolerance and the
 * error that an engine states. An engine that declines the program, or that a limit stops, says nothing; the others are
 * added to `answered`. `program` ends with its only output, `grad f x`.
 */
export function* engineAnswers(
  program: CoreProgram,
  engines: readonly AnyEngine[],
  got: readonly number[],
  within: number,
  budget: Budget,
  answered: Set<AnyEngineId>,
): Task<Verdict> {
  const focus = mainOf(program);
  if (focus === undefined)
    return {
      status: 'failed',
      message: 'engines need a derivative to compute',
      hint: 'write `equals grad f x by ...`',
    };
  const executed = yield* run(compile(program), { budget, tracing: 'none' });
  if (executed.tag !== 'ok') return { status: 'not yet', message: executed.diagnostic.message };
  const point = yield* findPoint(focus, executed.value, budget);
  if (point.tag !== 'ok') return { status: 'not yet', message: point.diagnostic.message };
  const now = (): number => performance.now();
  const { columns } = yield* agree(focus.main, point.value, { engines, budget, now });
  for (const column of columns) {
    if (column.status !== 'ok') continue;
    const { engine, derivatives, errors } = column;
    answered.add(engine);
    const isEqual = (expected: number, at: number): boolean =>
      Math.abs((got[at] ?? NaN) - expected) <= within * Math.max(1, Math.abs(expected)) + (errors?.[at] ?? 0);
    if (derivatives.length === got.length && derivatives.every(isEqual)) continue;
    const shown = (reals: readonly number[]): string => `[${reals.map((each) => showReal(each, 6)).join(', ')}]`;
    return { status: 'not yet', expected: `${shown(derivatives)} by \`${engine}\``, got: shown(got) };
  }
  return { status: 'passed' };
}
