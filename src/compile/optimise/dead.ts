import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import { itemWidth } from '../ir/atoms';
import { atomsIn, innerBlocks, withBlocks } from '../ir/blocks';
import { ById } from '../ir/by-id';
import { blockOf, flatMapSame, joined } from '../ir/same';
import type { Atom, Block, For, If, Operation, Statement, Variable, While } from '../ir/tree';

/**
 * Drops what has no effect and whose results nothing uses: statements, parameters of loops, results of branches. A
 * statement that can stop the run has an effect.
 */
export function withoutDead(block: Block): Block {
  const liveness = new Liveness();
  liveness.needAll(block.results);
  liveness.mark(block);
  return liveness.kept(block);
}

class Liveness {
  /** The variables that something uses which stays. */
  private readonly live = new ById<true>();

  private readonly isLive = ({ id }: Variable): boolean => this.live.get(id) === true;

  private need(atom: Atom | undefined): void {
    if (atom?.tag === 'variable') this.live.set(atom.id, true);
  }

  needAll(atoms: readonly Atom[]): void {
    for (const atom of atoms) this.need(atom);
  }

  /**
   * Marks what a block needs, from its last statement to its first, since what uses a variable comes after what binds it. Says
   * whether a statement stays.
   */
  mark({ statements }: Block): boolean {
    let stays = false;
    for (let at = statements.length - 1; at >= 0; at--) {
      const statement = statements[at];
      if (statement === undefined) continue;
      if (statement.tag === 'operation' ? this.operation(statement) : this.other(statement)) stays = true;
    }
    return stays;
  }

  private operation(statement: Operation): boolean {
    const { operation, arguments: given, derivative, targets } = statement;
    const target = targets[0] ?? internalError('a target');
    if (!this.isLive(target)) {
      if (derivative || cannotFail(operation)) return false;
      this.need(target);
    }
    this.needAll(given);
    return true;
  }

  /** Marks what a statement needs if it stays; says whether it does. */
  private other(statement: Exclude<Statement, Operation>): boolean {
    const { targets } = statement;
    switch (statement.tag) {
      case 'move':
        // A value that must be finite is tested, whether it is used or not.
        targets.forEach((target, i) => {
          if (statement.finite || this.isLive(target)) this.need(statement.values[i]);
        });
        return this.isAlive(statement, false);
      case 'if': {
        const { condition, consequent, alternative } = statement;
        targets.forEach((target, i) => {
          if (!this.isLive(target)) return;
          this.need(consequent.results[i]);
          this.need(alternative.results[i]);
        });
        const arms = [this.mark(consequent), this.mark(alternative)];
        return this.isAlive(statement, arms.includes(true)) && this.decides(condition);
      }
      case 'build': {
        const { body, count } = statement;
        this.needAll(partsOf(targets, this.isLive, body.results));
        return this.isAlive(statement, this.mark(body)) && this.decides(count);
      }
      case 'for': {
        const { parameters, body, count } = statement;
        targets.forEach((target, i) => {
          if (this.isLive(target)) this.need(parameters[i]);
        });
        const inside = this.rounds(statement, () => this.mark(body));
        return this.isAlive(statement, inside) && this.decides(count);
      }
      case 'while': {
        const { header, exit, body } = statement;
        targets.forEach((target, i) => {
          if (this.isLive(target)) this.need(exit.results[i]);
        });
        this.needAll(header.results);
        this.mark(exit);
        this.rounds(statement, () => {
          this.mark(body);
          return this.mark(header);
        });
        return true;
      }
      case 'derivative':
        this.needAll(atomsIn(statement));
        this.needAll(statement.body.results);
        this.mark(statement.body);
        return true;
      default:
        if (!this.isAlive(statement, false)) return false;
        this.needAll(atomsIn(statement));
        return true;
    }
  }

  /** Whether a statement stays, `inside` if one of the blocks inside it does. */
  private isAlive(statement: Statement, inside: boolean): boolean {
    return inside || hasEffect(statement) || statement.targets.some(this.isLive);
  }

  /** Needs what decides whether, or how often, the blocks inside a statement run. */
  private decides(atom: Atom): true {
    this.need(atom);
    return true;
  }

  /** Marks what rounds need until no more parameters are live than before; says whether a statement in them stays. */
  private rounds({ parameters, initial, body }: For | While, mark: () => boolean): boolean {
    const known = parameters.map(() => false);
    const spread = (): boolean => {
      let isMore = false;
      parameters.forEach((parameter, i) => {
        if (known[i] === true || !this.isLive(parameter)) return;
        known[i] = isMore = true;
        this.need(initial[i]);
        this.need(body.results[i]);
      });
      return isMore;
    };
    for (;;) {
      while (spread());
      const stays = mark();
      if (!spread()) return stays;
    }
  }

