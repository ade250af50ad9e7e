import { describe, expect, test } from 'vitest';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { createLoader } from './loader';
import { type Program, readInputs } from './program';
import { ValueRun } from './value-run';

/** The machine takes longer than its head start, so compiled code has the value first. */
const TEXT = `input x : real = 0.5
let rec go (k, y) = if k = 0 then y else go (k - 1, y * 0.5 + x)
go (200000, x)`;
const FORWARD = { seconds: 60, isStopped: () => false, report: () => undefined };

function program(text: string): Program {
  const loaded = drain(createLoader()({ cells: [text], cell: 0, focus: undefined }));
  if (loaded.tag !== 'ok') throw new Error('not loaded');
  return loaded.program;
}

/** Returns a run that compiled code has ended. After the first, the machine has no head start. */
function overtaken(made: Program): ValueRun {
  for (;;) {
    const inputs = readInputs(made, {});
    if (inputs.tag !== 'ok') throw new Error('no inputs');
    const started = new ValueRun(made, inputs.value, PAGE_BUDGET, true);
    const end = drain(started.forward(FORWARD));
    if (started.isCompiled) {
      expect(end).toMatchObject({ tag: 'ended', outcome: { tag: 'ok', value: { outputs: [1], trace: undefined } } });
      return started;
    }
  }
}

describe('a run that compiled code ends first', () => {
  test('has its trace from the machine, which goes on where it was', () => {
    const value = overtaken(program(TEXT));
    const recorded = drain(value.recorded({ ...PAGE_BUDGET, seconds: 60 }));
    expect(recorded).toMatchObject({ tag: 'ok', value: { outputs: [{ primal: 1 }], trace: { length: 400_001 } } });
    expect(drain(value.recorded(PAGE_BUDGET))).toBeUndefined();
  });

  test('stops recording at the time limit', () => {
    const value = overtaken(program(TEXT));
    const recorded = drain(value.recorded({ ...PAGE_BUDGET, seconds: 0 }));
    expect(recorded).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-time' } });
  });

  test('has nothing to go on with where no trace is wanted', () => {
    const made = program(TEXT);
    overtaken(made);
    const inputs = readInputs(made, {});
    if (inputs.tag !== 'ok') throw new Error('no inputs');
    const value = new ValueRun(made, inputs.value, PAGE_BUDGET, false);
    drain(value.forward(FORWARD));
    expect(value.isCompiled).toBe(true);
    expect(drain(value.recorded(PAGE_BUDGET))).toBeUndefined();
  });
});
