import { operationRow } from '../../language/operations/table';
import type { PartialTerm } from '../../language/operations/operation';
import { atomsIn, visit } from '../ir/blocks';
import { freeOf } from '../ir/free';
import { ById } from '../ir/by-id';
import type { Atom, Block, FunctionId, Operation, Statement } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { holdsReal } from './reals';

/**
 * The variables on which results depend other than by conditions, indices and operations without a derivative. The adjoints
 * of others are 0.
 */
export class Usefulness {
  /** Which parameters of functions are useful for their results. */
  private readonly parameters = new Map<FunctionId, readonly boolean[]>();

  constructor(functions: ReadonlyMap<FunctionId, IrFunction>) {
    const called = new Set<FunctionId>();
    for (const { body } of functions.values()) {
      visit(body, (statement) => {
        if (statement.tag === 'call') called.add(statement.callee);
      });
    }
    // Functions may call one another: what is known of them grows until it is stable.
    for (let changed = true; changed;) {
      changed = false;
      for (const { id, parameters, body } of functions.values()) {
        if (!called.has(id)) continue;
        const useful = this.in(body);
        const next = parameters.map((parameter) => useful.has(parameter.id));
        const before = this.parameters.get(id);
        if (next.some((each, i) => each && before?.[i] !== true)) changed = true;
        this.parameters.set(id, next);
      }
    }
  }

  /** Returns what is useful for the results of a block. */
  in(block: Block): ReadonlySet<number> {
    const origins = new ById<Statement>();
    visit(block, (statement) => {
      const { targets } = statement;
      const bound = 'parameters' in statement ? [...targets, ...statement.parameters] : targets;
      for (const { id } of bound) origins.set(id, statement);
    });
    const useful = new Set<number>();
    const pending: Atom[] = [...block.results];
    for (let atom = pending.pop(); atom !== undefined; atom = pending.pop()) {
      if (atom.tag !== 'variable' || !holdsReal(atom.kind) || useful.has(atom.id)) continue;
      useful.add(atom.id);
      const origin = origins.get(atom.id);
      if (origin?.tag === 'operation') {
        const { partials } = operationRow(origin.operation);
        let at = 0;
        for (const source of origin.arguments) if (!isZero(partials[at++])) pending.push(source);
      } else if (origin !== undefined) {
        for (const source of this.sourcesOf(origin, atom.id)) pending.push(source);
      }
    }
    return useful;
  }

  /** Returns what a target or parameter of a statement depends on. */
  private sourcesOf(statement: Exclude<Statement, Operation>, id: number): readonly Atom[] {
    const at = statement.targets.findIndex((target) => target.id === id);
    const own = <T>(all: readonly T[], i = at): readonly T[] => all.slice(i, i + 1);
    switch (statement.tag) {
      case 'move':
        return own(statement.values);
      case 'item':
        return [statement.array];
      case 'build':
        return statement.body.results;
      case 'if':
        return [...own(statement.consequent.results), ...own(statement.alternative.results)];
      case 'for':
      case 'while': {
        if (statement.tag === 'while' && at >= 0) return own(statement.exit.results);
        const { parameters, initial, body, targets } = statement;
        const parameter = at >= 0 ? at : parameters.findIndex((each) => each.id === id);
        // The way back of a counted loop takes its parameters and targets together.
        const end = statement.tag === 'for' ? own(targets, parameter) : [];
        return [...end, ...own(parameters, parameter), ...own(initial, parameter), ...own(body.results, parameter)];
      }
      case 'call': {
        const which = this.parameters.get(statement.callee);
        // A function is differentiated for all of its results.
        return [...statement.arguments.filter((_, i) => which?.[i]), ...statement.targets];
      }
      case 'derivative': {
        const { body, targets } = statement;
        return [...atomsIn(statement), ...freeOf(body.statements, body.results), ...targets];
      }
      default:
        return atomsIn(statement);
    }
  }
}

/** Whether a partial derivative is 0 everywhere. */
export function isZero(partial: PartialTerm | undefined): boolean {
  return partial === undefined || (partial.tag === 'real' && partial.value === 0);
}
