import type { OperationName } from '../../language/operations/names';
import { sameAtom } from '../ir/atoms';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, Operation, Statement, Variable, While } from '../ir/tree';

/** The comparisons of ints for those of reals that are whole. */
const OF_INTS: Readonly<Partial<Record<OperationName, OperationName>>> = {
  less: 'lessInt',
  lessEqual: 'lessEqualInt',
  greater: 'greaterInt',
  greaterEqual: 'greaterEqualInt',
  equal: 'equalInt',
  notEqual: 'notEqualInt',
};

/** The size up to which counters are counted: all of their values are exact, as ints and as reals. */
const MOST = 2 ** 52;

/**
 * Returns a loop with an int for a real that steps by 1 from a whole constant to another: `range 0 50` is a list of reals
 * where nothing else tells the kind of its items.
 */
export function withIntCounter(loop: While, numbers: Numbers): While | undefined {
  const [test, ...more] = loop.header.statements;
  if (test?.tag !== 'operation') return undefined;
  const operation = OF_INTS[test.operation];
  const at = loop.parameters.findIndex((each) => test.arguments.some((atom) => sameAtom(atom, each)));
  const [counter, first, next] = [loop.parameters[at], loop.initial[at], loop.body.results[at]];
  if (operation === undefined || counter === undefined || next === undefined || !isWhole(first)) return undefined;
  if (!test.arguments.every((atom) => isWhole(atom) || sameAtom(atom, counter))) return undefined;
  const step = loop.body.statements.find(({ targets }) => targets.some((each) => sameAtom(each, next)));
  if (step?.tag !== 'operation') return undefined;
  const moved = stepOf(step, counter);
  if (moved === undefined) return undefined;

  const int = numbers.variable('int');
  const asInt = (atom: Atom): Atom => (atom.tag === 'constant' ? intConstant(Number(atom.value)) : int);
  const header: Statement = { ...test, operation, arguments: test.arguments.map(asInt) };
  /** Returns a block that begins with the real. */
  const withReal = (block: Block): Block => {
    const builder = new Builder(numbers, loop.origin);
    const own = copyBlock(block, numbers, new Map([[counter.id, builder.operation('toReal', int)]]));
    return { statements: [...builder.statements, ...own.statements], results: own.results };
  };
  // The ints and the reals of all rounds lie between constants, so none overflows.
  const exact: Statement = { ...step, derivative: true };
  const all = loop.body.statements.map((each) => (each === step ? exact : each));
  const { statements, results } = withReal({ statements: all, results: loop.body.results });
  const after = new Builder(numbers, step.origin, true);
  const stepped = after.operation(moved, int, intConstant(1));
  return {
    ...loop,
    parameters: loop.parameters.map((each, i) => (i === at ? int : each)),
    initial: loop.initial.map((each, i) => (i === at ? asInt(each) : each)),
    header: { statements: [header, ...more], results: loop.header.results },
    exit: withReal(loop.exit),
    body: {
      statements: [...statements, ...after.statements],
      results: results.map((each, i) => (i === at ? stepped : each)),
    },
  };
}

/** Returns the operation of ints that steps a counter by 1 like one of reals, if there is one. */
function stepOf({ operation, arguments: given }: Operation, counter: Variable): 'addInt' | 'subtractInt' | undefined {
  const [left, right] = given;
  const by = (atom: Atom | undefined): number => (atom?.tag === 'constant' ? Number(atom.value) : 0);
  const isCounter = (atom: Atom | undefined): boolean => atom !== undefined && sameAtom(atom, counter);
  if (operation === 'subtract' && isCounter(left) && by(right) === 1) return 'subtractInt';
  if (operation !== 'add' || !(isCounter(left) || isCounter(right))) return undefined;
  const amount = by(left) + by(right);
  return amount === 1 ? 'addInt' : amount === -1 ? 'subtractInt' : undefined;
}

/** Whether a real is a constant that is a whole number of exact size. */
function isWhole(atom: Atom | undefined): boolean {
  if (atom?.tag !== 'constant') return false;
  const value = Number(atom.value);
  return Number.isInteger(value) && Math.abs(value) < MOST && !Object.is(value, -0);
}
