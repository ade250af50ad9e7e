import type { Diagnostic } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import type { Executable } from './compile';
import { diagnosticOf, proceed } from './evaluate';
import { advance } from './machine';
import { MachineState, type MachineOptions } from './state';
import type { Task } from './task';
import { primalOf, type Value } from './value';

/** A function of a few numbers, for evaluation at many points. */
export interface Sampler {
  /** Returns NaN where the function is undefined, and where a point needs more than `POINT_STEPS`. */
  readonly at: (...place: readonly number[]) => Task<number>;
}

export type SamplerOutcome =
  | {
      readonly tag: 'ok';
      readonly sampler: Sampler;
      /** What the part above the last inputs puts out. */
      readonly outputs: readonly Value[];
    }
  | { readonly tag: 'failed'; readonly diagnostic: Diagnostic };

/** The step limit for one point: a function that does not terminate counts as undefined. */
export const POINT_STEPS = 2e6;
const SLICE = 8192;

/**
 * Returns a sampler of a program whose last output is a real, and whose last inputs, numbers of these names, come after
 * everything that is evaluated once. The part above them runs now; each point continues from there, on the same machine, or on a
 * new one after a failure.
 */
export function* sampler(
  executable: Executable,
  names: readonly string[],
  options: Pick<MachineOptions, 'budget' | 'inputs'>,
): Task<SamplerOutcome> {
  const slotOf = (name: string): number =>
    executable.binders.get(name)?.slot ?? internalError(`the input ${name} has no slot`);
  const slots = names.map(slotOf);
  const last = names.at(-1) ?? internalError('a function of nothing');
  const fresh = (): MachineState => new MachineState(executable, { ...options, pauseAt: { tag: 'input', name: last } });
  let machine = fresh();
  const status = yield* proceed(machine);
  if (status !== 'paused') {
    if (status === 'failed') return { tag: 'failed', diagnostic: diagnosticOf(machine) };
    return internalError(`the input ${last} was never reached`);
  }
  const start = machine.instruction.next;
  const { kept } = machine;
  const outputs = [...machine.outputs];
  const globals: readonly Value[] = machine.slots.slice(0, executable.main.size);

  function* at(...place: readonly number[]): Task<number> {
    if (machine.status === 'failed' || machine.status === 'running') {
      machine = fresh();
      globals.forEach((value, slot) => (machine.slots[slot] = value));
    }
    machine.status = 'running';
    machine.instruction = start;
    machine.outputs.length = machine.deltas.length = 0;
    machine.kept = kept;
    slots.forEach((slot, i) => (machine.slots[slot] = place[i]));
    const limit = machine.meter.steps + POINT_STEPS;
    for (;;) {
      const now = advance(machine, SLICE);
      if (now === 'done') return primalOf(machine.outputs[0]);
      if (now !== 'running' || machine.meter.steps >= limit) return NaN;
      yield;
    }
  }
  return { tag: 'ok', sampler: { at }, outputs };
}
