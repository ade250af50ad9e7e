import { contains, visit, withBlocks } from '../../ir/blocks';
import { componentsOf } from '../../ir/components';
import type { Numbers } from '../../ir/builder';
import type { IrFunction, IrProgram } from '../../ir/program';
import { isArray } from '../../ir/roots';
import { blockOf, flatMapSame } from '../../ir/same';
import type { Atom, Block, FunctionId, Kind, Updated } from '../../ir/tree';
import { calleesOf } from '../inline';
import { copiesIn } from './copies';
import { Classes } from './update-classes';
import { type InPlace, updatesOf } from './updates';

/** The arrays that functions get, update in place and give back. */
type Updates = Map<FunctionId, readonly Updated[]>;

/** How often functions are looked at again without the arrays that they could not update in place. */
const MOST_TRIES = 4;

/**
 * Writes items of arrays in place, as `updates` does, in functions too that get an array and give it back: recursion that
 * passes a table on from call to call updates one table. Such a function owns its parameter. Who calls it gives the array
 * away, or a copy of it. Recursion must never need a copy, and a function without recursion needs none either.
 */
export function updatesInCalls(program: IrProgram, numbers: Numbers): IrProgram {
  const found = candidatesIn(program);
  for (let tries = 0; found.size > 0 && tries < MOST_TRIES; tries++) {
    const made = withUpdates(program, found, numbers);
    const refused = refusedIn(program, made, found);
    if (refused.length === 0) return functionsOf(program, ({ id, body }) => made.get(id)?.made ?? body);
    for (const [id, argument] of refused) {
      const left = (found.get(id) ?? []).filter((each) => each.argument !== argument);
      if (left.length === 0) found.delete(id);
      else found.set(id, left);
    }
  }
  return functionsOf(program, ({ body }) => updatesOf(body, [], numbers).made);
}

function functionsOf({ functions, entries }: IrProgram, bodyOf: (function_: IrFunction) => Block): IrProgram {
  const made = [...functions].map(([id, each]) => [id, { ...each, body: bodyOf(each) }] as const);
  return { functions: new Map(made), entries };
}

/**
 * Returns the arrays that functions may update in place: parameters that are a result if all copies and calls are updates
 * in place.
 */
function candidatesIn({ functions, entries }: IrProgram): Updates {
  const found: Updates = new Map();
  const ofEntries = new Set(entries.values());
  const open = [...functions.values()].filter(({ id, parameters, body }) => {
    const kinds = parameters.map(({ kind }) => kind).filter(isTable);
    return !ofEntries.has(id) && body.results.some(({ kind }) => kinds.includes(kind));
  });
  /** The arrays of these parameters are updated, if not by calls alone. */
  const updated = new Set<string>();
  for (let changed = open.length > 0; changed;) {
    changed = false;
    for (const { id, parameters, body } of open) {
      const marked = withCalls(body, found);
      const copies = copiesIn(marked);
      const classes = new Classes(marked, copies);
      const all = pairsOf(parameters, marked.results, classes);
      if (all.length > (found.get(id)?.length ?? 0)) {
        found.set(id, all);
        changed = true;
      }
      for (const { argument } of all) {
        const key = `${id}.${argument}`;
        const own = classes.of(parameters[argument] ?? { id: -1 });
        const isUpdated =
          copies.some(({ target, change }) => change !== undefined && classes.of(target) === own) ||
          contains(marked, (each) => {
            if (each.tag !== 'call') return false;
            return (each.updates ?? []).some((pair) => {
              const target = each.targets[pair.result];
              return (
                target !== undefined && classes.of(target) === own && updated.has(`${each.callee}.${pair.argument}`)
              );
            });
          });
        if (!isUpdated || updated.has(key)) continue;
        updated.add(key);
        changed = true;
      }
    }
  }
  for (const [id, all] of found) {
    const left = all.filter(({ argument }) => updated.has(`${id}.${argument}`));
    if (left.length === 0) found.delete(id);
    else found.set(id, left);
  }
  return found;
}

/** Whether values of a kind are arrays whose items are no arrays: these would be updated too. */
function isTable(kind: Kind): boolean {
  return isArray(kind) && !kind.item.some(isArray);
}

/** Returns the arrays that are a parameter and a result, but only one of each. */
function pairsOf(parameters: IrFunction['parameters'], results: readonly Atom[], classes: Classes): readonly Updated[] {
  const isOf = (atom: Atom, own: number): boolean => atom.tag === 'variable' && classes.of(atom) === own;
  return parameters.flatMap((parameter, argument) => {
    if (!isTable(parameter.kind)) return [];
    const own = classes.of(parameter);
    const given = parameters.filter((each) => isOf(each, own));
    const [result, ...more] = results.flatMap((each, place) => (isOf(each, own) ? [place] : []));
    return result === undefined || more.length > 0 || given.length > 1 ? [] : [{ argument, result }];
  });
}

/** Marks the arrays that calls update. */
function withCalls(block: Block, found: Updates): Block {
  const statements = flatMapSame(block.statements, (statement) => {
    const updates = statement.tag === 'call' ? found.get(statement.callee) : undefined;
    if (statement.tag === 'call') return updates === undefined ? statement : { ...statement, updates };
    return withBlocks(statement, (inner) => withCalls(inner, found));
  });
  return blockOf(block, statements, block.results);
}

function withUpdates({ functions }: IrProgram, found: Updates, numbers: Numbers): ReadonlyMap<FunctionId, InPlace> {
  return new Map(
    [...functions.values()].map(({ id, parameters, body }) => {
      const owned = (found.get(id) ?? []).flatMap(({ argument }) => parameters[argument] ?? []);
      return [id, updatesOf(withCalls(body, found), owned, numbers)];
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
    for (const { argument, result } of found.get(id) ?? []) {
      const parameter = parameters[argument];
      if (parameter === undefined || !own.givesBack(parameter, result)) refused.push([id, argument]);
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
