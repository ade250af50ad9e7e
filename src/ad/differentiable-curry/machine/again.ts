import type { Curry, Recursion } from '../combinator';
import { contextOf, type ContextValue } from './environment';
import type { Again, Backward, Next } from './frame';
import { partAt, type Machine } from './machine';
import { bodyOf, closureOf, environmentAt, groupOf, separated, type RepFunction } from './rep-function';
import { plus, type Tangent } from './tangent';
import { tupleParts } from './tuple-tangent';

/**
 * The pullback of `curry` and `rec`. If the tangents of functions are calls (Figure 3), it is the sum over the calls
 * (s, g) of fst (snd (f (t, s)) g): each runs again forwards, then backwards.
 */
export function nextOfClosures(machine: Machine, frame: Backward, term: Curry | Recursion): Next {
  if (frame.again === undefined) {
    frame.again = { queue: [], gathered: 0, body: undefined, before: NOTHING };
    restore(machine, frame, frame.again, closuresOf(term, contextOf(frame.run.input)), frame.given);
  }
  const { again } = frame;
  if (frame.done > again.gathered) gather(machine, frame, again);
  const next = again.queue[again.gathered];
  if (next === undefined) return { tag: 'tangent', back: frame.sum };
  const { callee, call } = next;
  if (again.body !== undefined) {
    machine.observer?.again(frame.run, call, again.body);
    return { tag: 'pull', run: again.body, given: call.given };
  }
  again.before = { runs: machine.runs, bytes: machine.bytes };
  machine.meter.reevaluations += 1;
  machine.again.set(callee.code, (machine.again.get(callee.code) ?? 0) + 1);
  return { tag: 'run', term: bodyOf(callee), input: environmentAt(machine, callee, call.argument) };
}

const NOTHING = { runs: 0, bytes: 0 };

/** Adds what a repeated call gave back: the environment's tangent, and calls of the functions that call each other. */
function gather(machine: Machine, frame: Backward, again: Again): void {
  const { callee, call } = partAt(again.queue, again.gathered);
  const { called } = separated(callee, call, frame.got, machine.meter);
  frame.sum = plus(frame.sum, called.environment, machine.meter);
  if (called.group !== undefined) {
    restore(machine, frame, again, closuresOf(callee.code, callee.environment), called.group);
  }
  again.gathered += 1;
  // The body's run is no longer needed.
  again.body = undefined;
  machine.runs = again.before.runs;
  machine.bytes = again.before.bytes;
}

/** Splits the tangents of functions into the environment's tangent, or the calls that must run again. */
function restore(
  machine: Machine,
  frame: Backward,
  again: Again,
  functions: readonly RepFunction[],
  given: Tangent,
): void {
  const { method, meter } = machine;
  const tangents = functions.length === 1 ? [given] : tupleParts(given, meter);
  functions.forEach((callee, i) => {
    const restored = method.ofClosure(callee, tangents[i], meter);
    if (restored.tag === 'environment') frame.sum = plus(frame.sum, restored.parts, meter);
    else for (const call of restored.calls) again.queue.push({ callee, call });
  });
}

function closuresOf(term: Curry | Recursion, environment: ContextValue): readonly RepFunction[] {
  return term.tag === 'curry' ? [closureOf(term, environment)] : groupOf(term, environment);
}
