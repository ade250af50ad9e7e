import { assertNever, internalError } from '../../../language/source/internal-error';
import { PRELUDE_CELL, type Span } from '../../../language/source/span';
import { outOfMemory, outOfSteps, outOfTime, type Failure } from '../../../semantics/failure';
import type { Task } from '../../../semantics/task';
import { workingTime } from '../../../semantics/working-time';
import type { Value } from '../../../semantics/value';
import { overflow } from '../../blame';
import { error, type Diagnostic } from '../../../language/source/diagnostic';
import { nextBackward } from './backward';
import type { Combinator, CombinatorDefinition } from '../combinator';
import { componentOf } from './environment';
import { nextForward, valueAtInput } from './forward';
import { backwardFrame, forwardFrame, type Forward, type CombinatorFrame, type Next } from './frame';
import { newRun, sharedRun, type Machine } from './machine';
import type { RunRecord } from './run';
import type { Tangent } from './tangent';

/** Why a machine stopped early: the program is undefined at the point, or a limit was reached. */
export type Halt = { readonly tag: 'failed' | 'stopped'; readonly diagnostic: Diagnostic };

/** Runs `term` at `input`; the machine holds the value and the run. */
export function* forwards(machine: Machine, term: Combinator, input: Value): Task<Halt | undefined> {
  start(machine, term, input);
  return yield* proceed(machine, term.origin);
}

/** Runs the pullback of `run` at `given`; the machine holds the tangent. */
export function* backwards(machine: Machine, run: RunRecord, given: Tangent): Task<Halt | undefined> {
  pull(machine, run, given);
  return yield* proceed(machine, run.term.origin);
}

/** Evaluates each closed definition once, in the empty context. */
export function* runDefinitions(
  machine: Machine,
  definitions: readonly CombinatorDefinition[],
): Task<Halt | undefined> {
  for (const { names, term } of definitions) {
    const halt = yield* forwards(machine, term, []);
    if (halt !== undefined) return halt;
    for (const { name, path } of names) {
      machine.definitions.set(name, path.reduce(componentOf, machine.value));
    }
  }
  return undefined;
}

/** Steps between checks of the clock: one per frame, plus the width of each tuple that it copies. */
const SLICE = 8192;

const BYTES_OF_FRAME = 160;

/** Runs until no frame is left. `span` is blamed if a limit is reached. */
function* proceed(machine: Machine, span: Span): Task<Halt | undefined> {
  const { stack, meter } = machine;
  for (;;) {
    const end = meter.steps + SLICE;
    while (meter.steps < end) {
      const frame = stack.at(-1);
      if (frame === undefined) return undefined;
      meter.steps += 1;
      const next = frame.direction === 'forward' ? nextForward(machine, frame) : nextBackward(machine, frame);
      switch (next.tag) {
        case 'run':
          start(machine, next.term, next.input);
          break;
        case 'pull':
          pull(machine, next.run, next.given);
          break;
        case 'value':
          if (frame.direction === 'forward') ran(machine, frame, next);
          break;
        case 'tangent':
          stack.pop();
          if (frame.direction === 'backward') give(machine, frame.run, frame.given, next.back);
          break;
        case 'fail':
          return { tag: 'failed', diagnostic: overflow(readersOrigin(stack, next.origin)) };
        default:
          assertNever(next);
      }
    }
    const failure = overspent(machine);
    if (failure !== undefined) return { tag: 'stopped', diagnostic: diagnosticAt(failure, span) };
    yield;
  }
}

/** Returns the place of a failure; if it is in the prelude, the nearest enclosing term of the reader's text. */
function readersOrigin(stack: readonly CombinatorFrame[], origin: Span): Span {
  if (origin.cell !== PRELUDE_CELL) return origin;
  const origins = stack.map((frame) => (frame.direction === 'forward' ? frame.term : frame.run.term).origin);
  return origins.findLast(({ cell }) => cell !== PRELUDE_CELL) ?? origin;
}

/** Starts a combinator. Projections and constants finish at once and share one run. */
function start(machine: Machine, term: Combinator, input: Value): void {
  if (term.tag !== 'proj' && term.tag !== 'const' && term.tag !== 'id') {
    machine.stack.push(forwardFrame(term, input));
    return;
  }
  const value = valueAtInput(machine, term, input);
  if (machine.observer === undefined) deliver(machine, sharedRun(machine, term), value);
  else observed(machine, newRun(machine, term, [], undefined), input, value);
}

/** Ends a rep-function. */
function ran(machine: Machine, frame: Forward, { value, input }: Extract<Next, { readonly tag: 'value' }>): void {
  machine.stack.pop();
  observed(machine, newRun(machine, frame.term, frame.runs, input), frame.input, value);
}

function observed(machine: Machine, run: RunRecord, input: Value, value: Value): void {
  machine.observer?.evaluated(run, input, value);
  deliver(machine, run, value);
}

/** Passes a value and its run to the frame that asked for it. */
function deliver(machine: Machine, run: RunRecord, value: Value): void {
  const asked = machine.stack.at(-1);
  if (asked === undefined) {
    machine.value = value;
    machine.run = run;
  } else if (asked.direction === 'forward') {
    asked.values.push(value);
    asked.runs.push(run);
  } else (asked.again ?? internalError('a pullback received a value without running anything again')).body = run;
}

/** Starts a pullback. In the dependent version the pullback of a structural zero is zero. */
function pull(machine: Machine, run: RunRecord, given: Tangent): void {
  if (given === undefined && machine.method.prunes) {
    give(machine, run, given, undefined);
    return;
  }
  machine.meter.visits += 1;
  machine.stack.push(backwardFrame(run, given));
}

/** Ends a pullback: passes its tangent to the frame that asked for it. */
function give(machine: Machine, run: RunRecord, given: Tangent, back: Tangent): void {
  machine.observer?.pulled(run, given, back);
  const asked = machine.stack.at(-1);
  if (asked === undefined) machine.tangent = back;
  else if (asked.direction === 'backward') {
    asked.got = back;
    asked.done += 1;
  }
}

function overspent({ budget, meter, bytes, stack, deadline }: Machine): Failure | undefined {
  if (meter.steps >= budget.steps) return outOfSteps(budget);
  if (workingTime() > deadline) return outOfTime(budget);
  return bytes + stack.length * BYTES_OF_FRAME > budget.bytes ? outOfMemory(budget) : undefined;
}

function diagnosticAt({ code, message, hint }: Failure, span: Span): Diagnostic {
  return error(code, span, message, { hint });
}
