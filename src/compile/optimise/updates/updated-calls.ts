import { visit, withBlocks } from '../../ir/blocks';
import { componentsOf } from '../../ir/components';
import type { Numbers } from '../../ir/builder';
import type { IrFunction, IrProgram } from '../../ir/program';
import { blockOf, flatMapSame } from '../../ir/same';
import type { Atom, Block, FunctionId, Updated } from '../../ir/tree';
import { calleesOf } from '../inline';
import { copiesIn, isTable, visitOwn } from './copies';
import { markedReads, OnlyRead } from './only-read';
import { Classes } from './update-classes';
import { type InPlace, rowsIn, updatesOf } from './updates';

/** The arrays that functions get, update in place and give back. */
type Updates = Map<FunctionId, readonly Updated[]>;

/** How often functions are looked at again without the arrays that they could not update in place. */
const MOST_TRIES = 20;

/**
 * Writes items of arrays in place, as `updates` does, in functions too that get an array and give it back: recursion that
 * passes a table on from call to call updates one table. Such a function owns its parameter. Who calls it gives the array
 * away, or a copy of it. Recursion must never need a copy, and a function without recursion needs none either.
 */
export function updatesInCalls(program: IrProgram, numbers: Numbers): IrProgram {
  const onlyRead = new OnlyRead(program);
  const found = candidatesIn(program);
  for (let tries = 1; ; tries++) {
    const made = withUpdates(program, found, onlyRead, numbers);
    const refused = refusedIn(program, made, found);
    if (refused.length === 0) {
      const functions = [...program.functions.values()].map((each): readonly [FunctionId, IrFunction] => [
        each.id,
        { ...each, body: made.get(each.id)?.made ?? each.body },
      ]);
      return { functions: markedReads(new Map(functions)), entries: program.entries };
    }
    if (tries === MOST_TRIES) found.clear();
    for (const [id, argument] of refused) {
      const left = (found.get(id) ?? []).filter((each) => each.argument !== argument);
      if (left.length === 0) found.delete(id);
      else found.set(id, left);
    }
  }
}

/**
 * Returns the arrays that functions may update in place: parameters that are a result if all copies and calls are updates
 * in place.
 */
function candidatesIn({ functions, entries }: IrProgram): Updates {
  const ofEntries = new Set(entries.values());
  const open = [...functions.values()].filter(({ id, parameters, body }) => {
    const kinds = parameters.map(({ kind }) => kind).filter(isTable);
    return !ofEntries.has(id) && body.results.some(({ kind }) => kinds.includes(kind));
  });
  const found = new Map<FunctionId, readonly Candidate[]>();
  /** These arrays were no candidates once more was known of calls. They stay out, so the search ends. */
  const lost = new Set<string>();
  for (let changed = open.length > 0; changed;) {
    changed = false;
    for (const each of open) {
      const keyOf = ({ argument, result }: Updated): string => `${each.id}.${argument}.${result}`;
      const before = new Map((found.get(each.id) ?? []).map((one) => [keyOf(one), one]));
      const next = candidatesOf(each, found).flatMap((one) => {
        const { isUpdated = false, isDeep = false } = before.get(keyOf(one)) ?? {};
        if (lost.has(keyOf(one))) return [];
        return [{ ...one, isUpdated: isUpdated || one.isUpdated, isDeep: isDeep || one.isDeep }];
      });
      if (isSame(next, [...before.values()])) continue;
      for (const key of before.keys()) if (!next.some((other) => keyOf(other) === key)) lost.add(key);
      found.set(each.id, next);
      changed = true;
    }
  }
  const updated = [...found].map(([id, all]) => [id, all.filter(({ isUpdated }) => isUpdated)] as const);
  return new Map(updated.filter(([, all]) => all.length > 0));
}

/** An array that a function gives back; whether it is updated there. */
interface Candidate extends Updated {
  readonly isUpdated: boolean;
}

function isSame(left: readonly Candidate[], right: readonly Candidate[]): boolean {
  const keyOf = ({ argument, result, isDeep, isUpdated }: Candidate): string =>
    [argument, result, isDeep, isUpdated].join();
  return (
    left.length === right.length && left.every((each, i) => right[i] !== undefined && keyOf(each) === keyOf(right[i]))
  );
}

