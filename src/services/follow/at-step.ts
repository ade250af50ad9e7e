import { placeholderTerm } from '../../ad/placeholder';
import { let_, unit, variable, watch } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import { recordPattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { freeVariables, itemTerms, refresh, usedNamesOfProgram } from '../../language/core/traverse';
import type { CoreItem, CoreProgram, Term } from '../../language/core/tree';
import { once } from '../../language/source/once';
import { INT, type Type } from '../../language/types/type';
import { compile } from '../../semantics/compile';
import { bindersOf, needed } from '../needed';
import type { Program } from '../program';
import { outputItems } from '../value-payload';
import { type LoopCall, withLoopCalls } from './loops';
import { isSameLoop, LOOP_FIELD, type LoopId, loopId, roundField, roundRecord } from './track';

/** The series of a program at a step that has the value of the loop. */
export const STOPPED = 'stopped';

/** A program in which a loop has stopped at a round, which is an input of the program. */
export interface StoppedProgram {
  /** Its outputs that do not follow are units. */
  readonly program: Program;
  /** The name of the input. */
  readonly name: string;
  readonly type: Type;
  /** Whether each output depends on the loop. */
  readonly follows: readonly boolean[];
}

/** Returns the program in which a loop returns the value of its base at a round; undefined if it does not have that loop. */
export function stoppedProgram(program: Program, wanted: LoopId): StoppedProgram | undefined {
  const own = ownItems(program);
  const fresh = freshNames(usedNamesOfProgram(own));
  let found: { readonly item: CoreItem; readonly input: CoreItem & { readonly tag: 'input' } } | undefined;
  const made = withLoopCalls(own, fresh, (call) => {
    if (!isSameLoop(loopId(call), wanted)) return call.call;
    const name = fresh('round');
    const { origin } = call.call;
    const variables = call.loop.variables.map((each) => variable(each.name, each.type, origin));
    const { type } = roundRecord(0, variables, origin);
    const value = placeholderTerm(type, own.variants, 0);
    found = { item: call.item, input: { tag: 'input', name, type, value, range: undefined, origin } };
    return stopped(call, variable(name, type, origin), fresh);
  });
  if (found === undefined) return undefined;
  const { item, input } = found;
  const at = own.items.indexOf(item);
  const depends = dependents(made.items, at);
  const items = made.items.map((each, i): CoreItem =>
    each.tag === 'output' && !depends.has(i) ? { ...each, term: unit(each.origin) } : each,
  );
  const core = needed({ ...own, items: [input, ...items] }, (each) => each.tag === 'output' || each === input);
  const executable = once(() => compile(core));
  return {
    program: {
      ...program,
      key: `${program.key} stopped ${JSON.stringify(wanted)}`,
      core,
      frames: [],
      get executable() {
        return executable();
      },
      hidden: 0,
      focus: undefined,
    },
    name: input.name,
    type: input.type,
    follows: made.items.flatMap((each, i) => (each.tag === 'output' ? [depends.has(i)] : [])),
  };
}

/** Returns the program without the outputs that exist for its focus. */
function ownItems(program: Program): CoreProgram {
  const own = new Set<CoreItem>(outputItems(program));
  return { ...program.core, items: program.core.items.filter((item) => item.tag !== 'output' || own.has(item)) };
}

/** Returns the value of a loop's base at the round that a variable holds. */
function stopped({ loop, call }: LoopCall, round: Term, fresh: (base: string) => string): Term {
  const { origin } = call;
  const pattern = recordPattern(
    [
      { name: LOOP_FIELD, pattern: wildcardPattern(INT, origin) },
      ...loop.variables.map(({ name, type }, i) => ({
        name: roundField(i),
        pattern: variablePattern(name, type, origin),
      })),
    ],
    origin,
  );
  return watch(STOPPED, refresh(let_(pattern, round, loop.base, origin), fresh), origin);
}

/** Returns the indices of an item and of those that mention it, directly or through others. */
function dependents(items: readonly CoreItem[], at: number): ReadonlySet<number> {
  const names = new Set(bindersOf(items[at] ?? NO_ITEM));
  const found = new Set([at]);
  items.forEach((item, i) => {
    if (i <= at || !itemTerms(item).some((term) => [...freeVariables(term)].some((name) => names.has(name)))) return;
    found.add(i);
    for (const name of bindersOf(item)) names.add(name);
  });
  return found;
}

const NO_ITEM: CoreItem = { tag: 'output', term: unit(), origin: { cell: 0, start: 0, end: 0 } };
