import { patternBinders } from '../language/core/children';
import { variable } from '../language/core/builders';
import type { CoreItem } from '../language/core/tree';
import type { DefinitionsReply } from '../protocol/definitions';
import type { ProgramRequest } from '../protocol/subject';
import { evaluate } from '../semantics/evaluate';
import type { Task } from '../semantics/task';
import { brief } from './brief';
import { readInputs, type Loaded } from './program';

/** The most definitions of which the values are sent. */
const MOST_DEFINITIONS = 5_000;

const NONE: DefinitionsReply = { values: [], more: 0 };

/**
 * Returns the values of the program's top-level definitions, without functions. Returns none if the program does not
 * finish.
 */
export function* definitions(loaded: Loaded, { inputs: settings, budget }: ProgramRequest): Task<DefinitionsReply> {
  if (loaded.tag === 'wrong') return NONE;
  const { core } = loaded.program;
  const inputs = readInputs(loaded.program, settings);
  if (inputs.tag !== 'ok') return NONE;
  const all = core.items
    .flatMap((item) => (item.tag === 'let' ? patternBinders(item.pattern) : []))
    .filter(({ type, origin }) => origin.cell >= 0 && type.tag !== 'function' && type.tag !== 'monad');
  const shown = all.slice(0, MOST_DEFINITIONS);
  const own = core.items.filter(({ tag }) => tag === 'output').length;
  // The definitions become additional outputs, so their values are known when the program ends.
  const outputs = shown.map(({ name, type, origin }): CoreItem => ({
    tag: 'output',
    term: variable(name, type, origin),
    origin,
  }));
  const program = { ...core, items: [...core.items, ...outputs] };
  const outcome = yield* evaluate(program, { budget, inputs: inputs.value });
  if (outcome.tag !== 'ok') return NONE;
  return {
    values: shown.map(({ type, origin: span }, index) => ({
      span,
      text: brief(outcome.value.outputs[own + index], type, core.variants),
    })),
    more: all.length - shown.length,
  };
}
