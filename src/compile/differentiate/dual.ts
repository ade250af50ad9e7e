import { internalError } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import { itemWidth } from '../ir/atoms';
import { Builder, type Numbers, realConstant } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Block, Call, FunctionId, Statement, Variable } from '../ir/tree';
import { timesPartial } from './partials';
import { absent, holdsReal } from './reals';

/** The forward derivatives of all functions of a program share this. */
export interface Duals {
  readonly numbers: Numbers;
  /** The variables that are shadows: reals are added to them later, so they have tangents though nothing in them has. */
  readonly shadows: Set<number>;
  /** Whether a function keeps values on the stack or takes them: then it has tangents whatever its arguments are. */
  isHalf(id: FunctionId): boolean;
  /**
   * Returns the function that computes the tangents, too, of all results that hold reals, from those of some parameters.
   * `origin` is the place of the call.
   */
  function(id: FunctionId, given: readonly boolean[], origin: Span): FunctionId;
}

/**
 * The forward derivative of a block: next to every real that depends on what is differentiated stands its tangent, next
 * to data that holds such reals data of the same layout with their tangents. What is absent there is 0. This takes
 * every statement, those of reverse derivatives too, so derivatives nest.
 */
export class Dual {
  private readonly duals: Duals;
  private readonly tangents = new Map<number, Atom | undefined>();

  constructor(duals: Duals) {
    this.duals = duals;
  }

  set({ id }: Variable, tangent: Atom | undefined): void {
    this.tangents.set(id, tangent);
    // Tangents are added to the tangents of a shadow.
    if (tangent?.tag === 'variable' && this.duals.shadows.has(id)) this.duals.shadows.add(tangent.id);
  }

  /** Returns the tangent of an atom; undefined if it is 0. */
  get(atom: Atom | undefined): Atom | undefined {
    return atom?.tag === 'variable' ? this.tangents.get(atom.id) : undefined;
  }

  /** Returns the tangent of an atom that holds reals: 0, or absent data, if there is none. */
  tangentOf(atom: Atom): Atom {
    return this.get(atom) ?? absent(atom.kind);
  }

  block({ statements }: Pick<Block, 'statements'>, builder: Builder): void {
    for (const statement of statements) {
      builder.origin = statement.origin;
      this.statement(statement, builder);
    }
  }

  /** Writes a block inside a statement, and returns it with the tangents of those results that are asked for. */
  private inner(block: Block, builder: Builder, of: readonly number[]): Block {
    return builder.block([...block.results, ...of.map((i) => this.tangentOf(atomAt(block.results, i)))]);
  }

  /** Returns the places of the atoms that hold reals. */
  private holding(atoms: readonly { readonly kind: Kind }[]): readonly number[] {
    return atoms.flatMap(({ kind }, i) => (holdsReal(kind) ? [i] : []));
  }

  /** Returns fresh variables for the tangents of variables, and records them. */
  private fresh(variables: readonly Variable[], of: readonly number[]): readonly Variable[] {
    return of.map((i) => {
      const variable = variables[i] ?? internalError('a variable');
      const tangent = this.duals.numbers.variable(variable.kind);
      this.set(variable, tangent);
      return tangent;
    });
  }

  /** Returns what data of tangents has in place of a part. */
  private part(part: Atom): Atom {
    return holdsReal(part.kind) ? this.tangentOf(part) : part;
  }

