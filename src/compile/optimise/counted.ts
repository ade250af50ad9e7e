import type { OperationName } from '../../language/operations/names';
import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { withBlocks } from '../ir/blocks';
import { boolConstant, Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, For, Operation, Statement, Variable, While } from '../ir/tree';
import { withIntCounter } from './real-counters';

/** A count that no run reaches: the budget of steps ends first. */
const ENDLESS = Number.MAX_SAFE_INTEGER;

/**
 * Turns loops whose rounds can be counted before they begin into counted ones: those that step an int until it reaches
 * a bound, and those that go through a list.
 */
export function counted(block: Block, numbers: Numbers, kinds: Kinds): Block {
  const inside = (inner: Block): Block => counted(inner, numbers, kinds);
  const statements = flatMapSame(block.statements, (given) => {
    const statement = withBlocks(given, inside);
    if (statement.tag !== 'while') return statement;
    return (
      byInt(withIntCounter(statement, numbers) ?? statement, numbers) ?? byList(statement, numbers, kinds) ?? statement
    );
  });
  return blockOf(block, statements, block.results);
}

/** When a loop over an int ends: on which side of the bound the last value lies, for a step of 1 or -1. */
interface End {
  readonly step: 1 | -1;
  /** The number of rounds is the distance to the bound plus this. */
  readonly more: 0 | 1;
  /** The loop has no end if the distance is negative. */
  readonly exact: boolean;
}

/** What ends a loop, for the comparison of the stepped int with the bound that ends it when true. */
const ENDS: Readonly<Partial<Record<OperationName, readonly End[]>>> = {
  lessInt: [{ step: -1, more: 1, exact: false }],
  lessEqualInt: [{ step: -1, more: 0, exact: false }],
  greaterInt: [{ step: 1, more: 1, exact: false }],
  greaterEqualInt: [{ step: 1, more: 0, exact: false }],
  equalInt: [
    { step: 1, more: 0, exact: true },
    { step: -1, more: 0, exact: true },
  ],
};

export const NEGATED: Readonly<Partial<Record<OperationName, OperationName>>> = {
  lessInt: 'greaterEqualInt',
  lessEqualInt: 'greaterInt',
  greaterInt: 'lessEqualInt',
  greaterEqualInt: 'lessInt',
  notEqualInt: 'equalInt',
};

/** The comparison with its arguments exchanged. */
const MIRRORED: Readonly<Partial<Record<OperationName, OperationName>>> = {
  lessInt: 'greaterInt',
  lessEqualInt: 'greaterEqualInt',
  greaterInt: 'lessInt',
  greaterEqualInt: 'lessEqualInt',
  equalInt: 'equalInt',
  notEqualInt: 'notEqualInt',
};

interface Comparison {
  readonly operation: OperationName;
  readonly left: Atom;
  readonly right: Atom;
  /** What the header computes, at the end of the loop; it is the opposite in the rounds. */
  readonly atEnd: ReadonlyMap<number, boolean>;
}

/** Returns the comparison that ends a loop when true, if its header does nothing else. */
function comparisonOf({ header }: While): Comparison | undefined {
  const [first, second, ...more] = header.statements;
  const [result] = header.results;
  if (first?.tag !== 'operation' || result === undefined || more.length > 0) return undefined;
  const [left, right] = first.arguments;
  const [target] = first.targets;
  if (left === undefined || right === undefined || target === undefined) return undefined;
  if (second === undefined) {
    const atEnd = new Map([[target.id, true]]);
    return sameAtom(result, target) ? { operation: first.operation, left, right, atEnd } : undefined;
  }
  const isNegated =
    second.tag === 'operation' &&
    second.operation === 'not' &&
    second.arguments.every((each) => sameAtom(each, target)) &&
    second.targets.every((each) => sameAtom(each, result));
  const operation = isNegated ? NEGATED[first.operation] : undefined;
  if (operation === undefined) return undefined;
  const atEnd = new Map([[target.id, false], ...second.targets.map(({ id }): [number, boolean] => [id, true])]);
  return { operation, left, right, atEnd };
}

/** Returns the place of a variable among the parameters of a loop, or -1. */
function parameterAt({ parameters }: While, atom: Atom): number {
  return parameters.findIndex((each) => sameAtom(each, atom));
}

