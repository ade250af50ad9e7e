import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { visit as visitAll } from '../ir/blocks';
import type { Atom, Block, Operation, Statement, Variable } from '../ir/tree';

/** Operations whose result is not finite if this argument is not. */
const CARRIES: Readonly<Partial<Record<OperationName, readonly number[]>>> = {
  add: [0, 1],
  subtract: [0, 1],
  multiply: [0, 1],
  negate: [0],
  divide: [0],
  log: [0],
  log1p: [0],
  sqrt: [0],
  sin: [0],
  cos: [0],
  tan: [0],
  sinh: [0],
  cosh: [0],
  abs: [0],
  checkPivot: [1],
};

/** Returns the places of the arguments without which, if they are not finite, the result is not. */
function carriedBy({ operation, arguments: given }: Operation): readonly number[] {
  const exponent = operation === 'powerInt' ? given[1] : undefined;
  if (exponent?.tag === 'constant') return Number(exponent.value) > 0 ? [0] : [];
  return CARRIES[operation] ?? [];
}

/** Operations whose result is finite if their arguments are. */
const SAFE: ReadonlySet<OperationName> = new Set<OperationName>([
  'negate',
  'sin',
  'cos',
  'asin',
  'acos',
  'atan',
  'atan2',
  'tanh',
  'sech',
  'sigmoid',
  'softplus',
  'erf',
  'checkPivot',
  'sqrt',
  'log',
  'log1p',
  'abs',
  'relu',
  'max',
  'min',
  'sign',
  'step',
  'toReal',
  'uniform',
]);

/** Adds all reals that the operations of a block compute. */
export function allReals(block: Block, needed: Set<number>): void {
  visitAll(block, ({ tag, targets }) => {
    if (tag === 'for') return;
    for (const { kind, id } of targets) if (kind === 'real') needed.add(id);
  });
}

/** Whether the result of an operation on ints can be out of range; others are tested by their arguments. */
export function canOverflow(operation: OperationName): boolean {
  return operation === 'addInt' || operation === 'subtractInt';
}

/** Whether the result of an operation is finite, or no real, if its arguments are inside its domain. */
export function staysFinite(operation: OperationName): boolean {
  return operationRow(operation).result !== 'real' || SAFE.has(operation);
}

/** The depth of nesting at which every value that a loop carries is tested. */
const DEEPEST = 8;

/**
 * Finds the variables whose value must be tested where it is computed, because an infinity could vanish in what uses
 * it. An infinity or NaN survives some operations (`CARRIES`), so a value needs no test if one of these, which is
 * computed whenever the value is, carries it to a result that is tested. `tested` tells which results of the block are.
 */
export function untested(block: Block, tested: readonly boolean[], needed: Set<number>, depth = 0): Set<number> {
  const seen = new Set<number>();
  const mark = (atom: Atom | undefined): void => {
    if (atom?.tag === 'variable') seen.add(atom.id);
  };
  block.results.forEach((result, i) => {
    if (tested[i] === true) mark(result);
  });
  for (let i = block.statements.length - 1; i >= 0; i--) {
    const statement = block.statements[i];
    if (statement?.tag === 'operation') visitOperation(statement, seen, needed);
    else if (statement !== undefined) visit(statement, seen, mark, needed, depth + 1);
  }
  return seen;
}

function visitOperation(statement: Operation, seen: Set<number>, needed: Set<number>): void {
  const target = statement.targets[0];
  if (statement.derivative || target?.kind !== 'real') return;
  if (!seen.has(target.id)) {
    if (SAFE.has(statement.operation)) return;
    needed.add(target.id);
  }
  // A value that is tested tells of what it carries.
  for (const index of carriedBy(statement)) {
    const atom = statement.arguments[index];
    if (atom?.tag === 'variable') seen.add(atom.id);
  }
}

function visit(
  statement: Exclude<Statement, Operation>,
  seen: Set<number>,
  mark: (atom: Atom | undefined) => void,
  needed: Set<number>,
  depth: number,
): void {
  const isSeen = (variable: Variable): boolean => seen.has(variable.id);
  switch (statement.tag) {
    case 'move':
      statement.targets.forEach((target, i) => {
        if (statement.finite && target.kind === 'real' && !isSeen(target)) needed.add(target.id);
        if (statement.finite || isSeen(target)) mark(statement.values[i]);
      });
      return;
    case 'if': {
      const tested = statement.targets.map(isSeen);
      untested(statement.consequent, tested, needed, depth);
      untested(statement.alternative, tested, needed, depth);
      return;
    }
    case 'for': {
      // A parameter is carried if the body carries it into the next one, and the last one is tested: after the loop,
      // if nothing else tests it.
      const { body, parameters, initial, targets } = statement;
      const tested = targets.map((target, i) => isSeen(target) || isComputed(body, body.results[i]));
      const candidates = carried(body, parameters, tested, needed, depth);
      initial.forEach((atom, i) => {
        if (candidates[i] === true) mark(atom);
      });
      targets.forEach((target, i) => {
        if (candidates[i] === true && !isSeen(target)) needed.add(target.id);
      });
      return;
    }
    case 'while': {
      untested(statement.exit, statement.targets.map(isSeen), needed, depth);
      untested(
        statement.body,
        statement.parameters.map(() => false),
        needed,
        depth,
      );
      untested(statement.header, [false], needed, depth);
      return;
    }
    case 'build':
      untested(
        statement.body,
        statement.body.results.map(() => false),
        needed,
        depth,
      );
      return;
    default:
  }
}

/** Whether a result of a block is a real that an operation of the program, not of a derivative, computes. */
function isComputed({ statements }: Block, result: Atom | undefined): boolean {
  if (result?.tag !== 'variable' || result.kind !== 'real') return false;
  const made = statements.find(({ targets }) => targets.some(({ id }) => id === result.id));
  return made?.tag === 'operation' && !made.derivative;
}

/**
 * Returns which parameters of a loop are tested in the end, whatever the number of rounds, and adds to `needed` what its
 * body needs then.
 */
function carried(
  body: Block,
  parameters: readonly Variable[],
  tested: readonly boolean[],
  needed: Set<number>,
  depth: number,
): readonly boolean[] {
  // A loop inside another is looked at for each set of candidates of the other.
  let candidates = depth > DEEPEST ? tested.map(() => false) : tested;
  for (;;) {
    const found = new Set<number>();
    const seen = untested(body, candidates, found, depth);
    const next = candidates.map((each, i) => each && seen.has(parameters[i]?.id ?? -1));
    if (next.every((each, i) => each === candidates[i])) {
      for (const id of found) needed.add(id);
      return next;
    }
    candidates = next;
  }
}
