import { withBlocks } from '../ir/blocks';
import { boolConstant, Builder, intConstant, type Numbers } from '../ir/builder';
import { freeOf } from '../ir/free';
import { blockOf, mapSame } from '../ir/same';
import type { Atom, Block, For, Rest, Statement, Steps, Variable, While } from '../ir/tree';
import { restOf, restPlace } from './walks';

/**
 * Lets loops that follow lists, of which the steps were counted for them alone, end with these lists instead: then the lists are
 * gone through once. What is left of lists after the steps is where the loop ends.
 */
export function endWithLists(block: Block, numbers: Numbers): Block {
  let statements = mapSame(block.statements, (each) => withBlocks(each, (inner) => endWithLists(inner, numbers)));
  const counts = new Map<Atom, Steps>();
  for (const statement of statements) {
    const [target] = statement.targets;
    if (statement.tag === 'steps' && target !== undefined) counts.set(target, statement);
    const steps = statement.tag === 'for' ? counts.get(statement.count) : undefined;
    if (statement.tag !== 'for' || steps === undefined) continue;
    const made = ended(statements, steps, statement, numbers);
    if (made === undefined) continue;
    counts.delete(statement.count);
    statements = made;
  }
  return blockOf(block, statements, block.results);
}

function ended(
  statements: readonly Statement[],
  steps: Steps,
  loop: For,
  numbers: Numbers,
): readonly Statement[] | undefined {
  const [count] = steps.targets;
  if (count === undefined || loop.down || steps.lists.some(({ ahead }) => ahead > 0)) return undefined;
  const at = statements.indexOf(loop);
  const between = statements.slice(statements.indexOf(steps) + 1, at);
  // Statements that need the number of steps come after the loop.
  const later = new Set<number>([count.id]);
  const uses = (all: readonly Atom[]): boolean => all.some((each) => each.tag === 'variable' && later.has(each.id));
  const [before, moved]: [Statement[], Statement[]] = [[], []];
  for (const statement of between) {
    const isMoved = uses(freeOf([statement]));
    if (statement.tag === 'mark' || statement.tag === 'release' || (isMoved && !canMove(statement))) return undefined;
    if (isMoved) for (const { id } of statement.targets) later.add(id);
    (isMoved ? moved : before).push(statement);
  }
  if (uses(loop.initial) || uses(freeOf(loop.body.statements, loop.body.results))) return undefined;
  const after = [...moved, ...statements.slice(at + 1)];
  const boundLater = new Set<Atom>([loop, ...after].flatMap(({ targets }) => targets));
  const isRest = (statement: Statement): statement is Rest =>
    statement.tag === 'rest' && statement.after === count && !boundLater.has(statement.list);
  const rests = after.filter(isRest);
  const made = untilEnd(loop, steps, rests, count, numbers);
  return [...statements.slice(0, statements.indexOf(steps)), ...before, made, ...after.filter((each) => !isRest(each))];
}

/** Whether a statement can come after a loop: it has no effect but to stop the run, and reads no real that the loop may change. */
function canMove(statement: Statement): boolean {
  switch (statement.tag) {
    case 'operation':
    case 'tag':
    case 'length':
    case 'steps':
    case 'rest':
    case 'fail':
      return true;
    case 'field':
      return statement.targets.every(({ kind }) => kind !== 'real');
    case 'if':
      return [statement.consequent, statement.alternative].every((block) => block.statements.every(canMove));
    default:
      return false;
  }
}

/** Returns the loop that ends with the lists, or after as many rounds as there are steps at most. */
function untilEnd(loop: For, { lists, most }: Steps, rests: readonly Rest[], count: Variable, numbers: Numbers): While {
  const { index, body, forgets, pair, targets, origin } = loop;
  const steps = new Builder(numbers, origin, true);
  steps.statements.push(...body.statements);
  const next: Atom[] = [...body.results];
  const [parameters, initial] = [[...loop.parameters], [...loop.initial]];
  const carry = (first: Atom): Variable => {
    const known = parameters.find((each, i) => initial[i] === first && isFollowed(each, next[i], steps.statements));
    if (known !== undefined) return known;
    const cell = numbers.variable(first.kind);
    const rest = restOf(cell, numbers, origin);
    steps.statements.push(rest);
    parameters.push(cell);
    initial.push(first);
    next.push(...rest.targets);
    return cell;
  };
  const ends = lists.map(({ list }) => carry(list));
  const left = rests.map(({ list }) => carry(list));
  parameters.push(index);
  initial.push(intConstant(0));
  next.push(steps.operation('addInt', index, intConstant(1)));
  const header = new Builder(numbers, origin, true);
  const tests = ends.map((value) =>
    header.operation('equalInt', header.one('int', { tag: 'tag', value }), intConstant(0)),
  );
  if (most !== undefined) tests.push(header.operation('equalInt', index, most));
  const isEnd = tests.reduce((one, other) =>
    header.one('bool', {
      tag: 'if',
      condition: one,
      consequent: { statements: [], results: [boolConstant(true)] },
      alternative: { statements: [], results: [other] },
    }),
  );
  return {
    tag: 'while',
    parameters,
    initial,
    header: header.block([isEnd]),
    exit: { statements: [], results: [...loop.parameters, index, ...left] },
    body: steps.block(next),
    forgets,
    pair,
    targets: [...targets, count, ...rests.flatMap((each) => each.targets)],
    origin,
  };
}

/** Whether a parameter goes to the next cell of a list in each round. */
function isFollowed(cell: Variable, next: Atom | undefined, statements: readonly Statement[]): boolean {
  const step = statements.find(({ targets }) => targets[0] === next);
  if (step?.tag !== 'field' || step.value !== cell) return false;
  const { constructor_, index } = restPlace(cell.kind);
  return step.constructor_ === constructor_ && step.index === index;
}