function byInt(loop: While, numbers: Numbers): readonly Statement[] | undefined {
  const found = comparisonOf(loop);
  if (found === undefined) return undefined;
  const { left, right } = found;
  const isMirrored = parameterAt(loop, left) < 0;
  const operation = isMirrored ? MIRRORED[found.operation] : found.operation;
  const [counter, bound] = isMirrored ? [right, left] : [left, right];
  const at = parameterAt(loop, counter);
  const first = loop.initial[at];
  if (operation === undefined || first === undefined || parameterAt(loop, bound) >= 0) return undefined;
  const step = stepOf(loop, at);
  const end = ENDS[operation]?.find((each) => each.step === step);
  if (end === undefined) return undefined;

  const builder = exactly(numbers, loop);
  const count = countTo(end, first, bound, builder);
  const index = numbers.variable('int');
  const moved = end.step > 0 ? 'addInt' : 'subtractInt';
  const inside = exactly(numbers, loop);
  const current = inside.operation(moved, first, index);
  const known = (isEnd: boolean): readonly (readonly [number, Atom])[] =>
    [...found.atEnd].map(([id, value]) => [id, boolConstant(value === isEnd)] as const);
  const round = { index, count, current, inside: inside.statements, known: known(false) };
  const isSafe = bound.tag === 'constant' && Number.isSafeInteger(Number(bound.value) + end.step * end.more);
  const exact = isSafe ? withoutTest(loop, at) : loop;
  return withFor(exact, at, round, known(true), numbers, builder, (after) => after.operation(moved, first, count));
}

/** Returns how often an int can be stepped until a comparison with a bound holds; undefined if that is not known. */
export function roundsUntil(
  operation: OperationName,
  step: number,
  first: Atom,
  bound: Atom,
  builder: Builder,
): Atom | undefined {
  const end = ENDS[operation]?.find((each) => each.step === step);
  return end && countTo(end, first, bound, builder);
}

function countTo(end: End, first: Atom, bound: Atom, builder: Builder): Atom {
  const distance =
    end.step > 0 ? builder.operation('subtractInt', bound, first) : builder.operation('subtractInt', first, bound);
  const rounds = end.more === 0 ? distance : builder.operation('addInt', distance, intConstant(end.more));
  return builder.one('int', {
    tag: 'if',
    condition: builder.operation('lessInt', rounds, intConstant(0)),
    consequent: { statements: [], results: [intConstant(end.exact ? ENDLESS : 0)] },
    alternative: { statements: [], results: [rounds] },
  });
}

/** Returns a builder of ints that cannot overflow: they lie between the first value of a counter and its bound. */
function exactly(numbers: Numbers, { origin }: Statement): Builder {
  return new Builder(numbers, origin, true);
}

/** Returns a loop whose counter, which stops at a constant or one after it, is stepped without a test: no int overflows. */
function withoutTest(loop: While, at: number): While {
  const next = loop.body.results[at];
  const statements = loop.body.statements.map((statement) =>
    statement.tag === 'operation' && statement.targets.some((each) => next !== undefined && sameAtom(each, next))
      ? { ...statement, derivative: true }
      : statement,
  );
  return { ...loop, body: { ...loop.body, statements } };
}

/** Returns by how much the parameter of a loop changes in each round. */
function stepOf({ parameters, body }: While, at: number): number | undefined {
  const [parameter, result] = [parameters[at], body.results[at]];
  if (parameter === undefined || result === undefined) return undefined;
  const made = body.statements.find(({ targets }) => targets.some((each) => sameAtom(each, result)));
  if (made?.tag !== 'operation') return undefined;
  return stepBy(made, parameter);
}

export function stepBy({ operation, arguments: given }: Operation, parameter: Variable): number | undefined {
  const [left, right] = given;
  if (left === undefined || right === undefined) return undefined;
  if (operation === 'addInt') {
    const by = sameAtom(left, parameter) ? right : sameAtom(right, parameter) ? left : undefined;
    return by?.tag === 'constant' ? Number(by.value) : undefined;
  }
  const isLess = operation === 'subtractInt' && sameAtom(left, parameter) && right.tag === 'constant';
  return isLess ? -Number(right.value) : undefined;
}

