import { internalError } from '../../language/source/internal-error';
import type { Differentiated, Half } from '../differentiate/differentiated';
import { untested } from '../differentiate/untested';
import { visit, withBlocks } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Call, FunctionId, Pair, Statement, Variable } from '../ir/tree';
import type { IrFunction, IrProgram } from '../ir/program';
import { calleesFirst, calleesOf } from './inline';

/** The number of statements up to which two halves are written out, and that of a function in which they are. */
const MOST = { halves: 1_000, whole: 10_000 };

/**
 * Writes out both halves of a function where one block calls them, as the derivative of a call does. What the way there
 * keeps for the way back has a name then, and their loops can be joined.
 */
export function withoutHalves(
  { program, shadows, halves }: Differentiated,
  numbers: Numbers,
): Omit<Differentiated, 'halves'> {
  const functions = new Map<FunctionId, IrFunction>();
  /** The numbers of statements of the functions that can be written out: they do not lead to themselves. */
  const sizes = new Map<FunctionId, number>();
  const all = new Set(shadows);

  const within = (block: Block, whole: { size: number }): Block => {
    const written = new Map<Statement, readonly Statement[]>();
    for (const [there, back] of callsOfHalves(block, halves)) {
      const size = (sizes.get(there.callee) ?? Infinity) + (sizes.get(back.callee) ?? Infinity);
      if (size > MOST.halves || whole.size + size > MOST.whole) continue;
      whole.size += size;
      const copies = new Copies(numbers, all);
      for (const call of [there, back]) {
        written.set(call, copies.of(call, functions.get(call.callee) ?? internalError('a half')));
      }
    }
    const statements = flatMapSame(block.statements, (statement) =>
      statement.tag === 'operation'
        ? statement
        : (written.get(statement) ?? withBlocks(statement, (inner) => within(inner, whole))),
    );
    return blockOf(block, statements, block.results);
  };

  for (const id of calleesFirst(program)) {
    const given = program.functions.get(id) ?? internalError('a function');
    const whole = { size: 0 };
    visit(given.body, () => whole.size++);
    functions.set(id, { ...given, body: within(given.body, whole) });
    if (calleesOf(given.body).every((callee) => sizes.has(callee))) sizes.set(id, whole.size);
  }
  return { program: reached({ functions, entries: program.entries }), shadows: all };
}

/** Returns a program without the functions that are not called any more. */
function reached({ functions, entries }: IrProgram): IrProgram {
  const left = calleesFirst({ functions, entries });
  return { functions: new Map(left.map((id) => [id, functions.get(id) ?? internalError('a function')])), entries };
}

/** Returns the calls of the two halves of each derivative in a block. What is kept last is taken first. */
function callsOfHalves(
  { statements }: Block,
  halves: ReadonlyMap<FunctionId, Half>,
): readonly (readonly [there: Call, back: Call])[] {
  const open: Call[] = [];
  const pairs: (readonly [Call, Call])[] = [];
  for (const statement of statements) {
    if (statement.tag !== 'call') continue;
    const half = halves.get(statement.callee);
    if (half === 'there') open.push(statement);
    const there = half === 'back' ? open.pop() : undefined;
    if (there !== undefined) pairs.push([there, statement]);
  }
  return pairs;
}

/** The copies of two halves for their calls. */
class Copies {
  private readonly atoms = new Map<number, Atom>();
  private readonly pairs = new Map<Pair, Pair>();
  private readonly numbers: Numbers;
  private readonly shadows: Set<number>;
  private kept: readonly Atom[] = [];

  constructor(numbers: Numbers, shadows: Set<number>) {
    this.numbers = numbers;
    this.shadows = shadows;
  }

  of(call: Call, { parameters, body }: IrFunction): readonly Statement[] {
    this.name(parameters, call.arguments);
    const [first, last] = [body.statements[0], body.statements.at(-1)];
    if (first?.tag === 'pop') this.name(first.targets, this.kept);
    const statements = body.statements.slice(first?.tag === 'pop' ? 1 : 0, last?.tag === 'push' ? -1 : undefined);
    const own = { statements, results: body.results };
    const copy = copyBlock(
      call.again === true ? untested(own) : own,
      this.numbers,
      this.atoms,
      ({ id }, own) => {
        if (this.shadows.has(id)) this.shadows.add(own.id);
      },
      (pair) => this.pair(pair),
    );
    if (last?.tag === 'push') this.kept = last.values.map((value) => this.named(value));
    const { targets, origin } = call;
    return [...copy.statements, { tag: 'move', targets, values: copy.results, finite: false, origin }];
  }

  private name(variables: readonly Variable[], atoms: readonly Atom[]): void {
    variables.forEach(({ id }, i) => this.atoms.set(id, atoms[i] ?? internalError('an atom')));
  }

  private named(atom: Atom): Atom {
    return atom.tag === 'variable' ? (this.atoms.get(atom.id) ?? internalError('a copy')) : atom;
  }

  private pair(pair: Pair): Pair {
    const made = this.pairs.get(pair) ?? this.numbers.pair();
    this.pairs.set(pair, made);
    return made;
  }
}
