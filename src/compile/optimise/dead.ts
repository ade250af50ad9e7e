import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { WASM } from '../../language/operations/wasm';
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
  for (const result of block.results) liveness.need(result);
  liveness.spread();
  return liveness.kept(block, entries);
}

/** A statement, the one around it, and those of the blocks inside it. */
interface Entry {
  readonly statement: Statement;
  /** The statement as an operation: most are, and a need of one's target is a need of it all. */
  readonly operation: Operation | undefined;
  readonly around: Entry | undefined;
  isAlive: boolean;
  inside: readonly (readonly Entry[])[];
}

class Liveness {
  /** The statement that binds a variable. */
  private readonly origins = new ById<Entry>();
  private readonly live = new Set<number>();
  private readonly pending: number[] = [];

  need(atom: Atom | undefined): void {
    if (atom?.tag !== 'variable') return;
    const { id } = atom;
    const origin = this.origins.get(id);
    if (origin?.operation !== undefined) {
      if (!origin.isAlive) this.pending.push(id);
    } else if (!this.live.has(id)) {
      this.live.add(id);
      this.pending.push(id);
    }
  }

  private needAll(atoms: readonly Atom[]): void {
    for (const atom of atoms) this.need(atom);
  }

  spread(): void {
    for (let id = this.pending.pop(); id !== undefined; id = this.pending.pop()) {
      const origin = this.origins.get(id);
      if (origin === undefined || (origin.operation !== undefined && origin.isAlive)) continue;
      this.keep(origin);
      if (origin.operation !== undefined) this.needAll(origin.operation.arguments);
      else this.needSources(origin.statement, id);
    }
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
  private keep(entry: Entry): void {
    if (entry.isAlive) return;
    entry.isAlive = true;
    if (entry.around !== undefined) this.keep(entry.around);
    if (entry.operation === undefined) this.needAll(controlOf(entry.statement));
  }

  index({ statements }: Block, around: Entry | undefined): readonly Entry[] {
    return statements.map((statement) => {
      if (statement.tag === 'operation') return this.indexOperation(statement, around);
      const entry: Entry = { statement, operation: undefined, around, isAlive: false, inside: NO_ENTRIES };
      for (const { id } of statement.targets) this.origins.set(id, entry);
      if (statement.tag === 'for' || statement.tag === 'while') {
        for (const { id } of statement.parameters) this.origins.set(id, entry);
      }
      const blocks = innerBlocks(statement);
      if (blocks.length > 0) entry.inside = blocks.map((inner) => this.index(inner.block, entry));
      if (hasEffect(statement)) {
        this.keep(entry);
        if (blocks.length === 0 || statement.tag === 'derivative') this.needAll(atomsIn(statement));
        if (statement.tag === 'derivative') this.needAll(statement.body.results);
      }
      return entry;
    });
  }

  private indexOperation(statement: Operation, around: Entry | undefined): Entry {
    const entry: Entry = { statement, operation: statement, around, isAlive: false, inside: NO_ENTRIES };
    const target = statement.targets[0];
    if (target !== undefined) this.origins.set(target.id, entry);
    if (!statement.derivative && !cannotFail(statement.operation)) {
      this.keep(entry);
      this.needAll(statement.arguments);
    }
    return entry;
  }

  kept(block: Block, entries: readonly Entry[]): Block {
    let at = 0;
    const statements = flatMapSame(block.statements, () => {
      const entry = entries[at++];
      if (entry?.isAlive !== true) return NOTHING;
      return entry.operation ?? this.part(entry);
    });
    return blockOf(block, statements, block.results);
  }

  /** Returns a statement without those of its results that nothing uses. */
  private part({ statement: given, inside }: Entry): Statement {
    if (inside.length === 0 && given.tag !== 'move') return given;
    let next = 0;
    const statement = withBlocks(given, (inner) => this.kept(inner, inside[next++] ?? []));
    const isLive = ({ id }: { readonly id: number }): boolean => this.live.has(id);
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
