import type { CoreProgram } from '../language/core/tree';
import { error, type Diagnostic, type RelatedPlace } from '../language/source/diagnostic';
import { NOWHERE, type Span } from '../language/source/span';
import { compile, type Executable } from './compile';
import type { DeltaState } from './delta';
import { outOfSteps, outOfTime } from './failure';
import { advance } from './machine';
import { MachineState, type MachineOptions, type Status } from './state';
import type { WatchSeries } from './observe';
import type { Meter, Outcome } from './outcome';
import type { Tape } from './tape';
import type { Task } from './task';
import type { CallTree, Trace } from './trace';
import type { Value } from './value';
import { workingTime } from './working-time';

export type RunOptions = Omit<MachineOptions, 'pauseAt'>;

/** The result of a run. With tracing 'record', outputs contain `Traced` reals of `trace`. */
export interface Run {
  readonly outputs: readonly Value[];
  /** Plain input values by core name. */
  readonly inputs: ReadonlyMap<string, Value>;
  readonly series: readonly WatchSeries[];
  readonly warnings: readonly Diagnostic[];
  readonly meter: Meter;
  readonly trace: Trace | undefined;
  readonly calls: CallTree | undefined;
  readonly deltas: readonly DeltaState[];
  readonly tapes: readonly Tape[];
  /** A hash of all decisions, if requested. */
  readonly decisions: number | undefined;
}

/** How a run ends. If it did not finish, `partial` holds its results so far. */
export type RunOutcome =
  Extract<Outcome<Run>, { tag: 'ok' }> | (Exclude<Outcome<Run>, { tag: 'ok' }> & { readonly partial: Run });

/** The number of steps between looks at the clock. */
const SLICE = 8192;

/** Compiles and runs a program. To run it again with other inputs, compile once and use `run`. */
export function* evaluate(program: CoreProgram, options: RunOptions): Task<RunOutcome> {
  return yield* run(compile(program), options);
}

/** Advances the machine by at most `steps` steps: `advance`, possibly with an observer of each step. */
export type Advance = (machine: MachineState, steps: number) => Status;

export function* run(executable: Executable, options: RunOptions, step: Advance = advance): Task<RunOutcome> {
  const machine = new MachineState(executable, options);
  const status = yield* proceed(machine, step);
  return status === 'done' ? { tag: 'ok', value: resultOf(machine) } : outcomeOf(machine);
}

/** Continues until the program is done, has failed (or exhausted its budget), or pauses. */
export function* proceed(machine: MachineState, step: Advance = advance): Task<Exclude<Status, 'running'>> {
  const { budget, deadline = workingTime() + 1000 * budget.seconds } = machine.options;
  for (;;) {
    const left = budget.steps - machine.meter.steps;
    const status = left <= 0 ? machine.status : step(machine, Math.min(SLICE, left));
    if (status !== 'running') return status;
    if (machine.measuring && !(yield* machine.measure())) return 'failed';
    if (left <= 0) {
      machine.stop(outOfSteps(budget));
    } else if (workingTime() > deadline) {
      machine.stop(outOfTime(budget));
    } else yield;
    if (machine.failure !== undefined) return 'failed';
  }
}

function resultOf(machine: MachineState): Run {
  const recorded = machine.options.tracing === 'record';
  machine.meter.live = Math.max(machine.meter.live, machine.trace.length);
  return {
    outputs: machine.outputs,
    inputs: machine.inputs,
    series: machine.watches.all(),
    warnings: machine.warnings.all(),
    meter: machine.meter,
    trace: recorded ? machine.trace : undefined,
    calls: recorded || machine.options.calls === true ? machine.calls : undefined,
    deltas: machine.deltas,
    tapes: machine.tapes,
    decisions: machine.decisions?.hash,
  };
}

function outcomeOf(machine: MachineState): RunOutcome {
  const diagnostic = diagnosticOf(machine);
  return { tag: diagnostic.code.startsWith('budget-') ? 'stopped' : 'failed', diagnostic, partial: resultOf(machine) };
}

/** Returns the failure with its place. For a failure in the prelude, that is the nearest call in the reader's text. */
export function diagnosticOf(machine: MachineState): Diagnostic {
  const { failure, instruction, site, executable } = machine;
  const origin = failure?.origin ?? instruction.origin;
  const here = executable.origins[origin] ?? NOWHERE;
  const called = site.readers ? executable.origins[site.origin] : undefined;
  const isReaders = failure?.origin === undefined ? instruction.readers : here.cell >= 0;
  const own: Span = isReaders ? here : (called ?? here);
  // Before the first instruction of the reader's code there is no place yet.
  const span = own.cell >= 0 ? own : (executable.program.items[0]?.origin ?? own);
  const related: RelatedPlace[] =
    isReaders && called !== undefined && called !== span ? [{ message: 'in this call', span: called }] : [];
  return error(failure?.code ?? 'domain', span, failure?.message ?? '', { hint: failure?.hint, related });
}
