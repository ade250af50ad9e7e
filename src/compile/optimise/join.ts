import { atomsIn, rebuilt, usesIn, visit } from '../ir/blocks';
import { sameAtom } from '../ir/atoms';
import type { Numbers } from '../ir/builder';
import { substituted } from '../ir/copy';
import { freeOf } from '../ir/free';
import type { Atom, Block, For, Statement, Variable } from '../ir/tree';

/**
 * Joins the loop of the way there with that of the way back into one loop, whose rounds go there and back. Nothing is then
 * kept from one loop for the other, and what a round makes is freed at its end. That is possible if what the way back
 * begins with is known before the way there, and its rounds can run in any order: they only add up. So it is for a sum
 * of losses over data, if the loss is linear in that sum.
 */
export function join(block: Block, numbers: Numbers): Block {
  let { statements } = block;
  for (;;) {
    const joined = joinOne(statements, numbers);
    if (joined === undefined) break;
    statements = joined;
  }
  return {
    statements: statements.map((statement) =>
      rebuilt(statement, {
        atom: (atom) => atom,
        bind: (variable) => variable,
        block: (inner) => join(inner, numbers),
      }),
    ),
    results: block.results,
  };
}

function joinOne(statements: readonly Statement[], numbers: Numbers): readonly Statement[] | undefined {
  for (let last = 0; last < statements.length; last++) {
    const back = statements[last];
    if (back?.tag !== 'for' || back.pair === undefined || !addsUp(back)) continue;
    const first = partnerOf(statements, last, back.pair);
    const there = statements[first];
    if (there?.tag !== 'for' || there.parameters.some(({ kind }) => typeof kind === 'object')) continue;
    const earlier = movable(statements.slice(first, last), back);
    if (earlier === undefined) continue;
    const made = joinedLoop(there, back, numbers);
    if (made === undefined) continue;
    const between = statements.slice(first + 1, last).filter((statement) => !earlier.has(statement));
    return [...statements.slice(0, first), ...earlier, made, ...between, ...statements.slice(last + 1)];
  }
  return undefined;
}

/** Returns the place of the last loop before a place that has the same pair number. */
function partnerOf(statements: readonly Statement[], before: number, pair: number): number {
  for (let i = before - 1; i >= 0; i--) {
    const statement = statements[i];
    if (statement?.tag === 'for' && statement.pair === pair) return i;
  }
  return -1;
}

/** Whether the rounds of a loop only add to its parameters, so that their order does not matter. */
function addsUp({ parameters, body }: For): boolean {
  return parameters.every((parameter, i) => {
    const result = body.results[i];
    if (result === undefined) return false;
    if (sameAtom(result, parameter)) return true;
    return parameter.kind === 'real' && isSum(result, parameter, body);
  });
}

/** Whether a result of a block is a variable plus amounts that do not depend on it. */
function isSum(result: Atom, parameter: Variable, body: Block): boolean {
  let sum = result;
  for (let i = body.statements.length - 1; i >= 0; i--) {
    const statement = body.statements[i];
    const [target] = statement?.targets ?? [];
    if (statement === undefined || target === undefined || !sameAtom(sum, target)) continue;
    if (usesIn(body, sum) !== 1) return false;
    if (statement.tag !== 'operation' || statement.operation !== 'add') return false;
    const [left, right] = statement.arguments;
    if (left === undefined || right === undefined) return false;
    sum = leadsTo(left, parameter, body) ? left : right;
    if (sameAtom(sum, parameter)) return usesIn(body, parameter) === 1;
  }
  return false;
}

/** Whether an atom is computed from a variable, through sums alone. */
function leadsTo(atom: Atom, parameter: Variable, body: Block): boolean {
  if (sameAtom(atom, parameter)) return true;
  if (atom.tag !== 'variable') return false;
  const made = body.statements.find(({ targets }) => targets.some(({ id }) => id === atom.id));
  if (made?.tag !== 'operation' || made.operation !== 'add') return false;
  return made.arguments.some((each) => leadsTo(each, parameter, body));
}

/**
 * Returns the statements after the loop of the way there that the loop of the way back needs, if they can run before
 * the former.
 */
function movable([there, ...between]: readonly Statement[], back: For): ReadonlySet<Statement> | undefined {
  const made = new Map<number, Statement>();
  for (const statement of between) for (const { id } of statement.targets) made.set(id, statement);
  const ofLoop = new Set(there?.targets.map(({ id }) => id));
  const needed = new Set<Statement>();
  const pending: Atom[] = [...freeOf([back])];
  for (let atom = pending.pop(); atom !== undefined; atom = pending.pop()) {
    if (atom.tag !== 'variable') continue;
    if (ofLoop.has(atom.id)) return undefined;
    const statement = made.get(atom.id);
    if (statement === undefined || needed.has(statement)) continue;
    if (!isPure(statement)) return undefined;
    needed.add(statement);
    pending.push(...atomsIn(statement));
  }
  return new Set(between.filter((statement) => needed.has(statement)));
}

/** Whether a statement gives the same at an earlier place. */
function isPure(statement: Statement): boolean {
  return statement.tag === 'operation' || statement.tag === 'length' || (statement.tag === 'move' && !statement.finite);
}

/** Returns one loop for both; the values that a round keeps on its way there, it has on its way back. */
function joinedLoop(there: For, back: For, numbers: Numbers): For | undefined {
  const kept = there.body.statements.at(-1);
  const taken = back.body.statements[0];
  const push = kept?.tag === 'push' ? kept : undefined;
  const pop = taken?.tag === 'pop' ? taken : undefined;
  if ((push?.values.length ?? 0) !== (pop?.targets.length ?? 0) || !sameAtom(there.count, back.count)) return undefined;
  const atoms = new Map<number, Atom>([[back.index.id, there.index]]);
  pop?.targets.forEach(({ id }, i) => {
    const value = push?.values[i];
    if (value !== undefined) atoms.set(id, value);
  });
  const own = substituted(
    { statements: back.body.statements.slice(pop === undefined ? 0 : 1), results: back.body.results },
    atoms,
  );
  const rounds = [...there.body.statements.slice(0, push === undefined ? undefined : -1), ...own.statements];
  const results = [...there.body.results, ...own.results];
  const { origin } = back;
  const mark = numbers.variable('int');
  const statements: readonly Statement[] = rounds.some(makesData)
    ? [{ tag: 'mark', targets: [mark], origin }, ...rounds, { tag: 'release', mark, targets: [], origin }]
    : rounds;
  return {
    tag: 'for',
    index: there.index,
    count: there.count,
    down: there.down,
    parameters: [...there.parameters, ...back.parameters],
    initial: [...there.initial, ...back.initial],
    body: { statements, results },
    forgets: false,
    targets: [...there.targets, ...back.targets],
    origin: there.origin,
  };
}

function makesData(statement: Statement): boolean {
  let found = false;
  visit({ statements: [statement], results: [] }, ({ tag }) => {
    if (MAKES_DATA.has(tag)) found = true;
  });
  return found;
}

const MAKES_DATA: ReadonlySet<Statement['tag']> = new Set<Statement['tag']>([
  'construct',
  'array',
  'build',
  'append',
  'spine',
  'shadow',
  'push',
  'call',
]);