/** Returns the arrays that are a parameter and a result of a function, but only one of each, given those of its callees. */
function candidatesOf(
  { parameters, body }: IrFunction,
  found: ReadonlyMap<FunctionId, readonly Candidate[]>,
): readonly Candidate[] {
  const marked = withCalls(body, found);
  const copies = copiesIn(marked);
  const classes = new Classes(marked, copies);
  const rows = rowsIn(marked);
  const isOf = (atom: Atom | undefined, own: number): boolean => atom?.tag === 'variable' && classes.of(atom) === own;
  const calls: (readonly [array: Atom | undefined, candidate: Candidate])[] = [];
  visitOwn(marked, (statement) => {
    if (statement.tag !== 'call') return;
    for (const each of found.get(statement.callee) ?? []) calls.push([statement.arguments[each.argument], each]);
  });
  return parameters.flatMap((parameter, argument) => {
    if (!isTable(parameter.kind)) return [];
    const own = classes.of(parameter);
    const given = parameters.filter((each) => isOf(each, own));
    const [result, ...more] = body.results.flatMap((each, place) => (isOf(each, own) ? [place] : []));
    if (result === undefined || more.length > 0 || given.length > 1) return [];
    const called = calls.filter(([array]) => isOf(array, own)).map(([, each]) => each);
    const isChanged = (isOwn: (array: Atom) => boolean): boolean =>
      copies.some(({ array, change }) => change !== undefined && isOwn(array));
    const isUpdated = isChanged((array) => isOf(array, own)) || called.some((each) => each.isUpdated);
    const isDeep =
      isChanged((array) => array.tag === 'variable' && isOf(rows.get(array.id), own)) ||
      called.some((each) => each.isDeep);
    return [{ argument, result, isDeep, isUpdated }];
  });
}

/** Marks the arrays that calls update. */
function withCalls(block: Block, found: ReadonlyMap<FunctionId, readonly Updated[]>): Block {
  const statements = flatMapSame(block.statements, (statement) => {
    const updates = statement.tag === 'call' ? found.get(statement.callee) : undefined;
    if (statement.tag === 'call') return updates === undefined ? statement : { ...statement, updates };
    return withBlocks(statement, (inner) => withCalls(inner, found));
  });
  return blockOf(block, statements, block.results);
}

function withUpdates(
  { functions }: IrProgram,
  found: Updates,
  onlyRead: OnlyRead,
  numbers: Numbers,
): ReadonlyMap<FunctionId, InPlace> {
  return new Map(
    [...functions.values()].map(({ id, parameters, body }) => {
      const owned = (found.get(id) ?? []).flatMap(({ argument }) => parameters[argument] ?? []);
      return [id, updatesOf(withCalls(body, found), owned, numbers, onlyRead)];
    }),
  );
}

/** Returns the parameters of functions that are not given back, or that calls copy though they must not. */
function refusedIn(
  { functions }: IrProgram,
  made: ReadonlyMap<FunctionId, InPlace>,
  found: Updates,
): readonly (readonly [FunctionId, argument: number])[] {
  const refused: (readonly [FunctionId, number])[] = [];
  const callees = new Map([...functions].map(([id, { body }]) => [id, calleesOf(body)]));
  const components = componentsOf(functions.keys(), (id) => callees.get(id) ?? []);
  const componentOf = new Map(components.flatMap((all) => all.map((id) => [id, all] as const)));
  const recurses = (id: FunctionId): boolean =>
    (componentOf.get(id)?.length ?? 0) > 1 || callees.get(id)?.includes(id) === true;
  for (const { id, parameters } of functions.values()) {
    const own = made.get(id);
    if (own === undefined) continue;
    for (const updated of found.get(id) ?? []) {
      const parameter = parameters[updated.argument];
      if (parameter === undefined || !own.givesBack(parameter, updated)) refused.push([id, updated.argument]);
    }
    const copies = new Set<number>();
    visit(own.made, (statement) => {
      if (statement.tag === 'build' && statement.copies === true)
        for (const each of statement.targets) copies.add(each.id);
    });
    visit(own.made, (statement) => {
      if (statement.tag !== 'call') return;
      const { callee } = statement;
      if (recurses(callee) && componentOf.get(callee) !== componentOf.get(id)) return;
      for (const { argument } of statement.updates ?? []) {
        const array = statement.arguments[argument];
        if (array?.tag === 'variable' && copies.has(array.id)) refused.push([callee, argument]);
      }
    });
  }
  return refused;
}