  private statement(statement: Statement, builder: Builder): void {
    const { targets } = statement;
    const { shadows, numbers } = this.duals;
    const isMoved = (atoms: readonly Atom[]): boolean =>
      atoms.some((atom) => this.get(atom) !== undefined) || targets.some(({ id }) => shadows.has(id));
    switch (statement.tag) {
      case 'move':
        builder.statements.push(statement);
        targets.forEach((each, i) => {
          this.set(each, this.get(statement.values[i]));
        });
        return;
      case 'operation': {
        builder.statements.push(statement);
        const work = new Builder(numbers, statement.origin, true);
        this.set(targetOf(statement), this.tangentOfOperation(statement, work, builder));
        return;
      }
      case 'construct': {
        builder.statements.push(statement);
        if (!isMoved(statement.fields)) return;
        const target = targetOf(statement);
        const fields = statement.fields.map((field) => this.part(field));
        this.set(target, builder.one(target.kind, { ...statement, fields }));
        return;
      }
      case 'array': {
        builder.statements.push(statement);
        if (!isMoved(statement.items.flat())) return;
        const target = targetOf(statement);
        const items = statement.items.map((item) => item.map((part) => this.part(part)));
        this.set(target, builder.one(target.kind, { tag: 'array', items }));
        return;
      }
      case 'field': {
        builder.statements.push(statement);
        const value = this.get(statement.value);
        const target = targetOf(statement);
        if (value === undefined || !holdsReal(target.kind)) return;
        this.set(target, builder.one(target.kind, { ...statement, value }));
        return;
      }
      case 'item': {
        builder.statements.push(statement);
        const array = this.get(statement.array);
        if (array === undefined) return;
        const parts = builder.add(
          targets.map(({ kind }) => kind),
          { ...statement, array, checked: false, absentIsZero: true },
        );
        targets.forEach((each, i) => {
          if (holdsReal(each.kind)) this.set(each, atomAt(parts, i));
        });
        return;
      }
      case 'update': {
        builder.statements.push(statement);
        const target = targetOf(statement);
        if (!holdsReal(target.kind)) return;
        const array = this.get(statement.array) ?? internalError('an array that is updated has a tangent');
        const values = statement.values.map((value) => this.part(value));
        this.set(target, builder.one(target.kind, { ...statement, array, values }));
        return;
      }
      case 'spine':
      case 'rest': {
        builder.statements.push(statement);
        const list = this.get(statement.list);
        if (list === undefined) return;
        const target = targetOf(statement);
        this.set(target, builder.one(target.kind, { ...statement, list }));
        return;
      }
      case 'build': {
        const inner = builder.inner();
        this.block(statement.body, inner);
        const { results } = statement.body;
        let at = 0;
        const arrays = targets.map((each) => {
          const parts = results.slice(at, (at += itemWidth(each.kind)));
          return { each, parts };
        });
        const moved = arrays.filter(
          ({ each, parts }) =>
            shadows.has(each.id) ||
            (statement.updated === true && holdsReal(each.kind)) ||
            parts.some((part) => this.get(part) !== undefined),
        );
        const tangents = moved.map(({ each }) => numbers.variable(each.kind));
        builder.statements.push({
          ...statement,
          body: inner.block([...results, ...moved.flatMap(({ parts }) => parts.map((part) => this.part(part)))]),
          targets: [...targets, ...tangents],
        });
        moved.forEach(({ each }, i) => {
          this.set(each, atomAt(tangents, i));
        });
        return;
      }
      case 'if': {
        const [first, second] = [builder.inner(), builder.inner()];
        this.block(statement.consequent, first);
        this.block(statement.alternative, second);
        const { consequent, alternative } = statement;
        const of = this.holding(targets).filter((i) =>
          [consequent, alternative].some(({ results }) => this.get(results[i]) !== undefined),
        );
        const made = {
          ...statement,
          consequent: this.inner(consequent, first, of),
          alternative: this.inner(alternative, second, of),
        };
        builder.statements.push({ ...made, targets: [...targets, ...this.fresh(targets, of)] });
        return;
      }
      case 'for': {
        const { parameters, initial, body } = statement;
        const of = this.holding(parameters);
        const first = of.map((i) => this.tangentOf(atomAt(initial, i)));
        const inner = builder.inner();
        const own = this.fresh(parameters, of);
        this.block(body, inner);
        const made = {
          ...statement,
          parameters: [...parameters, ...own],
          initial: [...initial, ...first],
          body: this.inner(body, inner, of),
        };
        builder.statements.push({ ...made, targets: [...targets, ...this.fresh(targets, of)] });
        return;
      }
      case 'while': {
        const { parameters, initial, header, exit, body } = statement;
        const of = this.holding(parameters);
        const first = of.map((i) => this.tangentOf(atomAt(initial, i)));
        const own = this.fresh(parameters, of);
        const [head, out, round] = [builder.inner(), builder.inner(), builder.inner()];
        this.block(header, head);
        this.block(exit, out);
        this.block(body, round);
        const ends = this.holding(targets);
        const made = {
          ...statement,
          parameters: [...parameters, ...own],
          initial: [...initial, ...first],
          header: head.block(header.results),
          exit: this.inner(exit, out, ends),
          body: this.inner(body, round, of),
        };
        builder.statements.push({ ...made, targets: [...targets, ...this.fresh(targets, ends)] });
        return;
      }
      case 'call':
        this.call(statement, builder);
        return;
      case 'shadow': {
        builder.statements.push(statement);
        const target = targetOf(statement);
        this.set(target, builder.one(target.kind, { tag: 'shadow', of: statement.of }));
        return;
      }
      case 'accumulate': {
        builder.statements.push(statement);
        const amount = this.get(statement.amount) ?? (statement.replaces ? realConstant(0) : undefined);
        const shadow = this.get(statement.shadow);
        if (amount !== undefined && shadow !== undefined) builder.add([], { ...statement, shadow, amount });
        return;
      }
      case 'keep': {
        builder.statements.push(statement);
        const array = this.get(statement.array);
        if (array === undefined) return;
        builder.add([], { ...statement, array, values: statement.values.map((value) => this.part(value)) });
        return;
      }
      case 'addAll': {
        builder.statements.push(statement);
        const value = this.get(statement.value);
        const shadow = this.get(statement.shadow);
        if (value === undefined || shadow === undefined) return;
        builder.add([], { ...statement, shadow, value, lenient: true });
        return;
      }
      case 'push': {
        const of = this.holding(statement.values);
        const tangents = of.map((i) => this.tangentOf(atomAt(statement.values, i)));
        builder.statements.push({ ...statement, values: [...statement.values, ...tangents] });
        return;
      }
      case 'pop':
        builder.statements.push({ ...statement, targets: [...targets, ...this.fresh(targets, this.holding(targets))] });
        return;
      case 'derivative':
        internalError('derivatives are written out before');
        return;
      default:
        builder.statements.push(statement);
    }
  }

