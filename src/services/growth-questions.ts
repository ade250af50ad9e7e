import type { EngineId } from '../ad/engine';
import type { ElaboratedInput } from '../language/elaborate/elaborate';
import type { GrowthReply, GrowthRequest } from '../protocol/growth';
import type { Task } from '../semantics/task';
import { GROWING_ENGINES, growth, type GrowthMemory, type Measured } from './growth';
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
 * Answers questions about growth, partially while sizes are under way. Remembers what engines did at the last few
 * questions: a larger size, or another input that was moved and moved back, runs what is new alone.
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
    const outcome = yield* growth(program, program.focus, {
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

/** Milliseconds between two answers: small sizes are done faster than they can be drawn. */
const PATIENCE = 60;

/** Everything that the meters depend on beside engine and size. What a number was set to is not: it is what grows. */
function keyOf(
  program: Program,
  input: ElaboratedInput,
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
