import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { visit } from '../ir/blocks';
import type { VariantLayout } from '../ir/kind';
import type { Atom, Block, Operation, Statement, Variable } from '../ir/tree';
import { stepBy } from './counted';
import { callsOf, type Path } from './recursion-path';

/* What changes from call to call of a function that calls itself. */

/** A list that each call takes cells of. */
interface Stepped {
  readonly list: Variable;
  readonly layout: VariantLayout;
  /** The number of cells after the first without which there is no other call. */
  readonly ahead: number;
  /** Without a cell, the run stops. */
  readonly isDemanded: boolean;
}

/** The parameters that change from call to call: lists and ints by steps, the others in other ways. */
export interface Steps {
  readonly lists: readonly Stepped[];
  readonly counters: readonly Counter[];
  readonly carried: readonly Carried[];
  /** Whether all lists that are tested are gone through. */
  readonly isWhole: boolean;
  /** The number of cells of each list that a call takes. */
  readonly stride: number;
}

/** A parameter, and its place among them. */
interface Carried {
  readonly parameter: Variable;
  readonly at: number;
}

/** An int that each call steps by 1 or -1. */
interface Counter {
  readonly parameter: Variable;
  readonly step: number;
  readonly made: readonly Operation[];
}

/** Returns what changes from call to call. `round` is what a round does. */
export function stepsOf(path: Path, round: Block, parameters: readonly Variable[], kinds: Kinds): Steps {
  const definitions = new Map<number, Statement>();
  visit(round, (statement) => {
    for (const { id } of statement.targets) definitions.set(id, statement);
  });
  const depths = path.tested.map((tested) => depthOf(tested, definitions));
  const lists: (Stepped & { readonly at: number; readonly stride: number })[] = [];
  const counters: Counter[] = [];
  const carried: Carried[] = [];
  for (const [at, parameter] of parameters.entries()) {
    const given = callsOf(path.calls).map(({ call }) => call.arguments[at] ?? missing());
    if (given.every((each) => sameAtom(each, parameter))) continue;
    const counter = counterOf(parameter, given, definitions);
    const ahead = Math.max(...depths.map(({ list, depth }) => (list === parameter ? depth : -1)));
    const stride = strideOf(parameter, given, definitions);
    if (counter !== undefined) counters.push(counter);
    else if (
      kinds.isList(parameter.kind) &&
      stride !== undefined &&
      (ahead >= stride - 1 || (stride === 1 && path.demanded.some(({ value }) => value === parameter)))
    )
      lists.push({ list: parameter, at, layout: parameter.kind, ahead, isDemanded: ahead < 0, stride });
    else carried.push({ parameter, at });
  }
  const stride = lists[0]?.stride ?? 1;
  const isWhole = depths.every(({ list }) => lists.some((each) => each.list === list));
  if (lists.some((each) => each.stride !== stride)) {
    const all = lists.map(({ list, at }): Carried => ({ parameter: list, at }));
    return { lists: [], counters, carried: [...carried, ...all], isWhole: false, stride: 1 };
  }
  return { lists, counters, carried, isWhole, stride };
}

/** Returns how many cells of a list each call takes; undefined if that differs, or is no number of cells. */
function strideOf(
  list: Variable,
  given: readonly Atom[],
  definitions: ReadonlyMap<number, Statement>,
): number | undefined {
  const rests = given.map((each) => depthOf(each, definitions));
  const stride = rests[0]?.depth ?? 0;
  const isSame = rests.every((rest) => rest.list === list && rest.depth === stride);
  return isSame && stride > 0 ? stride : undefined;
}

/** Returns how an int becomes an argument of each call: undefined if that is another step, or none. */
function counterOf(
  parameter: Variable,
  given: readonly Atom[],
  definitions: ReadonlyMap<number, Statement>,
): Counter | undefined {
  if (parameter.kind !== 'int') return undefined;
  const made: Operation[] = [];
  let common: number | undefined;
  for (const each of given) {
    const statement = each.tag === 'variable' ? definitions.get(each.id) : undefined;
    const step = statement?.tag === 'operation' ? stepBy(statement, parameter) : undefined;
    if (statement?.tag !== 'operation' || (step !== 1 && step !== -1) || step !== (common ?? step)) return undefined;
    common = step;
    made.push(statement);
  }
  return common === undefined ? undefined : { parameter, step: common, made };
}

/** Returns the parameters that change from call to call. */
export function changing({ lists, counters, carried }: Steps): readonly Variable[] {
  return [...lists.map(({ list }) => list), ...[...counters, ...carried].map(({ parameter }) => parameter)];
}

/** Returns the list of which an atom is the rest of the rest ..., and how often that is taken. */
function depthOf(
  atom: Atom,
  definitions: ReadonlyMap<number, Statement>,
): { readonly list: Atom; readonly depth: number } {
  const made = atom.tag === 'variable' ? definitions.get(atom.id) : undefined;
  // No other field of a list has its kind.
  if (made?.tag !== 'field' || made.value.kind !== atom.kind) return { list: atom, depth: 0 };
  const { list, depth } = depthOf(made.value, definitions);
  return { list, depth: depth + 1 };
}

function missing(): never {
  return internalError('a call has an argument for each parameter');
}
