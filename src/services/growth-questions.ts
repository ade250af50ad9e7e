import type { EngineId } from '../ad/engine';
import type { ProgramInput } from './program';
import type { GrowthReply, GrowthRequest } from '../protocol/growth';
import type { Task } from '../semantics/task';
import { GROWING_ENGINES, measureGrowth, type GrowthMemory, type Measured } from './growth';
import { describeGrowing, growingInputs } from './growth-input';
import { withoutMeter } from './growth-report';
import type { Loaded, Program } from './program';
import { recentValues } from './recent';

export type GrowthQuestions = (
  loaded: Loaded,
  request: Omit<GrowthRequest, 'cells'>,
  answer: (made: GrowthReply) => void,
) => Task<void>;

/**
 * Answers questions about growth, with partial answers while sizes are measured. Remembers the measurements of the last
 * few questions, so a larger size, or an input moved and moved back, runs only what is new.
 */
export function createGrowth(now: () => number): GrowthQuestions {
  const remembered = recentValues<GrowthMemory>(MOST_REMEMBERED);
  return function* (loaded, request, answer) {
    if (loaded.tag === 'wrong') {
      answer({ state: 'error', inputs: [], chosen: undefined, diagnostics: loaded.diagnostics });
      return;
    }
    const { program } = loaded;
    const candidates = growingInputs(program);
    const input = candidates.find(({ label }) => label === request.input) ?? candidates[0];
    if (input === undefined || program.focus === undefined) {
      answer({ state: 'error', inputs: [], chosen: undefined, diagnostics: [] });
      return;
    }
    const inputs = candidates.map(describeGrowing);
    const { sizes, budget } = request;
    const key = keyOf(program, input, request);
    let answered = now();
    const outcome = yield* measureGrowth(program, program.focus, {
      inputs: request.inputs,
      input,
      sizes,
      engines: GROWING_ENGINES,
      budget,
      memory: remembered.get(key) ?? remembered.set(key, newMemory()),
      progress: (partial) => {
        if (now() - answered < PATIENCE) return;
        answered = now();
        answer({ state: 'partial', inputs, growth: partial });
      },
    });
    const because = outcome.tag === 'ok' ? withoutMeter(outcome.value) : outcome;
    if (outcome.tag === 'ok' && because === undefined) answer({ state: 'ok', inputs, growth: outcome.value });
    else
      answer({
        state: 'error',
        inputs,
        chosen: input.label,
        diagnostics: because === undefined ? [] : [because.diagnostic],
      });
  };
}

/** Milliseconds between two answers: small sizes finish faster than they can be drawn. */
const PATIENCE = 60;

/**
 * Returns a key of everything that the meters depend on besides engine and size. The number that grows is not part of
 * it.
 */
function keyOf(
  program: Program,
  input: ProgramInput,
  { inputs, budget }: Pick<GrowthRequest, 'inputs' | 'budget'>,
): string {
  const used = program.inputs.filter((one) => one !== input || one.type.tag !== 'int');
  return JSON.stringify([program.key, input.label, budget, used.map(({ label }) => [label, inputs[label]])]);
}

const MOST_REMEMBERED = 16;

function newMemory(): GrowthMemory {
  const known = new Map<EngineId, Map<number, Measured>>();
  return {
    recall: (engine, size) => known.get(engine)?.get(size),
    keep(engine, size, measured) {
      const sizes = known.get(engine) ?? new Map<number, Measured>();
      known.set(engine, sizes.set(size, measured));
    },
  };
}
