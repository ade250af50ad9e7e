import { mainOf } from '../../ad/main';
import type { AnyEngine, EngineId } from '../../ad/engine';
import { ENGINES } from '../../ad/registry';
import { int } from '../../language/core/builders';
import { error } from '../../language/source/diagnostic';
import { showReal } from '../../semantics/present';
import { evaluate } from '../../semantics/evaluate';
import type { Budget, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import type { CoreProgram } from '../../language/core/tree';
import { fitOf } from '../growth-fit';
import { findPoint } from '../program';
import type { LineProgram } from './line-program';
import type { Counted, Form } from './lines';
import { RUNS, type Verdict } from './verdict';

type Cost = Extract<Form, { readonly tag: 'cost' }>;

/** The engine whose count a line means if it names none; steps are those of the program itself. */
const COUNTING: Readonly<Record<Counted, EngineId | undefined>> = {
  steps: undefined,
  nodes: 'reverse',
  reevaluations: 'curry',
};

/** Returns whether a count keeps its bound at each size, or grows no faster over the sizes. */
export function* costs(line: LineProgram, cost: Cost, budget: Budget): Task<Verdict> {
  const { counted, sizes, bound, limit } = cost;
  const id = cost.engine ?? COUNTING[counted];
  const engine = ENGINES.find((each) => each.id === id);
  if (id !== undefined && engine === undefined)
    return { status: 'failed', message: `there is no engine \`${id}\``, hint: `one of ${allEngines()}` };
  const counts: number[] = [];
  for (const size of sizes) {
    const program = atSize(line, size);
    const enough = bound === 'runs' ? budget.steps : bound === 'least' ? limit : undefined;
    const outcome = yield* engine === undefined
      ? stepsOf(program, budget, enough, bound === 'runs')
      : countOf(program, engine, counted, budget);
    const input = `${cost.size} = ${size}`;
    if (outcome.tag !== 'ok') {
      const { message, hint } = outcome.diagnostic;
      return { status: 'not yet', input, message, hint };
    }
    const isOutside = bound === 'most' ? outcome.value > limit : bound === 'least' && outcome.value < limit;
    if (isOutside)
      return {
        status: 'not yet',
        input,
        expected: `at ${bound} ${limit} ${WORDS[counted]}`,
        got: String(outcome.value),
      };
    if (bound === 'runs' && outcome.value < Infinity)
      return { status: 'not yet', input, expected: 'a run that reaches a limit', got: `${outcome.value} steps` };
    counts.push(outcome.value);
  }
  if (bound !== 'slope') return { status: 'passed' };
  const slope = fitOf(sizes, counts)?.slope ?? 0;
  if (slope <= limit) return { status: 'passed' };
  return {
    status: 'not yet',
    input: `${cost.size} = ${sizes.join(', ')}`,
    expected: `${WORDS[counted]} with slope at most ${limit}`,
    got: `${counts.join(', ')}, with slope ${showReal(slope, 6)}`,
  };
}

const WORDS: Readonly<Record<Counted, string>> = {
  steps: 'steps',
  nodes: 'nodes',
  reevaluations: 're-evaluations',
};

export function allEngines(): string {
  return ENGINES.map(({ id }) => id).join(', ');
}

/** Returns the program of a line with its variable at a size. */
function atSize({ core, parameter, body }: LineProgram, size: number): CoreProgram {
  if (parameter === undefined)
    return { ...core, items: [...core.items, { tag: 'output', term: body, origin: body.origin }] };
  const { origin } = body;
  return {
    ...core,
    items: [
      ...core.items,
      { tag: 'let', pattern: parameter, value: int(size, origin), origin },
      { tag: 'output', term: body, origin },
    ],
  };
}

/**
 * Returns how many steps a program takes; with `enough`, it need not finish after so many. If it must run out of steps,
 * running out of time is as good, and the answer is Infinity.
 */
function* stepsOf(program: CoreProgram, budget: Budget, enough = Infinity, runsOut = false): Task<Outcome<number>> {
  const steps = Math.min(budget.steps, Math.ceil(enough));
  // A slow machine must not decide how many steps there are.
  const seconds = enough < Infinity ? RUNS * budget.seconds : budget.seconds;
  const outcome = yield* evaluate(program, { budget: { ...budget, steps, seconds }, tracing: 'none' });
  if (outcome.tag === 'ok') return { tag: 'ok', value: outcome.value.meter.steps };
  if (runsOut && outcome.tag === 'stopped') return { tag: 'ok', value: Infinity };
  const { steps: taken } = outcome.partial.meter;
  return outcome.tag === 'stopped' && taken >= enough ? { tag: 'ok', value: taken } : outcome;
}

/** Returns what an engine counts for the derivative of the program's output, which is `grad f x`, or depends on an input. */
function* countOf(program: CoreProgram, engine: AnyEngine, counted: Counted, budget: Budget): Task<Outcome<number>> {
  const focus = mainOf(program);
  const executed = yield* evaluate(program, { budget, tracing: 'none' });
  if (executed.tag !== 'ok') return executed;
  if (focus === undefined) return { tag: 'failed', diagnostic: NOTHING_DIFFERENTIATED };
  const fragment = engine.fragment(focus.main);
  if (fragment.tag === 'outside') return { tag: 'failed', diagnostic: fragment.reason };
  const point = yield* findPoint(focus, executed.value, budget);
  if (point.tag !== 'ok') return point;
  const outcome = yield* engine.run(focus.main, point.value, budget);
  return outcome.tag === 'ok' ? { tag: 'ok', value: outcome.value.meter[counted] ?? 0 } : outcome;
}

const NOTHING_DIFFERENTIATED = error(
  'check',
  { cell: 0, start: 0, end: 0 },
  'there is nothing to differentiate in this line',
  { hint: 'write `grad f x` after `of`' },
);
