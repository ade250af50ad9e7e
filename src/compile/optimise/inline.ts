import type { Kinds } from '../flatten/kinds';
import { internalError } from '../../language/source/internal-error';
import { rebuilt, visit } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, FunctionId, IrFunction, IrProgram, Statement } from '../ir/tree';
import { listRecursionToLoop } from './list-recursion';
import { tailCallsToLoop } from './tail-calls';

/** The number of statements up to which a function is written out at every call. */
const SMALL = 30;

/** The number of statements of a function beyond which nothing more is written out in it. */
const LARGE = 20_000;

/**
 * Replaces calls of functions that are small, or called once, by their bodies, callees first, and turns functions
 * that call themselves in tail position into loops; given the kinds, also those that call themselves once for the rest of a
 * list. Functions that are not called any more are dropped.
 */
export function inline(program: IrProgram, numbers: Numbers, kinds?: Kinds): IrProgram {
  const { functions, entries } = program;
  const uses = new Map<FunctionId, number>();
  for (const { id, body } of functions.values()) {
    visit(body, (statement) => {
      if (statement.tag === 'call' && statement.callee !== id)
        uses.set(statement.callee, (uses.get(statement.callee) ?? 0) + 1);
    });
  }
  const done = new Map<FunctionId, IrFunction>();
  const sizes = new Map<FunctionId, number>();
  /** The functions that can be written out: they are done, and call no function that is not. */
  const open = new Set<FunctionId>();

  const finish = (given: IrFunction): void => {
    const size = { total: 0 };
    const body = withCallees(given.body, new Map(), size);
    const plain = { ...given, body };
    const made = tailCallsToLoop(kinds === undefined ? plain : listRecursionToLoop(plain, numbers, kinds), numbers);
    done.set(given.id, made);
    sizes.set(given.id, size.total);
    if (!callsAnyOf(made.body, (callee) => callee === given.id || !done.has(callee))) open.add(given.id);
  };

  const withCallees = (block: Block, atoms: Map<number, Atom>, size: { total: number }): Block => {
    const atom = (each: Atom): Atom => (each.tag === 'variable' ? (atoms.get(each.id) ?? each) : each);
    const statements: Statement[] = [];
    for (const statement of block.statements) {
      const callee = statement.tag === 'call' ? done.get(statement.callee) : undefined;
      if (statement.tag === 'call' && callee !== undefined && open.has(callee.id)) {
        const calleeSize = sizes.get(callee.id) ?? 0;
        const isWorth = (calleeSize <= SMALL || uses.get(callee.id) === 1) && size.total + calleeSize <= LARGE;
        if (isWorth) {
          const own = new Map(
            callee.parameters.map(({ id }, i): [number, Atom] => [
              id,
              atom(statement.arguments[i] ?? internalError('an argument is missing')),
            ]),
          );
          const copy = copyBlock(callee.body, numbers, own);
          statements.push(...copy.statements);
          statement.targets.forEach(({ id }, i) =>
            atoms.set(id, copy.results[i] ?? internalError('a result is missing')),
          );
          size.total += calleeSize;
          continue;
        }
      }
      size.total++;
      statements.push(
        rebuilt(statement, {
          atom,
          bind: (variable) => variable,
          block: (inner) => withCallees(inner, atoms, size),
        }),
      );
    }
    return { statements, results: block.results.map(atom) };
  };

  for (const id of calleesFirst(program)) {
    const given = functions.get(id);
    if (given !== undefined) finish(given);
  }
  return { functions: reachable(done, entries), entries };
}

function callsAnyOf(block: Block, isOne: (callee: FunctionId) => boolean): boolean {
  let found = false;
  visit(block, (statement) => {
    if (statement.tag === 'call' && isOne(statement.callee)) found = true;
  });
  return found;
}

export function calleesOf(block: Block): readonly FunctionId[] {
  const callees = new Set<FunctionId>();
  visit(block, (statement) => {
    if (statement.tag === 'call') callees.add(statement.callee);
  });
  return [...callees];
}

/** Returns the functions that the entries reach, each after those that it calls (but for recursion). */
export function calleesFirst({ functions, entries }: IrProgram): readonly FunctionId[] {
  const order: FunctionId[] = [];
  const seen = new Set<FunctionId>();
  const calleesIn = (id: FunctionId): FunctionId[] => {
    const found = functions.get(id);
    return found === undefined ? [] : [...calleesOf(found.body)];
  };
  const stack: { readonly id: FunctionId | undefined; readonly rest: FunctionId[] }[] = [
    { id: undefined, rest: [...entries.values()] },
  ];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.rest.pop();
    if (next === undefined) {
      if (top.id !== undefined) order.push(top.id);
      stack.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      stack.push({ id: next, rest: calleesIn(next) });
    }
  }
  return order;
}

function reachable(
  functions: ReadonlyMap<FunctionId, IrFunction>,
  entries: IrProgram['entries'],
): ReadonlyMap<FunctionId, IrFunction> {
  return new Map(
    calleesFirst({ functions, entries }).flatMap((id): readonly [FunctionId, IrFunction][] => {
      const found = functions.get(id);
      return found === undefined ? [] : [[id, found]];
    }),
  );
}
