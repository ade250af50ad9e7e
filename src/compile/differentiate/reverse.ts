import { internalError } from '../../language/source/internal-error';
import { Builder, intConstant, realConstant, type Numbers } from '../ir/builder';
import { rootsOf } from '../ir/roots';
import type { Kind } from '../ir/kind';
import type {
  Atom,
  Block,
  Call,
  Construct,
  FunctionId,
  If,
  Operation,
  Statement,
  Update,
  Updated,
  Variable,
} from '../ir/tree';
import { isActive } from './activity';
import { Adjoints } from './adjoints';
import { built, counted, uncounted } from './loops';
import { timesPartial } from './partials';
import { absent, holdsReal } from './reals';
import { restore } from './saved';
import { nothing, type Scope, type WayBack, withResults } from './way-back';

/** The two functions that a function becomes. */
export interface Ways {
  /** It gets the arguments, and the shadows of those that are data. */
  readonly there: FunctionId;
  /** It gets the adjoints of the results, then these arguments and their shadows: recursion computes them again, and keeps none. */
  readonly back: FunctionId;
  readonly passed: readonly number[];
  /** Which results depend on the parameters that are active. */
  readonly reached: readonly boolean[];
}

/** The derivatives of all functions of a program share this. */
export interface Derivatives {
  readonly numbers: Numbers;
  /** The variables that are shadows. */
  readonly shadows: Set<number>;
  /** Returns the two functions that a function becomes if these parameters are active. It `updates` some of its arguments. */
  functions(id: FunctionId, active: readonly boolean[], updates?: readonly Updated[]): Ways;
  /** Returns a statement without derivatives inside it. */
  plain(statement: Statement): readonly Statement[];
  /** Writes a derivative inside the function, and returns its way back. */
  inner(statement: Extract<Statement, { tag: 'derivative' }>, reverse: Reverse, there: Builder): WayBack;
}

/**
 * The reverse derivative of a block. The way there computes what the block computes; next to data that is active it makes
 * shadows, in which adjoints add up. The way back goes through the statements in reverse order, and adds to the adjoint
 * of each argument the adjoint of the result times the partial derivative.
 */
export class Reverse implements Scope {
  readonly derivatives: Derivatives;
  readonly numbers: Numbers;
  readonly active: Set<number>;
  private readonly shadows = new Map<number, Atom>();
  /** Names of arrays that are updated: they share the shadow of the array that is bound first. */
  private readonly roots: Map<number, Variable>;

  /** `whole` is the block that is differentiated. */
  constructor(derivatives: Derivatives, active: Set<number>, whole: Block) {
    this.derivatives = derivatives;
    this.numbers = derivatives.numbers;
    this.active = active;
    this.roots = new Map(rootsOf(whole));
  }

  isActive(atom: Atom | undefined): boolean {
    return isActive(atom, this.active);
  }

  setShadow({ id }: Variable, shadow: Atom): void {
    this.shadows.set(id, shadow);
    if (shadow.tag === 'variable') this.derivatives.shadows.add(shadow.id);
  }

  copied(variable: Variable, copy: Variable, atoms: ReadonlyMap<number, Atom>): void {
    if (this.isActive(variable)) this.active.add(copy.id);
    const root = this.roots.get(variable.id);
    if (root === undefined) return;
    const first = atoms.get(root.id) ?? root;
    if (first.tag === 'variable') this.roots.set(copy.id, this.roots.get(first.id) ?? first);
  }

  shadowOf(atom: Atom): Atom {
    if (atom.tag !== 'variable') return absent(atom.kind);
    return this.shadows.get(this.roots.get(atom.id)?.id ?? atom.id) ?? absent(atom.kind);
  }

  /** Whether a variable is data that has a shadow. */
  hasShadow(variable: { readonly kind: Kind } & Atom): boolean {
    return typeof variable.kind === 'object' && this.isActive(variable);
  }

