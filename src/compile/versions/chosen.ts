import { internalError } from '../../language/source/internal-error';
import type { Lengths } from '../../language/core/usual-lengths';
import { innerBlocks } from '../ir/blocks';
import type { IrFunction, IrProgram } from '../ir/program';
import type { Atom, Block, FunctionId, Statement } from '../ir/tree';
import { calleesFirst } from '../optimise/inline';
import type { UsualLengths } from './usual';

/**
 * Returns the lengths that stay the same when a program gets other inputs: those of vectors and matrices. The text often has a few
 * rows where a run has many, so an array is data if a loop goes through it and has a loop inside; a matrix is one that is
 * square, or goes with such a one. `program` is for any lengths, and its passes are done.
 */
export function chosenLengths(program: IrProgram, lengths: UsualLengths): UsualLengths {
  if (lengths.every((each) => each === undefined)) return lengths;
  const data = dataOf(program);
  const sides = new Set(lengths.flatMap((each) => (each !== undefined && isSquare(each) ? each.slice(0, 1) : [])));
  const isMatrix = ([rows = 0, columns = 0]: Lengths): boolean => sides.has(columns) && rows <= columns;
  return lengths.map((each, i) => (each !== undefined && (isMatrix(each) || !data.has(i)) ? each : undefined));
}

function isSquare([rows, columns]: Lengths): boolean {
  return rows === columns;
}

/** Returns the places of the parameters that are data. */
function dataOf(program: IrProgram): ReadonlySet<number> {
  /** By function, the places of its parameters that are data; a function that calls one that is not done is not looked into. */
  const found = new Map<FunctionId, ReadonlySet<number>>();
  for (const id of calleesFirst(program)) {
    found.set(id, new Loops(found).of(program.functions.get(id) ?? internalError('a function')));
  }
  return found.get(program.entries.get('value') ?? -1) ?? internalError('a value');
}

class Loops {
  /** The arrays that are data. */
  private readonly arrays = new Set<number>();
  /** The arrays that lengths are of, and those that other names stand for. */
  private readonly lengths = new Map<number, Atom>();
  private readonly names = new Map<number, Atom>();
  private readonly callees: ReadonlyMap<FunctionId, ReadonlySet<number>>;

  constructor(callees: ReadonlyMap<FunctionId, ReadonlySet<number>>) {
    this.callees = callees;
  }

  of({ parameters, body }: IrFunction): ReadonlySet<number> {
    this.hasLoop(body);
    return new Set(parameters.flatMap(({ id }, i) => (this.arrays.has(id) ? [i] : [])));
  }

  private add(array: Atom | undefined): void {
    if (array?.tag !== 'variable') return;
    this.arrays.add(array.id);
    this.add(this.names.get(array.id));
  }

  /** Looks for loops, and returns whether there are any. */
  private hasLoop({ statements }: Block): boolean {
    let found = false;
    for (const statement of statements) if (this.isLoop(statement)) found = true;
    return found;
  }

  private isLoop(statement: Statement): boolean {
    switch (statement.tag) {
      case 'length':
        for (const { id } of statement.targets) this.lengths.set(id, statement.array);
        return false;
      case 'call':
        for (const place of this.callees.get(statement.callee) ?? []) this.add(statement.arguments[place]);
        return true;
      case 'derivative':
        statement.parameters.forEach(({ id }, i) => {
          const array = statement.point[i];
          if (array !== undefined) this.names.set(id, array);
        });
        return this.hasLoop(statement.body);
      case 'for':
      case 'build': {
        const { count } = statement;
        if (this.hasLoop(statement.body) && count.tag === 'variable') this.add(this.lengths.get(count.id));
        return true;
      }
      default: {
        const inside = innerBlocks(statement).map(({ block }) => this.hasLoop(block));
        return statement.tag === 'while' || inside.includes(true);
      }
    }
  }
}
