import { int, let_, record, variable, watch } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import { variablePattern, wildcardPattern } from '../../language/core/patterns';
import { freeVariables, itemTerms, mapItem, usedNamesOfProgram, walk } from '../../language/core/traverse';
import type { CoreItem, CoreProgram, RecordTerm, Term } from '../../language/core/tree';
import { NOWHERE, type Span } from '../../language/source/span';
import type { Type } from '../../language/types/type';
import { compile } from '../../semantics/compile';
import { partsOf, primal } from '../../semantics/leaves';
import type { WatchSeries } from '../../semantics/observe';
import type { Value } from '../../semantics/value';
import { bindersOf, needed } from '../needed';
import type { Program } from '../program';
import { callOfCopy, type LoopCall, withLoopCalls } from './loops';

/*
 * Where a run was in its loops when a series got its records. A run of a changed program writes a log of it, in the order of
 * evaluation: the parameters of each round of a loop, each record of the series, and the value of each loop that ends.
 */

const LOG = 'log';
const TICK = -1;
/** The fields of what is written at a round, and at an end. */
const ROUND_OF = 'loop';
const END_OF = 'ended';
const RESULT = 'result';

/** The same call of a loop in all programs of a notebook. */
export interface LoopId {
  /** The place of its item. */
  readonly origin: Span;
  /** Its place among the calls of loops in that item. */
  readonly place: number;
}

export function loopId({ item, place }: LoopCall): LoopId {
  return { origin: item.origin, place };
}

export function isSameLoop(a: LoopId, b: LoopId): boolean {
  const [one, other] = [a.origin, b.origin];
  return a.place === b.place && one.cell === other.cell && one.start === other.start && one.end === other.end;
}

/** What a round of a loop knew: the parameters that the loop's value depends on. */
export interface Round {
  /** The number of its loop in the log. */
  readonly loop: number;
  readonly type: Type;
  readonly value: Value;
}

/** A loop that came to its end. */
export interface LoopEnd {
  readonly id: LoopId;
  /** Its rounds, from the first to the last. */
  readonly rounds: readonly Round[];
  readonly type: Type;
  readonly value: Value;
}

export interface Track {
  /** For each record of the series its round; undefined for one that was made in no loop. */
  readonly records: readonly (Round | undefined)[];
  /** By the numbers of the loops. */
  readonly ends: ReadonlyMap<number, LoopEnd>;
}

/** Returns the record of what a round knows, and of the number of its loop. */
export function roundRecord(index: number, variables: readonly Term[], origin: Span): RecordTerm {
  const fields = variables.map((value, i) => ({ name: roundField(i), value }));
  return record([{ name: ROUND_OF, value: int(index, origin) }, ...fields], origin);
}

/** The field of a round that has the number of its loop. */
export const LOOP_FIELD = ROUND_OF;

export function roundField(index: number): string {
  return `parameter${index}`;
}

export interface Tracking {
  readonly program: Program;
  /** The calls of loops, by the numbers that the log has for them. */
  readonly loops: readonly LoopId[];
}

/** Returns the program that writes the log; undefined if it has no loops, or computes the names of its series. */
export function trackingOf(program: Program, series: string): Tracking | undefined {
  if (!program.core.items.flatMap(itemTerms).every(namesItsSeries)) return undefined;
  const fresh = freshNames(usedNamesOfProgram(program.core));
  const items = program.core.items.map((item) => mapItem(item, (node) => withTick(node, series, fresh)));
  const loops: LoopId[] = [];
  const isWanted = reaching(items, ({ tag }) => tag === 'watch');
  const tracked = withLoopCalls({ ...program.core, items }, fresh, (call) => {
    loops.push(loopId(call));
    isWanted.add(call.item.origin);
    return trackedCall(call, fresh);
  });
  if (loops.length === 0) return undefined;
  const own = needed(tracked, ({ tag, origin }) => tag !== 'letrec' && isWanted.has(origin));
  // A run has an output, and what it puts out is in the log.
  const end: CoreItem = { tag: 'output', term: int(0), origin: own.items.at(-1)?.origin ?? NOWHERE };
  const core: CoreProgram = { ...own, items: [...own.items.map(withoutOutput), end] };
  return { program: { ...program, core, frames: [], executable: compile(core), hidden: 0, focus: undefined }, loops };
}

