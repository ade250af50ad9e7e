import { operationRow } from '../../language/operations/table';
import { WASM } from '../../language/operations/wasm';
import { atomsIn, innerBlocks, rebuilt } from '../ir/blocks';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, For, If, Statement, While } from '../ir/tree';

/**
 * Drops what has no effect and whose results nothing uses: statements, parameters of loops, results of branches. A
 * statement that can stop the run has an effect.
 */
export function withoutDead(block: Block): Block {
  const liveness = new Liveness();
  liveness.index(block, undefined);
  for (const result of block.results) liveness.need(result);
  liveness.spread();
  return liveness.kept(block);
}

class Liveness {
  /** What a variable needs: the statement that binds it, and the atoms that it is computed from. */
  private readonly origins = new Map<number, { readonly statement: Statement; readonly atoms: readonly Atom[] }>();
  private readonly around = new Map<Statement, Statement | undefined>();
  private readonly live = new Set<number>();
  private readonly alive = new Set<Statement>();
  private readonly pending: number[] = [];

  need(atom: Atom): void {
    if (atom.tag !== 'variable' || this.live.has(atom.id)) return;
    this.live.add(atom.id);
    this.pending.push(atom.id);
  }

  spread(): void {
    for (let id = this.pending.pop(); id !== undefined; id = this.pending.pop()) {
      const origin = this.origins.get(id);
      if (origin === undefined) continue;
      this.keep(origin.statement);
      for (const atom of origin.atoms) this.need(atom);
    }
  }

  /** A statement that stays needs those around it, and what decides whether and how often it runs. */
  private keep(statement: Statement): void {
    if (this.alive.has(statement)) return;
    this.alive.add(statement);
    const around = this.around.get(statement);
    if (around !== undefined) this.keep(around);
    for (const atom of controlOf(statement)) this.need(atom);
  }

  index(block: Block, around: Statement | undefined): void {
    for (const statement of block.statements) {
      this.around.set(statement, around);
      const { targets } = statement;
      const bind = (id: number, atoms: readonly (Atom | undefined)[]): void => {
        this.origins.set(id, { statement, atoms: atoms.flatMap((atom) => atom ?? []) });
      };
      switch (statement.tag) {
        case 'move':
          targets.forEach(({ id }, i) => {
            bind(id, [statement.values[i]]);
          });
          break;
        case 'if':
          targets.forEach(({ id }, i) => {
            bind(id, [statement.consequent.results[i], statement.alternative.results[i]]);
          });
          break;
        case 'for':
          targets.forEach(({ id }, i) => {
            bind(id, [statement.parameters[i]]);
          });
          statement.parameters.forEach(({ id }, i) => {
            bind(id, [statement.initial[i], statement.body.results[i]]);
          });
          break;
        case 'while':
          targets.forEach(({ id }, i) => {
            bind(id, [statement.exit.results[i]]);
          });
          statement.parameters.forEach(({ id }, i) => {
            bind(id, [statement.initial[i], statement.body.results[i]]);
          });
          break;
        case 'build': {
          let part = 0;
          for (const { id, kind } of targets) {
            const width = typeof kind === 'object' && kind.tag === 'array' ? kind.item.length : 0;
            bind(id, statement.body.results.slice(part, (part += width)));
          }
          break;
        }
        default:
          for (const { id } of targets) bind(id, atomsIn(statement));
      }
      for (const inner of innerBlocks(statement)) this.index(inner.block, statement);
      if (hasEffect(statement)) {
        this.keep(statement);
        if (innerBlocks(statement).length === 0 || statement.tag === 'derivative') {
          for (const atom of atomsIn(statement)) this.need(atom);
        }
        if (statement.tag === 'derivative') for (const atom of statement.body.results) this.need(atom);
      }
    }
  }

  kept(block: Block): Block {
    const statements = flatMapSame(block.statements, (each) => (this.alive.has(each) ? this.part(each) : NOTHING));
    return blockOf(block, statements, block.results);
  }

  /** Returns a statement without those of its results that nothing uses. */
  private part(given: Statement): Statement {
    const statement = rebuilt(given, {
      atom: (atom) => atom,
      bind: (variable) => variable,
      block: (inner) => this.kept(inner),
    });
    const isLive = ({ id }: { readonly id: number }): boolean => this.live.has(id);
    const isWhole =
      statement.targets.every(isLive) &&
      (statement.tag === 'for' || statement.tag === 'while' ? statement.parameters.every(isLive) : true);
    if (isWhole) return statement;
    switch (statement.tag) {
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
          const width = typeof kind === 'object' && kind.tag === 'array' ? kind.item.length : 0;
          const own = statement.body.results.slice(part, (part += width));
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

const NOTHING: readonly Statement[] = [];

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
    case 'operation':
      return !statement.derivative && !cannotFail(statement);
    case 'item':
      return statement.checked;
    case 'move':
      return statement.finite;
    case 'build':
      return !isCount(statement.count);
    case 'while':
    case 'call':
    case 'fail':
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

function cannotFail({ operation }: Extract<Statement, { tag: 'operation' }>): boolean {
  return operationRow(operation).result === 'bool' && WASM[operation].within === undefined;
}