  block({ statements }: Pick<Block, 'statements'>, there: Builder): WayBack {
    const ways = statements.map((statement) => this.there(statement, there));
    return (adjoints, back) => {
      for (let at = statements.length - 1; at >= 0; at--) {
        const [statement, way] = [statements[at], ways[at]];
        if (statement === undefined || way === undefined) continue;
        back.origin = statement.origin;
        if (typeof way === 'function') way(adjoints, back);
        else this.operation(way, adjoints, back);
      }
    };
  }

  /** Writes the way there of a statement, and returns its way back: that of an operation, as most are, is found from it. */
  private there(statement: Statement, there: Builder): WayBack | Operation {
    there.origin = statement.origin;
    if (statement.tag !== 'operation') return this.statement(statement, there);
    there.statements.push(statement);
    return this.isActive(statement.targets[0]) ? statement : nothing;
  }

  private operation(operation: Operation, adjoints: Adjoints, back: Builder): void {
    const amount = adjoints.get(operation.targets[0]);
    if (amount === undefined) return;
    let at = 0;
    for (const argument of operation.arguments) {
      if (this.isActive(argument)) adjoints.add(argument, timesPartial(operation, at, amount, back), back);
      at++;
    }
  }

  private statement(statement: Exclude<Statement, Operation>, there: Builder): WayBack {
    if (!statement.targets.some((target) => this.isActive(target))) {
      there.statements.push(...this.derivatives.plain(statement));
      return nothing;
    }
    switch (statement.tag) {
      case 'if':
        return this.if(statement, there);
      case 'for':
        return counted(this, statement, there);
      case 'while':
        return uncounted(this, statement, there);
      case 'build':
        return built(this, statement, there);
      case 'call':
        return this.call(statement, there);
      case 'derivative':
        return this.derivatives.inner(statement, this, there);
      default:
        there.statements.push(statement);
        return this.simple(statement, there);
    }
  }

  private simple(statement: Exclude<Statement, Operation>, there: Builder): WayBack {
    const { targets } = statement;
    const target = targets[0] ?? internalError('a target');
    switch (statement.tag) {
      case 'move':
        targets.forEach((each, i) => {
          this.setShadow(each, this.shadowOf(statement.values[i] ?? internalError('a value')));
        });
        return (adjoints, back) => {
          targets.forEach((each, i) => {
            adjoints.add(statement.values[i], adjoints.get(each), back);
          });
        };
      case 'construct': {
        const shadow = this.shadowOfConstruct(statement, target, there);
        return (adjoints, back) => {
          statement.fields.forEach((field, index) => {
            if (field.kind !== 'real' || !this.isActive(field)) return;
            const { constructor_ } = statement;
            adjoints.add(field, back.one('real', { tag: 'field', value: shadow, constructor_, index }), back);
          });
        };
      }
      case 'array': {
        const items = statement.items.map((item) => item.map((part) => this.part(part)));
        const shadow = there.one(target.kind, { tag: 'array', items });
        this.setShadow(target, shadow);
        return (adjoints, back) => {
          statement.items.forEach((item, i) => {
            if (!item.some((part) => part.kind === 'real' && this.isActive(part))) return;
            const at = { tag: 'item', array: shadow, index: intConstant(i), checked: false } as const;
            const amounts = back.add(
              item.map(({ kind }) => kind),
              at,
            );
            item.forEach((part, k) => {
              if (part.kind === 'real') adjoints.add(part, amounts[k], back);
            });
          });
        };
      }
      case 'field': {
        const { value, constructor_, index } = statement;
        const shadow = this.shadowOf(value);
        if (target.kind !== 'real') {
          this.setShadow(target, there.one(target.kind, { tag: 'field', value: shadow, constructor_, index }));
          return nothing;
        }
        return (adjoints, back) => {
          const amount = adjoints.get(target);
          if (amount === undefined) return;
          const place = { tag: 'field', constructor_, index } as const;
          back.add([], { tag: 'accumulate', shadow, place, amount });
        };
      }
      case 'item': {
        const { array, index } = statement;
        const shadow = this.shadowOf(array);
        if (targets.some((each) => this.hasShadow(each))) {
          const { changes } = statement;
          const at = { tag: 'item', array: shadow, index, checked: false, absentIsZero: true, changes } as const;
          const parts = there.add(
            targets.map(({ kind }) => kind),
            at,
          );
          targets.forEach((each, i) => {
            if (this.hasShadow(each)) this.setShadow(each, parts[i] ?? internalError('a part'));
          });
        }
        return (adjoints, back) => {
          targets.forEach((each, part) => {
            const amount = adjoints.get(each);
            if (amount === undefined) return;
            const place = { tag: 'item', index, part } as const;
            back.add([], { tag: 'accumulate', shadow, place, amount, ...(statement.changes ? { ordered: true } : {}) });
          });
        };
      }
      case 'update':
        return this.update(statement, there);
      case 'spine':
      case 'rest':
        this.setShadow(target, there.one(target.kind, { ...statement, list: this.shadowOf(statement.list) }));
        return nothing;
      default:
        return internalError(`the derivative of ${statement.tag}`);
    }
  }

