import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import type { Atom, Block, FunctionId, Operation, Statement, Variable } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { visit } from '../ir/blocks';
import { freeOf } from '../ir/free';
import { rootsOf } from '../ir/roots';
import { holdsReal } from './reals';
import { isZero, Usefulness } from './usefulness';

/**
 * Which variables depend on what is differentiated, by their numbers. Functions are analysed once for each set of
 * active parameters.
 */
export class Activity {
  private readonly functions: ReadonlyMap<FunctionId, IrFunction>;
  private readonly usefulness: Usefulness;
  private readonly results = new Map<string, readonly boolean[]>();
  /** The functions whose results are being found; undefined if none are. */
  private open:
    { readonly key: string; readonly given: IrFunction; readonly parameters: readonly boolean[] }[] | undefined;

  constructor(functions: ReadonlyMap<FunctionId, IrFunction>) {
    this.functions = functions;
    this.usefulness = new Usefulness(functions);
  }

  /** Returns what of a block depends on given variables, and matters for its results, and these variables themselves. */
  between(given: readonly Variable[], block: Block): Set<number> {
    const active = new Set(given.map(({ id }) => id));
    this.block(block, active);
    const useful = this.usefulness.in(block);
    for (const id of active) if (!useful.has(id) && !given.some((each) => each.id === id)) active.delete(id);
    activateRoots(block, active);
    return active;
  }

  /** Adds the active variables of a block to `active`, which holds those from outside; says which results are active. */
  block(block: Block, active: Set<number>): readonly boolean[] {
    for (const statement of block.statements) {
      if (statement.tag === 'operation') markOperation(statement, active);
      else this.statement(statement, active);
    }
    return block.results.map((result) => isActive(result, active));
  }

  /** Returns which results of a function are active if these parameters are. */
  function(id: FunctionId, parameters: readonly boolean[]): readonly boolean[] {
    const key = `${id}:${parameters.map(Number).join('')}`;
    const known = this.results.get(key);
    if (known !== undefined) return known;
    const given = this.functions.get(id) ?? internalError('a function');
    this.results.set(key, NONE);
    const found = { key, given, parameters };
    // Functions may call one another: what is known of them grows until it is stable.
    if (this.open !== undefined) {
      this.open.push(found);
      return NONE;
    }
    this.open = [found];
    for (let changed = true; changed;) {
      changed = false;
      for (const each of this.open) if (this.grow(each.key, each.given, each.parameters)) changed = true;
    }
    this.open = undefined;
    return this.results.get(key) ?? NONE;
  }

  /** Finds the results of a function again; says whether more are active than before. */
  private grow(key: string, { parameters, body }: IrFunction, given: readonly boolean[]): boolean {
    const before = this.results.get(key) ?? [];
    const active = new Set(parameters.filter((_, i) => given[i] === true).map(({ id }) => id));
    const next = this.block(body, active);
    this.results.set(key, next);
    return next.some((each, i) => each && before[i] !== true);
  }