/** A loop that goes through a list to its end, from its first cell. */
function byList(loop: While, numbers: Numbers, kinds: Kinds): readonly Statement[] | undefined {
  const [tag, comparison, ...more] = loop.header.statements;
  if (tag?.tag !== 'tag' || comparison?.tag !== 'operation' || more.length > 0) return undefined;
  const [left, right] = comparison.arguments;
  const at = parameterAt(loop, tag.value);
  const list = loop.parameters[at];
  const first = loop.initial[at];
  const isEmpty =
    comparison.operation === 'equalInt' &&
    tag.targets.every((each) => left !== undefined && sameAtom(each, left)) &&
    right?.tag === 'constant' &&
    right.value === 0 &&
    comparison.targets.every((each) => loop.header.results.every((result) => sameAtom(each, result)));
  if (!isEmpty || list === undefined || first === undefined) return undefined;
  const layout = list.kind;
  if (!kinds.isList(layout)) return undefined;
  const result = loop.body.results[at];
  const rest = loop.body.statements.find(({ targets }) =>
    targets.some((each) => result !== undefined && sameAtom(each, result)),
  );
  // No other field of a list has its kind.
  if (rest?.tag !== 'field' || !sameAtom(rest.value, list)) return undefined;

  const builder = new Builder(numbers, loop.origin);
  const cells = builder.one(kinds.spine(layout), { tag: 'spine', list: first });
  const count = builder.one('int', { tag: 'length', array: cells });
  const index = numbers.variable('int');
  const inside = new Builder(numbers, loop.origin);
  const current = inside.one(layout, { tag: 'item', array: cells, index, checked: false });
  const known = (isEnd: boolean): readonly (readonly [number, Atom])[] => [
    ...tag.targets.map(({ id }) => [id, intConstant(isEnd ? 0 : 1)] as const),
    ...comparison.targets.map(({ id }) => [id, boolConstant(isEnd)] as const),
  ];
  const round = { index, count, current, inside: inside.statements, known: known(false) };
  return withFor(loop, at, round, known(true), numbers, builder, () => ({
    tag: 'constant',
    kind: layout,
    value: { constructor_: 0, parts: [] },
  }));
}

/** What is known in a round of a counted loop. */
interface Round {
  readonly index: Variable;
  readonly count: Atom;
  /** The parameter that is known, and the statements that compute it. */
  readonly current: Atom;
  readonly inside: readonly Statement[];
  /** What the header of the loop computed. */
  readonly known: readonly (readonly [number, Atom])[];
}

/** Returns a counted loop for one whose parameter at a place is known in each round, and what follows it. */
function withFor(
  loop: While,
  at: number,
  round: Round,
  atEnd: readonly (readonly [number, Atom])[],
  numbers: Numbers,
  builder: Builder,
  last: (after: Builder) => Atom,
): readonly Statement[] {
  const others = <T>(all: readonly T[]): readonly T[] => all.filter((_, i) => i !== at);
  const parameters = others(loop.parameters);
  const own = loop.parameters[at] ?? internalError('a parameter');
  const body = copyBlock(
    { statements: loop.body.statements, results: others(loop.body.results) },
    numbers,
    new Map([[own.id, round.current], ...round.known]),
  );
  const targets = numbers.copies(parameters);
  const made: For = {
    tag: 'for',
    index: round.index,
    count: round.count,
    down: false,
    parameters,
    initial: others(loop.initial),
    body: { statements: [...round.inside, ...body.statements], results: body.results },
    forgets: loop.forgets,
    targets,
    origin: loop.origin,
  };
  const after = exactly(numbers, loop);
  const atoms = new Map<number, Atom>([[own.id, last(after)], ...atEnd]);
  parameters.forEach(({ id }, i) => atoms.set(id, targets[i] ?? internalError('a target')));
  const exit = copyBlock(loop.exit, numbers, atoms);
  return [
    ...builder.statements,
    made,
    ...after.statements,
    ...exit.statements,
    { tag: 'move', values: exit.results, finite: false, targets: loop.targets, origin: loop.origin },
  ];
}