  /**
   * The adjoint of the array after an update becomes that before it: what is replaced has none, and the new item has its
   * own. Data has its shadow in the shadow of the array, from the way there on; there are no adjoints yet.
   */
  private update({ array, index, values, targets }: Update, there: Builder): WayBack {
    const shadow = this.shadowOf(array);
    if (!targets.every(({ id }) => this.roots.has(id)) || shadow.tag === 'constant') {
      return internalError('an array that is updated has a shadow');
    }
    if (values.some(({ kind }) => typeof kind === 'object' && holdsReal(kind))) {
      const parts = values.map((value) => (value.kind === 'real' ? realConstant(0) : this.part(value)));
      there.add([], { tag: 'keep', array: shadow, index, values: parts });
    }
    return (adjoints, back) => {
      if (values.every(({ kind }) => kind !== 'real')) return;
      const amounts = back.add(
        values.map(({ kind }) => kind),
        { tag: 'item', array: shadow, index, checked: false },
      );
      values.forEach((value, part) => {
        if (value.kind !== 'real') return;
        const old = amounts[part] ?? internalError('an amount');
        adjoints.add(value, old, back);
        const place = { tag: 'item', index, part } as const;
        back.add([], { tag: 'accumulate', shadow, place, amount: realConstant(0), replaces: true });
      });
    };
  }

  private shadowOfConstruct(statement: Construct, target: Variable, there: Builder): Atom {
    const fields = statement.fields.map((field) => this.part(field));
    const shadow = there.one(target.kind, { tag: 'construct', constructor_: statement.constructor_, fields });
    this.setShadow(target, shadow);
    return shadow;
  }

  part(part: Atom): Atom {
    return holdsReal(part.kind) ? this.shadowOf(part) : part;
  }

  shadowVariables(variables: readonly Variable[]): {
    readonly of: readonly number[];
    readonly made: readonly Variable[];
  } {
    const isOwn = (variable: Variable): boolean => this.hasShadow(variable) && !this.roots.has(variable.id);
    const of = variables.flatMap((variable, i) => (isOwn(variable) ? [i] : []));
    const made = of.map((i) => {
      const variable = variables[i] ?? internalError('a variable');
      const shadow = this.numbers.variable(variable.kind);
      this.setShadow(variable, shadow);
      return shadow;
    });
    return { of, made };
  }

  pick(atoms: readonly Atom[], of: readonly number[]): readonly Atom[] {
    return of.map((i) => this.shadowOf(atoms[i] ?? internalError('an atom')));
  }

