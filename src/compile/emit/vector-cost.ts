import type { Atom, Build, For, Statement } from '../ir/tree';
import { arrayOf } from './layout';
import { type Plan, realsOf, type Step } from './vector-plan';

/** The instructions of a round that are not those of its statements. */
const ROUND = 4;
/** The instructions that a processor runs in a cycle. */
const WIDTH = 5;
/** The cycles after which the result of an operation is there; that of a division or a root. */
const LATENCY = 4;
const SLOW_LATENCY = 13;
/** The instructions for which the processor has time during a division or a root. */
const SLOW = 20;

/**
 * Whether two rounds of a loop at once take no more than a share of the time of single ones. They take all of it where a loop
 * waits for what it computes for one round after the other.
 */
export function paysOff(plan: Plan, loop: For | Build, share: number): boolean {
  let [single, both] = [ROUND, ROUND];
  for (const step of plan.steps) {
    const cost = costOf(step, plan);
    single += cost.single;
    both += cost.both;
  }
  for (const statement of plan.serial) {
    single += costOfOne(statement);
    both += 2 * costOfOne(statement);
  }
  // One of the two reals of a vector is moved to be read alone.
  both += plan.read.length;
  if (loop.tag === 'build') {
    const { body, targets } = loop;
    single += body.results.length;
    both += body.results.length === targets.length ? body.results.length : 2 * body.results.length;
  }
  const wait = latency(plan);
  return Math.max(both / 2 / WIDTH, wait) <= share * Math.max(single / WIDTH, wait);
}

/** Returns the instructions of a step for one round, and for both. */
function costOf(step: Step, plan: Plan): { readonly single: number; readonly both: number } {
  if (step.tag === 'shift') return { single: 1, both: 2 };
  const single = costOfOne(step);
  switch (step.tag) {
    case 'item':
      return { single, both: areNext(step.array, step.index, plan) ? single : 2 * single };
    case 'keep':
      return { single, both: areNext(step.array, step.index, plan) ? single : 2 * single + 1 };
    case 'accumulate': {
      const { place, shadow } = step;
      return { single, both: place.tag === 'item' && areNext(shadow, place.index, plan) ? single : 2 * single + 1 };
    }
    default: {
      const tests = plan.tested.has(step) ? 3 : 0;
      return { single: single + tests, both: single + tests };
    }
  }
}

/** Whether the items of two rounds lie side by side. */
function areNext(array: Atom, index: Atom, { distances }: Plan): boolean {
  const distance = index.tag === 'variable' ? distances.get(index.id) : undefined;
  return distance === 1 && arrayOf(array.kind).item.length === 1;
}

/** Returns how long a round waits for the round before, in cycles. */
function latency({ carried, serial }: Plan): number {
  const times = new Map(carried.map(({ parameter }) => [parameter.id, 0]));
  const of = (atom: Atom): number => (atom.tag === 'variable' ? (times.get(atom.id) ?? 0) : 0);
  for (const statement of serial) {
    const time = Math.max(...realsOf(statement).map(of)) + (isSlow(statement) ? SLOW_LATENCY : LATENCY);
    for (const { id } of statement.targets) times.set(id, time);
  }
  return Math.max(0, ...carried.map(({ result }) => of(result)));
}

function isSlow(statement: Statement): boolean {
  return statement.tag === 'operation' && (statement.operation === 'divide' || statement.operation === 'sqrt');
}

function costOfOne(statement: Statement): number {
  switch (statement.tag) {
    case 'item':
      return statement.targets.length;
    case 'keep':
      return statement.values.length;
    case 'accumulate':
      return statement.replaces === true ? 1 : 3;
    default:
      return isSlow(statement) ? SLOW : 1;
  }
}
