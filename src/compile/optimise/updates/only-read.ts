import { atomsIn, mapInner, visit } from '../../ir/blocks';
import { isArray } from '../../ir/roots';
import { freeOf } from '../../ir/free';
import type { IrFunction, IrProgram } from '../../ir/program';
import { blockOf, mapSame } from '../../ir/same';
import type { Atom, Block, Call, FunctionId, Statement, Variable } from '../../ir/tree';
import { isTable, visitOwn } from './copies';

/**
 * The arrays that functions get and only read, so that no name of them, or of the arrays in their items, is left when the
 * function returns: who calls it may update the array afterwards. What is not owned is always copied before an update.
 */
export class OnlyRead {
  private readonly places = new Map<FunctionId, ReadonlySet<number>>();

  constructor({ functions }: IrProgram) {
    const all = [...functions.values()];
    for (const { id, parameters } of all) {
      const arrays = parameters.flatMap(({ kind }, place) => (isTable(kind) ? [place] : []));
      if (arrays.length > 0) this.places.set(id, new Set(arrays));
    }
    for (let before = Infinity; this.size < before;) {
      before = this.size;
      for (const { id, parameters, body } of all) {
        const places = [...(this.places.get(id) ?? [])];
        const left = places.filter((place) => {
          const parameter = parameters[place];
          return parameter !== undefined && !this.getsOut(body, namesIn(body, [parameter]));
        });
        if (left.length < places.length) this.places.set(id, new Set(left));
      }
    }
  }

  private get size(): number {
    return [...this.places.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Whether a call only reads the array that it gives at a place. */
  has({ callee }: Call, place: number): boolean {
    return this.places.get(callee)?.has(place) === true;
  }

  /** Whether some of the names of an array are left after a block, or may be. */
  private getsOut(body: Block, names: ReadonlySet<number>): boolean {
    const isName = (atom: Atom): boolean => atom.tag === 'variable' && names.has(atom.id);
    let isOut = body.results.some(isName);
    visitOwn(body, (statement) => {
      if (!isOut) isOut = this.leaves(statement, isName);
    });
    return isOut;
  }

  private leaves(statement: Statement, isName: (atom: Atom) => boolean): boolean {
    switch (statement.tag) {
      case 'item':
      case 'length':
      case 'move':
      case 'if':
      case 'for':
      case 'while':
        return false;
      case 'build':
        return statement.body.results.some(isName);
      case 'call':
        return statement.arguments.some((each, place) => isName(each) && !this.has(statement, place));
      case 'derivative':
        return freeOf([statement]).some(isName);
      default:
        return atomsIn(statement).some(isName);
    }
  }
}

/** Returns the variables of a block that may be names of some arrays, or of arrays in the items of these. */
function namesIn(block: Block, arrays: readonly Variable[]): ReadonlySet<number> {
  const names = new Set(arrays.map(({ id }) => id));
  const join = (target: Variable | undefined, ...sources: readonly (Atom | undefined)[]): void => {
    if (target === undefined || !isArray(target.kind)) return;
    if (sources.some((each) => each?.tag === 'variable' && names.has(each.id))) names.add(target.id);
  };
  const see = (statement: Statement): void => {
    const { targets } = statement;
    switch (statement.tag) {
      case 'item':
      case 'update':
        for (const target of targets) join(target, statement.array);
        return;
      case 'move':
        targets.forEach((target, i) => {
          join(target, statement.values[i]);
        });
        return;
      case 'if':
        targets.forEach((target, i) => {
          join(target, statement.consequent.results[i], statement.alternative.results[i]);
        });
        return;
      case 'for':
      case 'while':
        statement.parameters.forEach((parameter, i) => {
          join(parameter, statement.initial[i], statement.body.results[i]);
        });
        targets.forEach((target, i) => {
          join(target, statement.tag === 'for' ? statement.parameters[i] : statement.exit.results[i]);
        });
        return;
      default:
    }
  };
  for (let before = 0; before < names.size;) {
    before = names.size;
    visitOwn(block, see);
  }
  return names;
}

/**
 * Marks what reads an array that changes later in the functions that are called with one: calls with `changes` lead to
 * reads and calls in the callee.
 */
export function markedReads(functions: ReadonlyMap<FunctionId, IrFunction>): ReadonlyMap<FunctionId, IrFunction> {
  const marked = new Map(functions);
  const places = new Map<FunctionId, Set<number>>();
  const open: FunctionId[] = [];
  const follow = (block: Block): void => {
    visit(block, (statement) => {
      if (statement.tag !== 'call' || statement.changes === undefined) return;
      const { callee } = statement;
      const known = places.get(callee) ?? new Set();
      const before = known.size;
      for (const place of statement.changes) known.add(place);
      places.set(callee, known);
      if (known.size > before) open.push(callee);
    });
  };
  for (const { body } of functions.values()) follow(body);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const function_ = marked.get(id);
    if (function_ === undefined) continue;
    const { body, parameters } = function_;
    const arrays = [...(places.get(id) ?? [])].flatMap((place) => parameters[place] ?? []);
    const made = marking(body, namesIn(body, arrays));
    marked.set(id, { ...function_, body: made });
    follow(made);
  }
  return marked;
}

/** Marks what reads an array by one of its names. */
function marking(block: Block, names: ReadonlySet<number>): Block {
  const isName = (atom: Atom): boolean => atom.tag === 'variable' && names.has(atom.id);
  const inner = mapInner(block.statements, (each) => marking(each, names));
  const statements = mapSame(inner, (statement): Statement => {
    if (statement.tag === 'item' && isName(statement.array)) return { ...statement, changes: true };
    if (statement.tag !== 'call' || !statement.arguments.some(isName)) return statement;
    const changes = statement.arguments.flatMap((each, place) =>
      isName(each) || statement.changes?.includes(place) === true ? [place] : [],
    );
    return { ...statement, changes };
  });
  return blockOf(block, statements, block.results);
}