function namesItsSeries(term: Term): boolean {
  let all = true;
  walk(term, {
    enter: (node) => {
      if (node.tag === 'watch' && node.name.tag !== 'literal') all = false;
    },
  });
  return all;
}

/** Returns the origins of the items that a term with this property is in, or that mention one of these. */
function reaching(items: readonly CoreItem[], isWanted: (term: Term) => boolean): Set<Span> {
  const names = new Set<string>();
  const found = new Set<Span>();
  for (const item of items) {
    const reaches = itemTerms(item).some((term) => {
      const wanted: Term[] = [];
      walk(term, {
        enter: (node) => {
          if (isWanted(node)) wanted.push(node);
        },
      });
      return wanted.length > 0 || [...freeVariables(term)].some((name) => names.has(name));
    });
    if (!reaches) continue;
    found.add(item.origin);
    for (const name of bindersOf(item)) names.add(name);
  }
  return found;
}

function withoutOutput(item: CoreItem): CoreItem {
  if (item.tag !== 'output') return item;
  return { tag: 'let', pattern: wildcardPattern(item.term.type), value: item.term, origin: item.origin };
}

function first(written: Term, body: Term): Term {
  return let_(wildcardPattern(written.type, written.origin), written, body, written.origin);
}

/** Returns a `watch` of the series with a number for each record, and others as what they watch. */
function withTick(node: Term, series: string, fresh: (base: string) => string): Term {
  if (node.tag !== 'watch') return node;
  if (node.name.tag !== 'literal' || node.name.value !== series) return node.value;
  const { type, origin } = node;
  const value = variable(fresh('watched'), type, origin);
  const written = first(watch(LOG, int(TICK, origin), origin), value);
  return let_(variablePattern(value.name, type, origin), node.value, written, origin);
}

function trackedCall(call: LoopCall, fresh: (base: string) => string): Term {
  const { index } = call;
  const { origin, type } = call.call;
  const looping = callOfCopy(call, fresh, (variables, body) =>
    first(watch(LOG, roundRecord(index, variables, origin), origin), body),
  );
  const result = variable(fresh('result'), type, origin);
  const fields = [
    { name: END_OF, value: int(index, origin) },
    { name: RESULT, value: result },
  ];
  const ended = first(watch(LOG, record(fields, origin), origin), result);
  return let_(variablePattern(result.name, type, origin), looping, ended, origin);
}

/** Reads the log of a run. Loops do not contain one another, and each runs once: their calls stand in no function. */
export function trackIn({ program, loops }: Tracking, all: readonly WatchSeries[]): Track {
  const log = all.find(({ name }) => name === LOG);
  const records: (Round | undefined)[] = [];
  const ends = new Map<number, LoopEnd>();
  /** Of the loop that is under way. */
  let rounds: Round[] = [];
  log?.values.forEach((written, at) => {
    const type = log.types[at] ?? log.type;
    const value = primal(written, type, program.core.variants);
    if (type.tag !== 'record') {
      records.push(rounds.at(-1));
      return;
    }
    const part = (field: string): Value => partsOf(value)[type.fields.findIndex(({ name }) => name === field)];
    const result = type.fields.find(({ name }) => name === RESULT);
    if (result === undefined) {
      rounds.push({ loop: Number(part(ROUND_OF)), type, value });
      return;
    }
    const index = Number(part(END_OF));
    const id = loops[index];
    if (id !== undefined) ends.set(index, { id, rounds, type: result.type, value: part(RESULT) });
    rounds = [];
  });
  return { records, ends };
}
