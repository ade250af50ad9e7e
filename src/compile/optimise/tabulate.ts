import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import { innerBlocks } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { freeOf } from '../ir/free';
import type { ArrayLayout } from '../ir/kind';
import type { Atom, Block, Build, For, Statement, Variable } from '../ir/tree';

/** The cost of an elementary function, and of a loop, in arithmetic operations. */
const CALL = 20;

/** The cost from which what each round computes again is computed once, and kept in a table. */
const DEAR = 12;

/** The most statements of a loop whose values are in its table. */
const MOST_KEPT = 4;

/** The atoms and statements that can leave the loop around a loop. */
export interface Outside {
  readonly atom: (atom: Atom) => boolean;
  /** Whether a statement computes the same whenever its atoms are the same, and does nothing else. */
  readonly statement: (statement: Statement) => boolean;
}

/** The parts of a loop inside another: loops that are the same in all rounds of the outer one, and what follows them. */
interface Parts {
  readonly same: readonly (For | Build)[];
  readonly rest: For | Build;
}

/**
 * Parts a loop inside another into what is the same in all rounds of the outer one, and the rest: sums that are the same
 * get a loop of their own, and other values that are the same and cost much a table, which the rest reads. What is
 * the same can then leave the outer loop.
 */
export function tabulate(loop: For | Build, outside: Outside, numbers: Numbers): Parts {
  if (!outside.atom(loop.count) || !isDear(fixedIn(loop, outside, []))) return { same: [], rest: loop };
  const sums = loop.tag === 'for' ? sumsOf(loop, outside, numbers) : undefined;
  const others = sums?.rest ?? loop;
  const tables = withTable(others, fixedIn(others, outside, []), numbers);
  return { same: [...(sums?.same ?? []), ...tables.same], rest: tables.rest };
}

/** Returns the statements of a loop that are the same in all rounds of the loop around it, if some parameters are. */
function fixedIn(loop: For | Build, outside: Outside, parameters: readonly Variable[]): readonly Statement[] {
  const { statements } = loop.body;
  const fixed = new Set(parameters.map(({ id }) => id));
  const own = new Set(statements.flatMap(({ targets }) => targets.map(({ id }) => id)));
  if (loop.tag === 'for') for (const { id } of loop.parameters) own.add(id);
  const isFixed = (atom: Variable): boolean => fixed.has(atom.id) || (!own.has(atom.id) && outside.atom(atom));
  return statements.filter((statement) => {
    if (!outside.statement(statement) || !freeOf([statement]).every(isFixed)) return false;
    for (const { id } of statement.targets) fixed.add(id);
    return true;
  });
}

/** Parts a loop into one for the sums that are the same in all rounds of the loop around it, and one for the rest. */
function sumsOf(loop: For, outside: Outside, numbers: Numbers): Parts | undefined {
  const { parameters, initial, body } = loop;
  const plain = new Set(fixedIn(loop, outside, []));
  let sums = parameters.filter((_, i) => outside.atom(initial[i] ?? internalError('an initial value')));
  while (sums.length > 0) {
    const fixed = fixedIn(loop, outside, sums);
    const rest = withParameters(
      loop,
      parameters.filter((parameter) => !sums.includes(parameter)),
    );
    const used = usedBesides(fixed, rest.body);
    const known = new Set(fixed.flatMap(({ targets }) => targets.map(({ id }) => id)));
    const left = sums.filter(({ id }) => {
      const result = body.results[parameters.findIndex((parameter) => parameter.id === id)];
      return !used.has(id) && result?.tag === 'variable' && known.has(result.id);
    });
    if (left.length < sums.length) {
      sums = left;
      continue;
    }
    const needed = neededOf(fixed, used);
    if ([...needed].some((statement) => !plain.has(statement))) return undefined;
    const own = withParameters(loop, sums);
    const names = new Map<number, Atom>();
    const [index = own.index, ...renamed] = [own.index, ...own.parameters].map(({ id, kind }) => {
      const made = numbers.variable(kind);
      names.set(id, made);
      return made;
    });
    const same: For = {
      tag: 'for',
      index,
      count: loop.count,
      down: loop.down,
      parameters: renamed,
      initial: own.initial,
      body: copyBlock({ statements: fixed, results: own.body.results }, numbers, names),
      forgets: loop.forgets,
      targets: own.targets,
      origin: loop.origin,
    };
    return { same: [same], rest: { ...rest, body: withoutFixed(rest.body, fixed, needed) } };
  }
  return undefined;
}

