import { placeholderTerm } from '../../ad/placeholder';
import { apply, let_, record, tuple, unit, variable, watch } from '../../language/core/builders';
import { freshNames, type FreshNames } from '../../language/core/fresh-names';
import { recordPattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { freeVariables, itemTerms, refresh, usedNamesOfProgram } from '../../language/core/traverse';
import type { CoreInput, CoreItem, CoreProgram, Pattern, Term } from '../../language/core/tree';
import { once } from '../../language/source/once';
import { NOWHERE } from '../../language/source/span';
import { isFirstOrder } from '../../language/types/structure';
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
  const changed = withRound(own, wanted, (call, round, fresh) =>
    watch(STOPPED, refresh(atRound(call, round, call.loop.base), fresh), call.call.origin),
  );
  if (changed === undefined) return undefined;
  const { item, input } = changed;
  const at = own.items.indexOf(item);
  const depends = dependents(changed.items, at);
  const items = changed.items.map((each, i): CoreItem =>
    each.tag === 'output' && !depends.has(i) ? { ...each, term: unit(each.origin) } : each,
  );
  const core = needed({ ...own, items: [input, ...items] }, (each) => each.tag === 'output' || each === input);
  return {
    program: asProgram(program, core, `stopped ${JSON.stringify(wanted)}`),
    name: input.name,
    type: input.type,
    follows: changed.items.flatMap((each, i) => (each.tag === 'output' ? [depends.has(i)] : [])),
  };
}

/**
 * Returns the program in which a loop begins at a round, which is an input of the program. Undefined if it does not have that
 * loop, or if a round does not tell all parameters of the loop.
 */
export function enteredProgram(program: Program, wanted: LoopId): Omit<StoppedProgram, 'follows'> | undefined {
  const own = ownItems(program);
  const changed = withRound(own, wanted, ({ loop, call, arguments: first, isOwn }, round, fresh) => {
    const known = new Set(loop.variables.map(({ name }) => name));
    const given = loop.parameters.map((pattern) => asTerm(pattern, known, own.variants));
    if (!isOwn || !given.every((each) => each !== undefined)) return undefined;
    const { origin } = call;
    const callee: Term = variable(loop.name, loop.function.type, origin);
    const begun = given.reduce((each, argument) => apply(each, argument, origin), callee);
    // The arguments are evaluated too, because they may watch.
    return first.reduceRight<Term>(
      (body, each) => let_(wildcardPattern(each.type), each, body, origin),
      refresh(atRound({ loop }, round, begun), fresh),
    );
  });
  if (changed === undefined) return undefined;
  const { input, items } = changed;
  const core = { ...own, items: [input, ...items] };
  return {
    program: asProgram(program, core, `entered ${JSON.stringify(wanted)}`),
    name: input.name,
    type: input.type,
  };
}

/** Returns the value that a pattern takes apart, from its variables; undefined if not all are known. */
function asTerm(pattern: Pattern, known: ReadonlySet<string>, variants: CoreProgram['variants']): Term | undefined {
  const { type, origin } = pattern;
  switch (pattern.tag) {
    case 'variable':
      return known.has(pattern.name) ? variable(pattern.name, type, origin) : undefined;
    case 'wildcard':
      return isFirstOrder(type) ? placeholderTerm(type, variants, 0) : undefined;
    case 'tuple': {
      const items = pattern.items.map((each) => asTerm(each, known, variants));
      return items.every((each) => each !== undefined) ? tuple(items, origin) : undefined;
    }
    case 'record': {
      const fields = pattern.fields.flatMap(({ name, pattern: own }) => {
        const value = asTerm(own, known, variants);
        return value === undefined ? [] : [{ name, value }];
      });
      return fields.length === pattern.fields.length ? record(fields, origin) : undefined;
    }
  }
}

interface Changed {
  readonly items: readonly CoreItem[];
  /** The item with the call of the loop, as it was. */
  readonly item: CoreItem;
  readonly input: CoreInput;
}

/** Replaces the call of a loop by a term that depends on a round, which is an input; undefined if there is no such call or term. */
function withRound(
  own: CoreProgram,
  wanted: LoopId,
  replace: (call: LoopCall, round: Term, fresh: FreshNames) => Term | undefined,
): Changed | undefined {
  const fresh = freshNames(usedNamesOfProgram(own));
  let found: Omit<Changed, 'items'> | undefined;
  const { items } = withLoopCalls(own, fresh, (call) => {
    if (!isSameLoop(loopId(call), wanted)) return call.call;
    const name = fresh('round');
    const { origin } = call.call;
    const variables = call.loop.variables.map((each) => variable(each.name, each.type, origin));
    const { type } = roundRecord(0, variables, origin);
    const made = replace(call, variable(name, type, origin), fresh);
    if (made === undefined) return call.call;
    const value = placeholderTerm(type, own.variants, 0);
    found = { item: call.item, input: { tag: 'input', name, type, value, range: undefined, origin: NOWHERE } };
    return made;
  });
  return found && { ...found, items };
}

function asProgram(program: Program, core: CoreProgram, key: string): Program {
  const executable = once(() => compile(core));
  return {
    ...program,
    key: `${program.key} ${key}`,
    core,
    frames: [],
    get executable() {
      return executable();
    },
    hidden: 0,
    focus: undefined,
  };
}

/** Returns the program without the outputs that exist for its focus. */
function ownItems(program: Program): CoreProgram {
  const own = new Set<CoreItem>(outputItems(program));
  return { ...program.core, items: program.core.items.filter((item) => item.tag !== 'output' || own.has(item)) };
}

/** Returns a term with the parameters of a loop as they are at a round. The program's text has no place for them. */
function atRound({ loop }: Pick<LoopCall, 'loop'>, round: Term, body: Term): Term {
  const pattern = recordPattern([
    { name: LOOP_FIELD, pattern: wildcardPattern(INT) },
    ...loop.variables.map(({ name, type }, i) => ({ name: roundField(i), pattern: variablePattern(name, type) })),
  ]);
  return let_(pattern, round, body, round.origin);
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