  private tangentOfOperation(
    statement: Extract<Statement, { tag: 'operation' }>,
    work: Builder,
    builder: Builder,
  ): Atom | undefined {
    let sum: Atom | undefined;
    statement.arguments.forEach((argument, i) => {
      const tangent = this.get(argument);
      const amount = tangent && timesPartial(statement, i, tangent, work);
      if (amount !== undefined) sum = sum === undefined ? amount : work.operation('add', sum, amount);
    });
    builder.statements.push(...work.statements);
    return sum;
  }

  private call(statement: Call, builder: Builder): void {
    const { arguments: given, targets, callee, origin } = statement;
    const isHalf = this.duals.isHalf(callee);
    const of = this.holding(given).filter((i) => isHalf || this.get(given[i]) !== undefined);
    if (of.length === 0 && !isHalf) {
      builder.statements.push(statement);
      return;
    }
    const results = this.holding(targets);
    const updates = statement.updates?.flatMap((each) => {
      const [argument, result] = [of.indexOf(each.argument), results.indexOf(each.result)];
      if (argument < 0) return each;
      return [each, { ...each, argument: given.length + argument, result: targets.length + result }];
    });
    const function_ = this.duals.function(
      callee,
      given.map((_, i) => of.includes(i)),
      origin,
    );
    const tangents = of.map((i) => this.tangentOf(atomAt(given, i)));
    builder.statements.push({
      ...statement,
      callee: function_,
      arguments: [...given, ...tangents],
      ...(updates === undefined ? {} : { updates }),
      targets: [...targets, ...this.fresh(targets, results)],
    });
  }
}

function targetOf({ targets: [target] }: Statement): Variable {
  return target ?? internalError('a target');
}

function atomAt(atoms: readonly Atom[], index: number): Atom {
  return atoms[index] ?? internalError('an atom');
}