/** Returns the variables that a block uses besides some of its statements. */
function usedBesides(fixed: readonly Statement[], { statements, results }: Block): ReadonlySet<number> {
  const all = new Set(fixed);
  const others = statements.filter((statement) => !all.has(statement));
  return new Set(freeOf(others, results).map(({ id }) => id));
}

/** Returns a block without statements that are computed before it, but for those that it needs. */
function withoutFixed(block: Block, fixed: readonly Statement[], needed: ReadonlySet<Statement>): Block {
  const all = new Set(fixed);
  return {
    statements: block.statements.filter((statement) => !all.has(statement) || needed.has(statement)),
    results: block.results,
  };
}

/** Returns a loop with some of its parameters. */
function withParameters(loop: For, some: readonly Variable[]): For {
  const { parameters, initial, body, targets } = loop;
  const of = <T>(all: readonly T[]): readonly T[] => all.filter((_, i) => some.some((each) => each === parameters[i]));
  return {
    ...loop,
    parameters: of(parameters),
    initial: of(initial),
    targets: of(targets),
    body: { statements: body.statements, results: of(body.results) },
  };
}

/** Returns a loop and one before it that makes a table of what costs much and is the same in all rounds of the loop around it. */
function withTable(loop: For | Build, fixed: readonly Statement[], numbers: Numbers): Parts {
  const { index, count, body, origin } = loop;
  const used = usedBesides(fixed, body);
  const kept = dearOf(fixed, used).slice(0, MOST_KEPT);
  const values = kept.flatMap(({ targets }) => targets.filter(({ id }) => used.has(id)));
  if (values.length === 0) return { same: [], rest: loop };
  const layout: ArrayLayout = { tag: 'array', id: -1 - numbers.pair(), item: values.map(({ kind }) => kind) };
  const array = numbers.variable(layout);
  const own = numbers.variable('int');
  const table: Build = {
    tag: 'build',
    count,
    index: own,
    body: copyBlock({ statements: fixed, results: values }, numbers, new Map([[index.id, own]])),
    targets: [array],
    origin,
  };
  const read: Statement = { tag: 'item', array, index, checked: false, targets: values, origin };
  const again = fixed.filter((statement) => !kept.includes(statement));
  const { statements, results } = withoutFixed(body, fixed, neededOf(again, used));
  // The first statement of a round of the way back takes what the way there kept.
  const first = statements[0]?.tag === 'pop' ? 1 : 0;
  const left = [...statements.slice(0, first), read, ...statements.slice(first)];
  return { same: [table], rest: { ...loop, body: { statements: left, results } } };
}

/** Returns the statements that cost much together with what they need, and of which something is used, the dearest first. */
function dearOf(statements: readonly Statement[], used: ReadonlySet<number>): readonly Statement[] {
  const costs = statements
    .filter(({ targets }) => targets.some(({ id }) => used.has(id)))
    .map((statement) => {
      const needed = neededOf(statements, new Set(statement.targets.map(({ id }) => id)));
      return { statement, cost: costOf([...needed]) };
    });
  return costs
    .filter(({ cost }) => cost >= DEAR)
    .sort((a, b) => b.cost - a.cost)
    .map(({ statement }) => statement);
}

/** Whether it is worth something to compute statements once instead of in each round. */
export function isDear(statements: readonly Statement[]): boolean {
  return costOf(statements) >= DEAR;
}

/** Returns the statements that variables need. */
function neededOf(statements: readonly Statement[], variables: ReadonlySet<number>): ReadonlySet<Statement> {
  const needed = new Set<Statement>();
  const ids = new Set(variables);
  for (const statement of statements.toReversed()) {
    if (!statement.targets.some(({ id }) => ids.has(id))) continue;
    needed.add(statement);
    for (const { id } of freeOf([statement])) ids.add(id);
  }
  return needed;
}

/** Returns what statements cost, in arithmetic operations. */
function costOf(statements: readonly Statement[]): number {
  let cost = 0;
  for (const statement of statements) {
    for (const inner of innerBlocks(statement)) cost += costOf(inner.block.statements);
    if (statement.tag === 'for' || statement.tag === 'build' || statement.tag === 'call') cost += CALL;
    else if (statement.tag === 'operation') cost += WASM[statement.operation].code.endsWith('call') ? CALL : 1;
  }
  return cost;
}
