import type { OperationName } from '../../language/operations/names';
import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import { withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { blockOf, flatMapSame } from '../ir/same';
import type { Kind } from '../ir/kind';
import type { ArrayLiteral, Atom, Block, For, Statement, Variable, While } from '../ir/tree';
import { placeholder } from './tail-calls';

/** The most items of an array that become parameters of their own. */
const MOST_ITEMS = 8;

/**
 * Splits small arrays that a loop carries into their items: each round ends with an array of known length, and the
 * first has it too, or the loop stops in its first round. What reads an item then reads a parameter.
 */
export function scalars(block: Block, numbers: Numbers): Block {
  const literals = new Map<number, ArrayLiteral>();
  const inside = (inner: Block): Block => scalars(inner, numbers);
  const statements = flatMapSame(block.statements, (given) => {
    const statement = withBlocks(given, inside);
    if (statement.tag === 'array') for (const { id } of statement.targets) literals.set(id, statement);
    return statement.tag === 'for' || statement.tag === 'while' ? withItems(statement, literals, numbers) : statement;
  });
  return blockOf(block, statements, block.results);
}

/** Returns a loop that carries the items of small arrays, with what comes before and after it. */
function withItems(
  given: For | While,
  literals: ReadonlyMap<number, ArrayLiteral>,
  numbers: Numbers,
): Statement | readonly Statement[] {
  let made: Split = { before: [], loop: given, after: [] };
  given.parameters.forEach((parameter, i) => {
    const items = itemsOf(given, i, literals);
    if (items === undefined) return;
    const at = made.loop.parameters.indexOf(parameter);
    const { before, loop, after } = split(made.loop, at, items, literals, numbers);
    made = { before: [...made.before, ...before], loop, after: [...made.after, ...after] };
  });
  return made.loop === given ? given : [...made.before, made.loop, ...made.after];
}

/** A loop without an array that it carried, and what comes before and after it. */
interface Split {
  readonly before: readonly Statement[];
  readonly loop: For | While;
  readonly after: readonly Statement[];
}

type Items = ArrayLiteral['items'];

/** Returns the items of the array that each round makes for the next, if it has as many in the first; undefined if many. */
function itemsOf(loop: For | While, at: number, literals: ReadonlyMap<number, ArrayLiteral>): Items | undefined {
  const parameter = loop.parameters[at] ?? internalError('a parameter');
  const first = loop.initial[at] ?? internalError('a first value');
  const result = loop.body.results[at] ?? internalError('a result');
  const made = loop.body.statements.find(({ targets }) => targets.some((each) => sameAtom(each, result)));
  if (made?.tag !== 'array' || made.items.length > MOST_ITEMS) return undefined;
  const { items } = made;
  const known = countOf(first, literals);
  if (known !== undefined) return known === items.length ? items : undefined;
  return loop.tag === 'for' && stopsUnless(loop.body, parameter, items.length) ? items : undefined;
}

/** Returns the number of items of an array before a loop, if it is known. */
function countOf(array: Atom, literals: ReadonlyMap<number, ArrayLiteral>): number | undefined {
  if (array.tag === 'variable') return literals.get(array.id)?.items.length;
  return typeof array.value === 'object' ? array.value.count : undefined;
}

/** Whether a block stops the run unless an array has a number of items. */
function stopsUnless({ statements }: Block, array: Variable, count: number): boolean {
  const definition = (atom: Atom | undefined): Statement | undefined =>
    statements.find(({ targets }) => targets.some((each) => atom !== undefined && sameAtom(each, atom)));
  const parts = (atom: Atom | undefined, operation: OperationName): readonly Atom[] => {
    const made = definition(atom);
    return made?.tag === 'operation' && made.operation === operation ? made.arguments : [];
  };
  const isCount = (atom: Atom | undefined): boolean => atom?.tag === 'constant' && atom.value === count;
  const isLength = (atom: Atom | undefined): boolean => {
    const made = definition(atom);
    return made?.tag === 'length' && sameAtom(made.array, array);
  };
  return statements.some((statement) => {
    if (statement.tag !== 'if' || statement.consequent.statements[0]?.tag !== 'fail') return false;
    const [negated] = parts(statement.condition, 'not');
    const [left, right] = parts(negated, 'equalInt');
    return (isCount(left) && isLength(right)) || (isCount(right) && isLength(left));
  });
}

function split(
  loop: For | While,
  at: number,
  items: Items,
  literals: ReadonlyMap<number, ArrayLiteral>,
  numbers: Numbers,
): Split {
  const parameter = loop.parameters[at] ?? internalError('a parameter');
  const first = loop.initial[at] ?? internalError('a first value');
  const kinds = (items[0] ?? internalError('an item')).map(({ kind }) => kind);
  const isKnown = countOf(first, literals) !== undefined;
  const { origin } = loop;
  const before = new Builder(numbers, origin);
  const parts = firstParts(loop, first, items.length, kinds, isKnown, before);
  const own = items.map(() => kinds.map((kind) => numbers.variable(kind)));
  const replaced = <T>(all: readonly T[], by: readonly T[]): readonly T[] => [
    ...all.slice(0, at),
    ...by,
    ...all.slice(at + 1),
  ];
  const whole: Statement = { tag: 'array', items: own, targets: [parameter], origin };
  const parameters = replaced<Variable>(loop.parameters, own.flat());
  const initial = replaced(loop.initial, parts);
  const results = replaced(loop.body.results, items.flat());
  if (loop.tag === 'while') {
    const header = { ...loop.header, statements: [whole, ...loop.header.statements] };
    return {
      before: before.statements,
      loop: { ...loop, parameters, initial, header, body: { ...loop.body, results } },
      after: [],
    };
  }
  const target = loop.targets[at] ?? internalError('a target');
  const ends = own.map((item) => item.map(({ kind }) => numbers.variable(kind)));
  const made: For = {
    ...loop,
    parameters,
    initial,
    targets: replaced<Variable>(loop.targets, ends.flat()),
    body: { statements: [whole, ...loop.body.statements], results },
  };
  return { before: before.statements, loop: made, after: last(loop, target, first, ends, isKnown, numbers) };
}

/** Returns the items of the array in the first round. Without a round, an array of unknown length is not read. */
function firstParts(
  loop: For | While,
  first: Atom,
  length: number,
  kinds: readonly Kind[],
  isKnown: boolean,
  before: Builder,
): readonly Atom[] {
  const read = (builder: Builder): readonly Atom[] =>
    Array.from({ length }, (_, i) =>
      builder.add(kinds, { tag: 'item', array: first, index: intConstant(i), checked: false }),
    ).flat();
  if (loop.tag === 'while' || isKnown) return read(before);
  const [some, none] = [before.inner(), before.inner()];
  const found = some.one('int', { tag: 'length', array: first });
  const differs = some.operation('not', some.operation('equalInt', found, intConstant(length)));
  const fails = some.inner();
  fails.add([], { tag: 'fail' });
  some.add([], { tag: 'if', condition: differs, consequent: fails.block([]), alternative: some.inner().block([]) });
  const consequent = some.block(read(some));
  const all = consequent.results.map(({ kind }) => kind);
  const condition = before.operation('lessInt', intConstant(0), loop.count);
  return before.add(all, { tag: 'if', condition, consequent, alternative: none.block(all.map(placeholder)) });
}

/** Returns what makes the array again after a loop. */
function last(
  loop: For,
  target: Variable,
  first: Atom,
  ends: readonly (readonly Variable[])[],
  isKnown: boolean,
  numbers: Numbers,
): readonly Statement[] {
  const { origin } = loop;
  if (isKnown) {
    return [{ tag: 'array', items: ends, targets: [target], origin }];
  }
  const builder = new Builder(numbers, origin);
  const some = builder.inner();
  const made = some.one(target.kind, { tag: 'array', items: ends });
  const condition = builder.operation('lessInt', intConstant(0), loop.count);
  builder.statements.push({
    tag: 'if',
    condition,
    consequent: some.block([made]),
    alternative: { statements: [], results: [first] },
    targets: [target],
    origin,
  });
  return builder.statements;
}
