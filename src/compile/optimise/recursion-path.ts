import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { innerBlocks, visit } from '../ir/blocks';
import { boolConstant, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, Call, FunctionId, Operation, Statement, Variable, VariantLayout } from '../ir/tree';
import { NEGATED, stepBy } from './counted';
import { endsIn } from './tail-calls';

/* How a function comes to its only call of itself, and what it passes on: what `recursion-loops.ts` makes loops of. */

/** The way of a function to its call of itself. */
export interface Path {
  readonly call: Call;
  /** All else that it computes, without the tests of lists. */
  readonly round: Block;
  /** The statements of the round before the call, and those after it. */
  readonly there: readonly Statement[];
  readonly after: readonly Statement[];
  /** The tests of lists, and what they are in every round. */
  readonly known: ReadonlyMap<number, Atom>;
  /** The lists that must have a cell. */
  readonly tested: readonly Atom[];
  /** The comparisons of ints, of which none must hold. */
  readonly compared: readonly Operation[];
  /** The blocks that it runs where it does not call itself. */
  readonly ends: readonly Block[];
}

/** Returns a block in which what follows a branch that contains the only call of a function goes on in both arms. */
export function goingOn(block: Block, id: FunctionId, numbers: Numbers): Block {
  const at = block.statements.findIndex((each) => innerBlocks(each).some((inner) => callsIn(inner.block, id) > 0));
  const branch = block.statements[at];
  if (branch?.tag !== 'if') return block;
  const rest = block.statements.slice(at + 1);
  const arm = ({ statements, results }: Block): Block => {
    const own = new Map(branch.targets.map((target, i) => [target.id, results[i] ?? missing()]));
    const after = copyBlock({ statements: rest, results: block.results }, numbers, own);
    return goingOn({ statements: [...statements, ...after.statements], results: after.results }, id, numbers);
  };
  const consequent = arm(branch.consequent);
  const alternative = arm(branch.alternative);
  const targets = numbers.copies(block.results);
  return {
    statements: [...block.statements.slice(0, at), { ...branch, targets, consequent, alternative }],
    results: targets,
  };
}

/** Returns the way to the only call of a function in a block that ends in it; undefined if the way depends on more than lists and ints. */
export function pathTo(block: Block, id: FunctionId): Path | undefined {
  const call = block.statements.find((each): each is Call => each.tag === 'call' && each.callee === id);
  if (call !== undefined) {
    const at = block.statements.indexOf(call);
    const [there, after] = [block.statements.slice(0, at), block.statements.slice(at + 1)];
    return {
      call,
      round: { statements: [...there, ...after], results: block.results },
      there,
      after,
      known: new Map(),
      tested: [],
      compared: [],
      ends: [],
    };
  }
  const branch = block.statements.at(-1);
  if (branch?.tag !== 'if' || !endsIn(block, branch)) return undefined;
  const { consequent, alternative, condition } = branch;
  const holds = callsIn(consequent, id) > 0;
  const [next, end] = holds ? [consequent, alternative] : [alternative, consequent];
  const inner = pathTo(next, id);
  if (inner === undefined) return undefined;
  const ends = [end, ...inner.ends];
  const definition = (atom: Atom | undefined): Statement | undefined =>
    block.statements.find(({ targets }) => targets.some((each) => each === atom));
  const test = definition(condition);
  if (test?.tag !== 'operation') return undefined;
  const [left, right] = test.arguments;
  const tag = definition(left);
  const known = new Map(inner.known);
  for (const { id: target } of test.targets) known.set(target, boolConstant(holds));
  const roundWithout = (...tests: readonly Statement[]): Pick<Path, 'round' | 'there'> => {
    const before = block.statements.filter((each) => each !== branch && !tests.includes(each));
    const { statements, results } = inner.round;
    return { round: { statements: [...before, ...statements], results }, there: [...before, ...inner.there] };
  };
  if (tag?.tag !== 'tag') {
    const operation = holds ? NEGATED[test.operation] : test.operation;
    if (operation === undefined) return undefined;
    const compared = [{ ...test, operation }, ...inner.compared];
    return { ...inner, ...roundWithout(test), known, compared, ends };
  }
  const isCell = test.operation === 'equalInt' && right?.tag === 'constant' && (right.value === 0) !== holds;
  if (!isCell) return undefined;
  for (const { id: target } of tag.targets) known.set(target, intConstant(1));
  return { ...inner, ...roundWithout(tag, test), known, tested: [tag.value, ...inner.tested], ends };
}

