import { internalError } from '../../language/source/internal-error';
import { visit, withBlocks } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { IrFunction, IrProgram } from '../ir/program';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Call, FunctionId, Statement } from '../ir/tree';
import { calleesFirst, calleesOf } from './inline';

/** The most items of an array for whose sake a call is written out. */
const MOST_ITEMS = 8;
/** The number of statements up to which a function is written out. */
const MOST_STATEMENTS = 512;
/** The statements that calls written out may add to one function. */
const MOST_ADDED = 4096;
/** How often a function is gone through: calls in what was written out may pass on such arrays, too. */
const MOST_TIMES = 4;

/**
 * Writes out calls that pass on small arrays of known length, so that these become their items in the function too.
 * `settle` simplifies a body in which calls were written out. A function that leads to itself stays a function.
 */
export function knownCalls(program: IrProgram, numbers: Numbers, settle: (body: Block) => Block): IrProgram {
  const functions = new Map(program.functions);
  /** The functions that can be written out, with their sizes. */
  const open = new Map<FunctionId, { readonly callee: IrFunction; readonly size: number }>();
  let isChanged = false;
  for (const id of calleesFirst(program)) {
    let made = functions.get(id) ?? internalError('a function');
    let left = MOST_ADDED;
    const calleeOf = ({ callee }: Call): IrFunction | undefined => {
      const found = open.get(callee);
      if (found === undefined || found.size > Math.min(left, MOST_STATEMENTS)) return undefined;
      left -= found.size;
      return found.callee;
    };
    for (let time = 0; time < MOST_TIMES; time++) {
      const body = withCallees(made.body, calleeOf, new Set(), numbers);
      if (body === made.body) break;
      made = { ...made, body: settle(body) };
      isChanged = true;
    }
    functions.set(id, made);
    if (calleesOf(made.body).every((callee) => open.has(callee))) open.set(id, { callee: made, size: sizeOf(made) });
  }
  if (!isChanged) return program;
  const needed = calleesFirst({ ...program, functions });
  return {
    ...program,
    functions: new Map(needed.map((id) => [id, functions.get(id) ?? internalError('a function')])),
  };
}

/** Returns a block in which some calls are written out. `small` are the arrays of few items that are known. */
function withCallees(
  block: Block,
  calleeOf: (call: Call) => IrFunction | undefined,
  small: Set<number>,
  numbers: Numbers,
): Block {
  const isSmall = (atom: Atom): boolean =>
    atom.tag === 'variable' ? small.has(atom.id) : typeof atom.value === 'object' && hasFew(atom.value.count);
  const statements = flatMapSame(block.statements, (given): Statement | readonly Statement[] => {
    const statement = withBlocks(given, (inner) => withCallees(inner, calleeOf, small, numbers));
    if (statement.tag === 'array' && hasFew(statement.items.length)) {
      for (const { id } of statement.targets) small.add(id);
    }
    if (statement.tag !== 'call' || !statement.arguments.some(isSmall)) return statement;
    const callee = calleeOf(statement);
    if (callee === undefined) return statement;
    const own = new Map(
      callee.parameters.map(({ id }, i): [number, Atom] => [
        id,
        statement.arguments[i] ?? internalError('an argument'),
      ]),
    );
    const { statements: written, results } = copyBlock(callee.body, numbers, own);
    const { targets, origin } = statement;
    return [...written, { tag: 'move', values: results, finite: false, targets, origin }];
  });
  return blockOf(block, statements, block.results);
}

function hasFew(count: number | undefined): boolean {
  return count !== undefined && count > 0 && count <= MOST_ITEMS;
}

function sizeOf({ body }: IrFunction): number {
  let size = 0;
  visit(body, () => size++);
  return size;
}