  private readonly keptInside = (block: Block): Block => this.kept(block);

  kept(block: Block): Block {
    const statements = flatMapSame(block.statements, (statement) => {
      if (statement.tag !== 'operation') return this.part(statement);
      return this.isLive(statement.targets[0] ?? internalError('a target')) ? statement : NOTHING;
    });
    return blockOf(block, statements, block.results);
  }

  /** Returns a statement without those of its results that nothing uses. */
  private part(given: Exclude<Statement, Operation>): Statement | readonly Statement[] {
    const statement = withBlocks(given, this.keptInside);
    const inside = innerBlocks(statement);
    const isFull = inside.some(({ block }) => block.statements.length > 0);
    if (!this.isAlive(statement, isFull)) return NOTHING;
    if (inside.length === 0 && given.tag !== 'move') return given;
    const { isLive } = this;
    const isWhole =
      statement.targets.every(isLive) && (statement.tag !== 'while' || statement.parameters.every(isLive));
    if (isWhole) return statement;
    switch (statement.tag) {
      case 'move': {
        if (statement.finite) return statement;
        const stays = statement.targets.map(isLive);
        return { ...statement, targets: chosen(statement.targets, stays), values: chosen(statement.values, stays) };
      }
      case 'if':
        return this.branch(statement, statement.targets.map(isLive));
      case 'for':
        return this.loop(statement, statement.parameters.map(isLive));
      case 'while': {
        const targets = statement.targets.map(isLive);
        const { exit } = statement;
        const made = this.loop(statement, statement.parameters.map(isLive));
        return {
          ...made,
          exit: { ...exit, results: chosen(exit.results, targets) },
          targets: chosen(statement.targets, targets),
        };
      }
      case 'build': {
        const stays = statement.targets.map(isLive);
        const results = partsOf(statement.targets, isLive, statement.body.results);
        return { ...statement, targets: chosen(statement.targets, stays), body: { ...statement.body, results } };
      }
      default:
        return statement;
    }
  }

  private branch(statement: If, stays: readonly boolean[]): If {
    const { consequent, alternative } = statement;
    return {
      ...statement,
      targets: chosen(statement.targets, stays),
      consequent: { ...consequent, results: chosen(consequent.results, stays) },
      alternative: { ...alternative, results: chosen(alternative.results, stays) },
    };
  }

  private loop<Loop extends For | While>(statement: Loop, stays: readonly boolean[]): Loop {
    const { parameters, initial, body } = statement;
    return {
      ...statement,
      parameters: chosen(parameters, stays),
      initial: chosen(initial, stays),
      body: { ...body, results: chosen(body.results, stays) },
      ...(statement.tag === 'for' ? { targets: chosen(statement.targets, stays) } : {}),
    };
  }
}

const NOTHING: readonly Statement[] = [];

/** Returns the parts of the items of those arrays that are wanted, among the parts of all. */
function partsOf(
  arrays: readonly Variable[],
  isWanted: (array: Variable) => boolean,
  parts: readonly Atom[],
): readonly Atom[] {
  let part = 0;
  return joined(
    arrays.map((array) => {
      const own = parts.slice(part, (part += itemWidth(array.kind)));
      return isWanted(array) ? own : [];
    }),
  );
}

function chosen<T>(all: readonly T[], which: readonly boolean[]): readonly T[] {
  return all.filter((_, i) => which[i] === true);
}

/** Whether a statement stays though nothing uses its results; those inside it are asked one by one. */
function hasEffect(statement: Statement): boolean {
  switch (statement.tag) {
    case 'item':
      return statement.checked;
    case 'move':
      return statement.finite;
    case 'build':
      return !isCount(statement.count);
    case 'while':
    case 'call':
    case 'fail':
    case 'note':
    case 'watched':
    case 'accumulate':
    case 'addAll':
    case 'link':
    case 'keep':
    case 'push':
    case 'pop':
    case 'mark':
    case 'release':
    case 'derivative':
      return true;
    default:
      return false;
  }
}

function isCount(count: Atom): boolean {
  return count.tag === 'constant' && Number(count.value) >= 0;
}

/** Whether an operation has a value at all arguments: comparisons do, and ints are reals. */
function cannotFail(operation: OperationName): boolean {
  let known = CANNOT_FAIL.get(operation);
  if (known === undefined) {
    known =
      operation === 'toReal' || (operationRow(operation).result === 'bool' && WASM[operation].within === undefined);
    CANNOT_FAIL.set(operation, known);
  }
  return known;
}

const CANNOT_FAIL = new Map<OperationName, boolean>();
