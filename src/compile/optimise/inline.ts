import type { Kinds } from '../flatten/kinds';
import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import { type Change, rebuilt, visit } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { copyBlock, substituted } from '../ir/copy';
import type { Atom, Block, Call, FunctionId, Statement } from '../ir/tree';
import type { IrFunction, IrProgram } from '../ir/program';
import { recursionToLoop } from './recursion-loops';
import { shareCalls } from './shared-calls';
import { tailCallsToLoop } from './tail-calls';

/** The number of statements up to which a function is written out at every call. */
const SMALL = 40;

/** The number of statements of a function beyond which nothing more is written out in it. */
const LARGE = 20_000;

/**
 * Replaces calls of functions that are small, or called once, by their bodies, callees first, and turns functions
 * that call themselves in tail position into loops; given the kinds, also those that call themselves once for the rest of a
 * list. Functions that are not called any more are dropped.
 */
export function inline(program: IrProgram, numbers: Numbers, kinds?: Kinds): IrProgram {
  const { entries } = program;
  const ofEntries = new Set(entries.values());
  const uses = new Map<FunctionId, number>();
  const given = withSharedCalls(program, numbers);
  for (const { id, body } of given.functions.values()) {
    visit(body, (statement) => {
      if (statement.tag === 'call' && statement.callee !== id)
        uses.set(statement.callee, (uses.get(statement.callee) ?? 0) + 1);
    });
  }
  const functions = new Map<FunctionId, IrFunction>();
  /**
   * The functions that can be written out: they are done, and call only functions that were done before, or are called
   * once: then functions that call one another become one.
   */
  const open = new Map<FunctionId, { readonly whole: IrFunction; readonly size: number }>();

  const finish = (given: IrFunction): void => {
    const size = { total: 0 };
    const body = withCallees(given.body, new Map(), size);
    const { id, name, parameters } = given;
    const plain = { id, name, parameters, body };
    const made = tailCallsToLoop(kinds === undefined ? plain : recursionToLoop(plain, numbers, kinds), numbers);
    const callees = calleesOf(made.body);
    const isOnce = uses.get(id) === 1 && !callees.includes(id);
    if (isOnce || callees.every((callee) => functions.has(callee))) open.set(id, { whole: made, size: size.total });
    functions.set(id, made);
  };

  const withCallees = (block: Block, atoms: Map<number, Atom>, size: { total: number }): Block => {
    const atom = (each: Atom): Atom => (each.tag === 'variable' ? (atoms.get(each.id) ?? each) : each);
    const change: Change = {
      atom,
      bind: (variable) => variable,
      block: (inner) => withCallees(inner, atoms, size),
    };
    const statements: Statement[] = [];
    for (const statement of block.statements) {
      if (statement.tag === 'call') {
        const found = open.get(statement.callee);
        const isWorth = found !== undefined && (found.size <= SMALL || uses.get(statement.callee) === 1);
        if (isWorth && size.total + found.size <= LARGE) {
          const own = new Map(
            found.whole.parameters.map(({ id }, i): [number, Atom] => [
              id,
              atom(statement.arguments[i] ?? internalError('an argument is missing')),
            ]),
          );
          // The body of a function that is called here alone moves: nothing else has its variables.
          const isMoved = uses.get(statement.callee) === 1 && !ofEntries.has(statement.callee);
          const made = isMoved ? substituted(found.whole.body, own) : copyBlock(found.whole.body, numbers, own);
          for (const each of made.statements) statements.push(each);
          statement.targets.forEach(({ id }, i) =>
            atoms.set(id, made.results[i] ?? internalError('a result is missing')),
          );
          size.total += found.size;
          continue;
        }
      }
      size.total++;
      statements.push(rebuilt(statement, change));
      if (statement.tag === 'call') nameGiven(statement, atom, atoms);
    }
    return { statements, results: block.results.map(atom) };
  };

  /** Where a result of a function is one of its parameters, its caller uses the argument. */
  const nameGiven = (call: Call, atom: Change['atom'], atoms: Map<number, Atom>): void => {
    const callee = functions.get(call.callee);
    callee?.body.results.forEach((result, i) => {
      const place = callee.parameters.findIndex((parameter) => sameAtom(parameter, result));
      const [target, given] = [call.targets[i], call.arguments[place]];
      if (target !== undefined && given !== undefined) atoms.set(target.id, atom(given));
    });
  };

  for (const each of inOrder(given)) finish(each);
  return { functions: new Map(inOrder({ functions, entries }).map((each) => [each.id, each])), entries };
}

/** Returns a program whose functions end once with a call that leads to recursion. */
function withSharedCalls({ functions, entries }: IrProgram, numbers: Numbers): IrProgram {
  let callees: ReadonlyMap<FunctionId, readonly FunctionId[]> | undefined;
  const reachedFrom = (id: FunctionId): ReadonlySet<FunctionId> => {
    callees ??= new Map([...functions].map(([of, { body }]) => [of, calleesOf(body)]));
    const reached = new Set(callees.get(id));
    // A set is gone through to its end though it grows.
    for (const each of reached) for (const callee of callees.get(each) ?? []) reached.add(callee);
    return reached;
  };
  const recurses = (id: FunctionId): boolean => [...reachedFrom(id)].some((each) => reachedFrom(each).has(each));
  const made = [...functions].map(([id, each]) => [id, shareCalls(each, recurses, numbers)] as const);
  return { functions: new Map(made), entries };
}

export function calleesOf(block: Block): readonly FunctionId[] {
  const callees = new Set<FunctionId>();
  visit(block, (statement) => {
    if (statement.tag === 'call') callees.add(statement.callee);
  });
  return [...callees];
}

/** Returns the functions that the entries reach, each after those that it calls (but for recursion). */
export function calleesFirst(program: IrProgram): readonly FunctionId[] {
  return inOrder(program).map(({ id }) => id);
}

function inOrder({ functions, entries }: IrProgram): readonly IrFunction[] {
  const order: IrFunction[] = [];
  const seen = new Set<FunctionId>();
  const stack: { readonly caller?: IrFunction; readonly rest: FunctionId[] }[] = [{ rest: [...entries.values()] }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.rest.pop();
    if (next === undefined) {
      if (top.caller !== undefined) order.push(top.caller);
      stack.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      const caller = functions.get(next) ?? internalError('a function');
      stack.push({ caller, rest: [...calleesOf(caller.body)] });
    }
  }
  return order;
}