  private if(statement: If, there: Builder): WayBack {
    const arms = [statement.consequent, statement.alternative].map((block) => {
      const inner = there.inner();
      return { block, inner, back: this.block(block, inner) };
    });
    const { of, made } = this.shadowVariables(statement.targets);
    const [consequent, alternative] = arms.map(({ block, inner }) =>
      inner.block([...block.results, ...this.pick(block.results, of)]),
    );
    if (consequent === undefined || alternative === undefined) return internalError('an if has two arms');
    const { condition } = statement;
    there.statements.push({ ...statement, consequent, alternative, targets: [...statement.targets, ...made] });
    return (adjoints, back) => {
      const sides = arms.map(({ block, inner, back: wayBack }) => {
        const own = new Adjoints(this.active);
        const side = back.inner();
        block.results.forEach((result, i) => {
          own.add(result, adjoints.get(statement.targets[i]), side);
        });
        wayBack(own, side);
        const defined = new Set(inner.statements.flatMap(({ targets }) => targets.map(({ id }) => id)));
        const reached = [...own.keys()].filter((id) => !defined.has(id));
        const restored = restore(
          inner.statements,
          [],
          withResults(
            side.statements,
            reached.map((id) => own.get(variableOf(id))),
          ),
        );
        return { own, statements: [...restored, ...side.statements], reached };
      });
      const reached = [...new Set(sides.flatMap((side) => side.reached))];
      if (sides.every((side) => side.statements.length === 0) && reached.length === 0) return;
      const [first, second] = sides.map(({ own, statements }) => ({
        statements,
        results: reached.map((id) => own.get(variableOf(id)) ?? realConstant(0)),
      }));
      if (first === undefined || second === undefined) return internalError('an if has two arms');
      const amounts = back.add(
        reached.map(() => 'real'),
        { tag: 'if', condition, consequent: first, alternative: second },
      );
      reached.forEach((id, i) => {
        adjoints.add(variableOf(id), amounts[i], back);
      });
    };
  }

  private call(statement: Call, there: Builder): WayBack {
    const { arguments: given, targets, callee, updates } = statement;
    const active = given.map((each) => this.isActive(each));
    const functions = this.derivatives.functions(callee, active, updates);
    const shadowsOf = (atoms: readonly Atom[]): readonly Atom[] =>
      atoms.flatMap((each) => (typeof each.kind === 'object' && this.isActive(each) ? [this.shadowOf(each)] : []));
    const passed = functions.passed.flatMap((i): Atom | readonly Atom[] => {
      const atom = given[i];
      // An array that is updated is where it was before.
      const isUpdated = atom?.tag === 'variable' && updates?.some(({ argument }) => argument === i) === true;
      return (isUpdated ? this.roots.get(atom.id) : undefined) ?? atom ?? [];
    });
    // In a copy of a loop's header with what the loop begins with, fewer arguments are active than in the header.
    const reached = targets.filter((_, i) => functions.reached[i]);
    const inPlace = updates?.map(({ result }) => targets[result]) ?? [];
    // The function returns the shadows of all data that its parameters reach, also of what is not active here.
    const data = reached.filter((target) => target.kind !== 'real' && !inPlace.includes(target));
    const made = this.numbers.copies(data);
    for (const [i, shadow] of made.entries()) this.setShadow(data[i] ?? shadow, shadow);
    const onlyAdds = updates === undefined && statement.changes === undefined;
    there.statements.push({
      ...statement,
      onlyAdds,
      callee: functions.there,
      arguments: [...given, ...shadowsOf(given)],
      targets: [...targets, ...made],
    });
    return (adjoints, back) => {
      const amounts = reached.flatMap((target) =>
        target.kind === 'real' ? [adjoints.get(target) ?? realConstant(0)] : [],
      );
      const reals = given.filter((each) => each.kind === 'real' && this.isActive(each));
      const found = back.add(
        reals.map(() => 'real'),
        { tag: 'call', callee: functions.back, arguments: [...amounts, ...passed, ...shadowsOf(passed)], onlyAdds },
      );
      reals.forEach((each, i) => {
        adjoints.add(each, found[i], back);
      });
    };
  }
}

function variableOf(id: number): Variable {
  return { tag: 'variable', id, kind: 'real' };
}
