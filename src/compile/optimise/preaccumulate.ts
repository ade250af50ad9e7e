import { restore } from '../differentiate/saved';
import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import { atomsIn, mapInner, rebuilt } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { copyBlock, substituted } from '../ir/copy';
import { boundIn } from '../ir/free';
import { readsChanging } from '../ir/roots';
import { blockOf } from '../ir/same';
import type { Atom, Block, Statement, Variable } from '../ir/tree';
import { changedPairs, type LoopPair } from './pairs';

/**
 * Preaccumulation: computes on the way there what the rounds of the way back compute without an adjoint, if less is kept for
 * them then. A round that multiplies one adjoint by a partial derivative keeps that derivative alone; where the way there
 * waits for each round's result, computing it there costs nothing. `shadows` are the variables whose data changes.
 */
export function preaccumulate(block: Block, numbers: Numbers, shadows: ReadonlySet<number>): Block {
  const inside = (inner: Block): Block => preaccumulate(inner, numbers, shadows);
  const statements = mapInner(block.statements, inside);
  const own = changedPairs(statements, (pair) => withPartials(pair, numbers, shadows));
  return blockOf(block, own, block.results);
}

function withPartials(
  { there, back, isLate }: LoopPair,
  numbers: Numbers,
  shadows: ReadonlySet<number>,
): { readonly there: readonly Statement[]; readonly back: Statement } | undefined {
  const push = there.body.statements.at(-1);
  const pop = back.body.statements[0];
  if (push?.tag !== 'push' || pop?.tag !== 'pop') return undefined;
  const way = there.body.statements.slice(0, -1);
  // A shadow that is read again later has changed.
  if (way.some((statement) => atomsIn(statement).some((atom) => isIn(shadows, atom)))) return undefined;
  const taken = pop.targets.map(({ id }, i) => [id, push.values[i] ?? internalError('a value')] as const);
  const index = there.tag !== 'while' && sameAtom(there.count, back.count) ? there.index : undefined;
  /** The names of the way there for what the way back knows without an adjoint. */
  const names = new Map<number, Atom>(index === undefined ? taken : [...taken, [back.index.id, index]]);
  const [moved, left] = withoutAdjoints({ there, back, isLate }, names, shadows);
  if (moved.length === 0) return undefined;
  const made = [...way, ...copyBlock({ statements: moved, results: [] }, numbers, names).statements];
  const rest = substituted({ statements: left, results: back.body.results }, names);
  const bound = boundBefore(there, index);
  const use: Statement = { tag: 'push', values: rest.results, targets: [], origin: pop.origin };
  const again = restore(made, bound, [...rest.statements, use]);
  const kept = made.at(-1);
  if ((kept?.tag === 'push' ? kept.values.length : 0) >= push.values.length) return undefined;
  /** The names of the way back for what a round of the way there binds. What is bound outside has its name in both. */
  const own = new Map<number, Atom>(index === undefined ? [] : [[index.id, back.index]]);
  const inside = boundIn(bound, made);
  for (const variable of [...pop.targets, ...moved.flatMap(({ targets }) => targets)]) {
    const name = names.get(variable.id);
    // What was kept under several names is taken under the first.
    if (name?.tag === 'variable' && inside.has(name.id) && !own.has(name.id)) own.set(name.id, variable);
  }
  const restored = withNames(again, own, numbers);
  const body = substituted(rest, own);
  return {
    there: [{ ...there, body: { statements: made, results: there.body.results } }],
    back: { ...back, body: { statements: [...restored, ...body.statements], results: body.results } },
  };
}

/** Returns what a round of the way there knows before its body, without its index if the way back has the same. */
function boundBefore(there: LoopPair['there'], index: Variable | undefined): readonly Variable[] {
  const own = there.tag === 'build' ? [] : there.parameters;
  if (there.tag === 'while') return [...own, ...there.header.statements.flatMap(({ targets }) => targets)];
  return index === undefined ? [...own, there.index] : own;
}

function isIn(shadows: ReadonlySet<number>, atom: Atom): boolean {
  return atom.tag === 'variable' && shadows.has(atom.id);
}

/** Parts the statements of a way back into those that need no adjoint and can run on the way there, and the rest. */
function withoutAdjoints(
  { back, isLate }: LoopPair,
  names: ReadonlyMap<number, Atom>,
  shadows: ReadonlySet<number>,
): readonly [readonly Statement[], readonly Statement[]] {
  const known = new Set(names.keys());
  const late = new Set([back.index, ...back.parameters].map(({ id }) => id));
  const [moved, left]: [Statement[], Statement[]] = [[], []];
  const isKnown = (atom: Atom): boolean =>
    atom.tag === 'constant' || known.has(atom.id) || !(late.has(atom.id) || isLate(atom.id));
  for (const statement of back.body.statements.slice(1)) {
    const moves = canMove(statement, shadows) && atomsIn(statement).every(isKnown);
    (moves ? moved : left).push(statement);
    for (const { id } of statement.targets) (moves ? known : late).add(id);
  }
  return [moved, left];
}

/** Whether a statement gives the same on the way there, and cannot stop it. */
function canMove(statement: Statement, shadows: ReadonlySet<number>): boolean {
  if (statement.tag === 'operation') return statement.derivative;
  if (statement.tag !== 'item' || statement.checked || statement.absentIsZero === true) return false;
  return !readsChanging(statement) && !isIn(shadows, statement.array);
}

/** Returns statements with names for the variables that they use and bind; `names` gets fresh ones for those that it lacks. */
function withNames(statements: readonly Statement[], names: Map<number, Atom>, numbers: Numbers): readonly Statement[] {
  const atom = (each: Atom): Atom => (each.tag === 'variable' ? (names.get(each.id) ?? each) : each);
  const bind = (variable: Variable): Variable => {
    const known = names.get(variable.id);
    if (known?.tag === 'variable') return known;
    const fresh = numbers.variable(variable.kind);
    names.set(variable.id, fresh);
    return fresh;
  };
  const block = (inner: Block): Block => ({
    statements: withNames(inner.statements, names, numbers),
    results: inner.results.map(atom),
  });
  return statements.map((statement) => rebuilt(statement, { atom, bind, block }));
}