  private statement(statement: Exclude<Statement, Operation>, active: Set<number>): void {
    const is = (atom: Atom): boolean => isActive(atom, active);
    const mark = (variables: readonly Variable[], which: (index: number) => boolean): void => {
      variables.forEach((variable, i) => {
        if (which(i) && holdsReal(variable.kind)) active.add(variable.id);
      });
    };
    const { targets } = statement;
    switch (statement.tag) {
      case 'move':
        mark(targets, (i) => isActive(statement.values[i], active));
        return;
      case 'construct':
        mark(targets, () => statement.fields.some(is));
        return;
      case 'field':
        mark(targets, () => is(statement.value));
        return;
      case 'array':
        mark(targets, () => statement.items.flat().some(is));
        return;
      case 'item':
        mark(targets, () => is(statement.array));
        return;
      case 'update':
        mark(targets, () => is(statement.array) || statement.values.some(is));
        return;
      case 'spine':
      case 'rest':
        mark(targets, () => is(statement.list));
        return;
      case 'build': {
        const found = this.block(statement.body, active);
        mark(targets, () => found.some(Boolean));
        return;
      }
      case 'if': {
        const first = this.block(statement.consequent, active);
        const second = this.block(statement.alternative, active);
        mark(targets, (i) => first[i] === true || second[i] === true);
        return;
      }
      case 'for': {
        const { parameters, initial, body } = statement;
        mark(parameters, (i) => isActive(initial[i], active));
        this.untilStable(parameters, active, () => this.block(body, active));
        mark(targets, (i) => isActive(parameters[i], active));
        return;
      }
      case 'while': {
        const { parameters, initial, header, exit, body } = statement;
        mark(parameters, (i) => isActive(initial[i], active));
        this.untilStable(parameters, active, () => {
          this.block(header, active);
          return this.block(body, active);
        });
        const found = this.block(exit, active);
        mark(targets, (i) => found[i] === true);
        return;
      }
      case 'call': {
        const given = statement.arguments.map(is);
        if (!given.some(Boolean)) return;
        const found = this.function(statement.callee, given);
        mark(targets, (i) => found[i] === true);
        return;
      }
      case 'derivative': {
        const reached =
          [...statement.point, ...statement.direction].some(is) ||
          freeOf(statement.body.statements, statement.body.results).some((atom) => isActive(atom, active));
        mark(targets, () => reached);
        return;
      }
      default:
    }
  }

  private untilStable(parameters: readonly Variable[], active: Set<number>, round: () => readonly boolean[]): void {
    for (;;) {
      const next = round();
      const fresh = parameters.filter(({ id, kind }, i) => next[i] === true && holdsReal(kind) && !active.has(id));
      if (fresh.length === 0) return;
      for (const { id } of fresh) active.add(id);
    }
  }
}

function markOperation({ operation, arguments: given, targets }: Operation, active: Set<number>): void {
  const target = targets[0];
  if (target?.kind !== 'real') return;
  const { partials } = operationRow(operation);
  for (let i = 0; i < given.length; i++) {
    if (!isActive(given[i], active) || isZero(partials[i])) continue;
    active.add(target.id);
    return;
  }
}

/**
 * All names of an array that is updated are active if one is: they have one shadow. So are all arrays of reals that a call
 * updates if it has an active result: the callee is differentiated for all of its results.
 */
function activateRoots(block: Block, active: Set<number>): void {
  const roots = [...rootsOf(block)];
  if (roots.length === 0) return;
  for (let size = -1; size < active.size;) {
    size = active.size;
    visit(block, (statement) => {
      const { targets } = statement;
      if (statement.tag !== 'call' || !targets.some(({ id }) => active.has(id))) return;
      for (const { result } of statement.updates ?? []) {
        const target = targets[result];
        if (target !== undefined && holdsReal(target.kind)) active.add(target.id);
      }
    });
    const reached = new Set(roots.flatMap(([id, root]) => (active.has(id) || active.has(root.id) ? [root.id] : [])));
    for (const [id, root] of roots) if (reached.has(root.id)) active.add(id).add(root.id);
  }
  activateRows(block, active);
}

/** The rows of an array are active too if they may be updated. */
function activateRows(block: Block, active: Set<number>): void {
  const updated = new Set<number>();
  visit(block, (statement) => {
    if (statement.tag === 'build' && statement.updated === true)
      for (const { id } of statement.targets) updated.add(id);
  });
  visit(block, (statement) => {
    if (!statement.targets.some(({ id }) => active.has(id))) return;
    const parts =
      statement.tag === 'build' ? statement.body.results : statement.tag === 'update' ? statement.values : [];
    for (const part of parts) {
      if (part.tag === 'variable' && updated.has(part.id) && holdsReal(part.kind)) active.add(part.id);
    }
  });
}

const NONE: readonly boolean[] = [];

export function isActive(atom: Atom | undefined, active: ReadonlySet<number>): atom is Variable {
  return atom?.tag === 'variable' && active.has(atom.id);
}