/** A list that each call takes one cell of. */
interface Stepped {
  readonly list: Variable;
  readonly layout: VariantLayout;
  /** The number of cells after the first without which there is no other call. */
  readonly ahead: number;
}

/** The parameters that change from call to call: lists and ints by steps, numbers in other ways. */
export interface Steps {
  readonly lists: readonly Stepped[];
  readonly counters: readonly Counter[];
  readonly carried: readonly Carried[];
}

/** A number or a bool, and what each call passes on in its place. */
interface Carried {
  readonly parameter: Variable;
  readonly argument: Atom;
}

/** An int that each call steps by 1 or -1. */
interface Counter {
  readonly parameter: Variable;
  readonly step: number;
  readonly made: Operation;
}

/** Returns what changes from call to call, if these are cells of lists and steps of ints, and all lists that are tested are among them. */
export function stepsOf(path: Path, parameters: readonly Variable[], kinds: Kinds): Steps | undefined {
  const depths = path.tested.map((tested) => depthOf(tested, path.round.statements));
  const lists: Stepped[] = [];
  const counters: Counter[] = [];
  const carried: Carried[] = [];
  for (const [i, parameter] of parameters.entries()) {
    const argument = path.call.arguments[i] ?? missing();
    if (sameAtom(argument, parameter)) continue;
    const { kind: layout } = parameter;
    if (typeof layout === 'string') {
      const counter = counterOf(parameter, argument, path.round.statements);
      if (counter === undefined) carried.push({ parameter, argument });
      else counters.push(counter);
      continue;
    }
    if (!kinds.isList(layout)) return undefined;
    const { list, depth } = depthOf(argument, path.round.statements);
    const ahead = Math.max(...depths.map((tested) => (tested.list === parameter ? tested.depth : -1)));
    if (list !== parameter || depth !== 1 || ahead < 0) return undefined;
    lists.push({ list: parameter, layout, ahead });
  }
  const isStepped = depths.every(({ list }) => lists.some((each) => each.list === list));
  return isStepped && lists.length + counters.length > 0 ? { lists, counters, carried } : undefined;
}

/** Returns how an int becomes an argument: undefined if that is another step, or none. */
function counterOf(parameter: Variable, argument: Atom, statements: readonly Statement[]): Counter | undefined {
  const made = statements.find(({ targets: [target] }) => target === argument);
  if (made?.tag !== 'operation') return undefined;
  const step = stepBy(made, parameter);
  return step === 1 || step === -1 ? { parameter, step, made } : undefined;
}

/** Returns the parameters that change from call to call. */
export function changing({ lists, counters, carried }: Steps): readonly Variable[] {
  return [...lists.map(({ list }) => list), ...[...counters, ...carried].map(({ parameter }) => parameter)];
}

/** Returns the list of which an atom is the rest of the rest ..., and how often that is taken. */
function depthOf(atom: Atom, statements: readonly Statement[]): { readonly list: Atom; readonly depth: number } {
  const made = statements.find(({ targets: [target] }) => target === atom);
  // No other field of a list has its kind.
  if (made?.tag !== 'field' || made.value.kind !== atom.kind) return { list: atom, depth: 0 };
  const { list, depth } = depthOf(made.value, statements);
  return { list, depth: depth + 1 };
}

export function callsIn(block: Block, id: FunctionId): number {
  let count = 0;
  visit(block, (statement) => {
    if (statement.tag === 'call' && statement.callee === id) count++;
  });
  return count;
}

function missing(): never {
  return internalError('a call has an argument for each parameter');
}
