import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import { itemWidth } from '../ir/atoms';
import { atomsIn, innerBlocks, withBlocks } from '../ir/blocks';
import { ById } from '../ir/by-id';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, For, If, Operation, Statement, Variable, While } from '../ir/tree';

/**
 * Drops what has no effect and whose results nothing uses: statements, parameters of loops, results of branches. A
 * statement that can stop the run has an effect.
 */
export function withoutDead(block: Block): Block {
  const liveness = new Liveness();
  const entries = liveness.index(block, undefined);
  liveness.spread(block.results);
  return liveness.kept(block, entries);
}

/** A statement that is no operation, the one around it, and those of the blocks inside it. */
interface Entry {
  readonly tag: 'entry';
  readonly statement: Statement;
  readonly around: Entry | undefined;
  isAlive: boolean;
  inside: readonly (readonly Entry[])[];
}

class Liveness {
  /** The statements that bind variables which are not live. An operation, as most are, stays if its target is live. */
  private readonly origins = new ById<Operation | Entry>();
  /** The statement around an operation, by the operation's target. */
  private readonly around = new ById<Entry>();
  /** The statements that have effects. */
  private readonly effects: (Operation | Entry)[] = [];
  /** Live variables whose sources are still to be found, and the statements that bind them. */
  private readonly pending: number[] = [];
  private readonly binding: (Operation | Entry)[] = [];

  private need(atom: Atom | undefined): void {
    if (atom?.tag !== 'variable') return;
    const origin = this.origins.get(atom.id);
    if (origin === undefined) return;
    this.origins.set(atom.id, undefined);
    this.pending.push(atom.id);
    this.binding.push(origin);
  }

  private needAll(atoms: readonly Atom[]): void {
    for (const atom of atoms) this.need(atom);
  }

  /** Finds what is live: results, and what statements with effects use. */
  spread(results: readonly Atom[]): void {
    for (const each of this.effects) {
      if (each.tag === 'operation') this.need(each.targets[0]);
      else this.keepEffect(each);
    }
    this.needAll(results);
    for (let id = this.pending.pop(); id !== undefined; id = this.pending.pop()) {
      const origin = this.binding.pop() ?? internalError('what binds it');
      if (origin.tag === 'operation') {
        this.keep(this.around.get(id));
        this.needAll(origin.arguments);
      } else {
        this.keep(origin);
        this.needSources(origin.statement, id);
      }
    }
  }

  private keepEffect(entry: Entry): void {
    const { statement, inside } = entry;
    this.keep(entry);
    if (inside.length === 0 || statement.tag === 'derivative') this.needAll(atomsIn(statement));
    if (statement.tag === 'derivative') this.needAll(statement.body.results);
  }

  /** Needs the atoms that a variable is computed from, a target or a parameter of a statement. */
  private needSources(statement: Statement, id: number): void {
    switch (statement.tag) {
      case 'move':
        this.need(statement.values[positionIn(statement.targets, id)]);
        return;
      case 'if': {
        const at = positionIn(statement.targets, id);
        this.need(statement.consequent.results[at]);
        this.need(statement.alternative.results[at]);
        return;
      }
      case 'for':
      case 'while': {
        const at = positionIn(statement.targets, id);
        if (at >= 0) {
          this.need(statement.tag === 'for' ? statement.parameters[at] : statement.exit.results[at]);
          return;
        }
        const parameter = positionIn(statement.parameters, id);
        this.need(statement.initial[parameter]);
        this.need(statement.body.results[parameter]);
        return;
      }
      case 'build': {
        const at = positionIn(statement.targets, id);
        const [start, end] = [at, at + 1].map((last) =>
          statement.targets.slice(0, last).reduce((sum, { kind }) => sum + itemWidth(kind), 0),
        );
        this.needAll(statement.body.results.slice(start, end));
        return;
      }
      default:
        this.needAll(atomsIn(statement));
    }
  }

  /** A statement that stays needs those around it, and what decides whether and how often it runs. */
  private keep(entry: Entry | undefined): void {
    if (entry === undefined || entry.isAlive) return;
    entry.isAlive = true;
    this.keep(entry.around);
    this.needAll(controlOf(entry.statement));
  }

  index({ statements }: Block, around: Entry | undefined): readonly Entry[] {
    const entries: Entry[] = [];
    for (const statement of statements) {
      if (statement.tag === 'operation') {
        this.indexOperation(statement, around);
        continue;
      }
      const entry: Entry = { tag: 'entry', statement, around, isAlive: false, inside: NO_ENTRIES };
      entries.push(entry);
      for (const { id } of statement.targets) this.origins.set(id, entry);
      if (statement.tag === 'for' || statement.tag === 'while') {
        for (const { id } of statement.parameters) this.origins.set(id, entry);
      }
      const blocks = innerBlocks(statement);
      if (blocks.length > 0) entry.inside = blocks.map((inner) => this.index(inner.block, entry));
      if (hasEffect(statement)) this.effects.push(entry);
    }
    return entries;
  }

  private indexOperation(statement: Operation, around: Entry | undefined): void {
    const { id } = statement.targets[0] ?? internalError('a target');
    this.origins.set(id, statement);
    if (around !== undefined) this.around.set(id, around);
    if (!statement.derivative && !cannotFail(statement.operation)) this.effects.push(statement);
  }

  kept(block: Block, entries: readonly Entry[]): Block {
    let at = 0;
    const statements = flatMapSame(block.statements, (statement) => {
      if (statement.tag === 'operation') return this.isLive(statement.targets[0]) ? statement : NOTHING;
      const entry = entries[at++];
      return entry?.isAlive === true ? this.part(entry) : NOTHING;
    });
    return blockOf(block, statements, block.results);
  }

  private readonly isLive = (variable: Variable | undefined): boolean =>
    variable !== undefined && this.origins.get(variable.id) === undefined;

  /** Returns a statement without those of its results that nothing uses. */
  private part({ statement: given, inside }: Entry): Statement {
    if (inside.length === 0 && given.tag !== 'move') return given;
    let next = 0;
    const statement = withBlocks(given, (inner) => this.kept(inner, inside[next++] ?? []));
    const { isLive } = this;
    const isWhole =
      statement.targets.every(isLive) && (statement.tag !== 'while' || statement.parameters.every(isLive));
    if (isWhole) return statement;
    switch (statement.tag) {
      case 'move': {
        // A value that must be finite is tested, whether it is used or not.
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
        let part = 0;
        const results = statement.targets.flatMap(({ kind }, i) => {
          const own = statement.body.results.slice(part, (part += itemWidth(kind)));
          return stays[i] === true ? own : [];
        });
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

function positionIn(variables: readonly Variable[], id: number): number {
  return variables.findIndex((each) => each.id === id);
}

const NOTHING: readonly Statement[] = [];
const NO_ENTRIES: Entry['inside'] = [];

function chosen<T>(all: readonly T[], which: readonly boolean[]): readonly T[] {
  return all.filter((_, i) => which[i] === true);
}

/** Returns the atoms that decide whether, or how often, the blocks inside a statement run. */
function controlOf(statement: Statement): readonly Atom[] {
  switch (statement.tag) {
    case 'if':
      return [statement.condition];
    case 'for':
    case 'build':
      return [statement.count];
    case 'while':
      return statement.header.results;
    default:
      return [];
  }
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
