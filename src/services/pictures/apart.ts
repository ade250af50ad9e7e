import { isAllowed, lifted } from '../../ad/compiled/prepared';
import { wholeOf } from '../../ad/main';
import { placeholderTerm } from '../../ad/placeholder';
import { compileLong } from '../../compile/long-run';
import { Unsupported } from '../../compile/unsupported';
import { tuple, unit, variable } from '../../language/core/builders';
import { type Binder, patternBinders } from '../../language/core/children';
import type { CoreInput, CoreItem, CoreProgram } from '../../language/core/tree';
import { isFirstOrder } from '../../language/types/structure';
import { bytesWritten } from '../../semantics/memory';
import type { Budget } from '../../semantics/outcome';
import { isSameValue } from '../../semantics/same-value';
import type { Task } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { longestStretch, workingTime } from '../../semantics/working-time';
import { needed } from '../needed';
import type { InputValues } from '../program';

/** Data that takes more bytes than this is computed with the picture rather than handed over. */
const MOST_BYTES = 1e6;
/** Milliseconds between two pauses. */
const STRETCH = 6;

/**
 * The definitions that a picture is drawn from, as a program apart: a training is not run again for each curve that shows its
 * result.
 */
export interface Apart {
  /** The program whose inputs include what is computed apart. */
  readonly rest: CoreProgram;
  /**
   * Returns the values of those inputs, which are remembered; `time` if time ran out, `large` if they are too large, undefined if
   * there are none.
   */
  values(inputs: InputValues, budget: Budget): Task<InputValues | 'time' | 'large' | undefined>;
}

/** Returns the definitions that are data and that an output needs as a program apart; undefined if there are none. */
export function apartOf(core: CoreProgram, output: CoreItem): Apart | undefined {
  const { items } = needed(core, (item) => item === output);
  const bases = items.filter(isData);
  const binders = bases.flatMap(({ pattern }) => patternBinders(pattern));
  if (!isAllowed || binders.length === 0) return undefined;
  const { origin } = output;
  const all = tuple([...binders.map(({ name, type }) => variable(name, type, origin)), unit(origin)], origin);
  const before = items.filter((item) => item !== output);
  const whole = wholeOf({ ...core, items: [...before, { tag: 'output', term: all, origin }] });
  const { subject, values: data } = lifted(whole);
  const program = compileLong(subject);
  if (program instanceof Unsupported) return undefined;
  const apart = new Set<CoreItem>(bases);
  const rest = core.items.flatMap((item): readonly CoreItem[] =>
    apart.has(item) && isData(item) ? patternBinders(item.pattern).map((each) => inputOf(core, each)) : [item],
  );
  let last: { readonly given: readonly Value[]; readonly values: InputValues } | undefined;
  return {
    rest: { ...core, items: rest },
    *values(inputs, budget) {
      const given = whole.parameters.map(({ name }) => inputs.get(name));
      if (last !== undefined && isSameValue(last.given, given)) return last.values;
      const deadline = workingTime() + 1000 * budget.seconds;
      const run = program.start([...given, ...data], { ...budget, steps: Number.MAX_SAFE_INTEGER });
      let answer = run.stretch(STRETCH, 1000 * longestStretch());
      while (answer === 'paused') {
        if (workingTime() > deadline) return 'time';
        yield;
        answer = run.stretch(STRETCH, 1000 * longestStretch());
      }
      if (answer.tag !== 'values') return answer.tag === 'time' ? 'time' : undefined;
      const found = answer.values[0] as readonly Value[];
      if (bytesWritten(answer.values[0], MOST_BYTES) > MOST_BYTES) return 'large';
      last = { given, values: new Map(binders.map(({ name }, i) => [name, found[i]])) };
      return last.values;
    },
  };
}

type Definition = Extract<CoreItem, { readonly tag: 'let' }>;

/** Whether an item defines data, so that its values can be handed over. */
function isData(item: CoreItem): item is Definition {
  return item.tag === 'let' && patternBinders(item.pattern).every(({ type }) => isFirstOrder(type));
}

function inputOf({ variants }: CoreProgram, { name, type, origin }: Binder): CoreInput {
  return { tag: 'input', name, type, value: placeholderTerm(type, variants, 0), range: undefined, origin };
}
