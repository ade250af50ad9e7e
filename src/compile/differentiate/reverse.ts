import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { Builder, intConstant, realConstant, type Numbers } from '../ir/builder';
import { innerBlocks } from '../ir/blocks';
import { copyBlock } from '../ir/copy';
import { freeOf } from '../ir/free';
import type { Atom, Block, Call, Construct, For, FunctionId, If, Kind, Statement, Variable, While } from '../ir/tree';
import { type Activity, isActive } from './activity';
import { Adjoints } from './adjoints';
import { timesPartial } from './partials';
import { absent, holdsReal } from './reals';
import { restore } from './saved';

/** Writes the part of the way back that belongs to one statement. */
export type WayBack = (adjoints: Adjoints, back: Builder) => void;

/** The two functions that a function becomes. */
export interface Ways {
  /** It gets the arguments, and the shadows of those that are data. */
  readonly there: FunctionId;
  /** It gets the adjoints of the results, then these arguments and their shadows: recursion computes them again, and keeps none. */
  readonly back: FunctionId;
  readonly passed: readonly number[];
}

/** The derivatives of all functions of a program share this. */
export interface Derivatives {
  readonly numbers: Numbers;
  readonly activity: Activity;
  /** The variables that are shadows. */
  readonly shadows: Set<number>;
  /** Returns the two functions that a function becomes if these parameters are active. */
  functions(id: FunctionId, active: readonly boolean[]): Ways;
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
export class Reverse {
  readonly derivatives: Derivatives;
  readonly active: Set<number>;
  private readonly shadows = new Map<number, Atom>();

  constructor(derivatives: Derivatives, active: Set<number>) {
    this.derivatives = derivatives;
    this.active = active;
  }

  isActive(atom: Atom | undefined): boolean {
    return isActive(atom, this.active);
  }

  setShadow({ id }: Variable, shadow: Atom): void {
    this.shadows.set(id, shadow);
    if (shadow.tag === 'variable') this.derivatives.shadows.add(shadow.id);
  }

  shadowOf(atom: Atom): Atom {
    return (atom.tag === 'variable' ? this.shadows.get(atom.id) : undefined) ?? absent(atom.kind);
  }

  /** Whether a variable is data that has a shadow. */
  hasShadow(variable: { readonly kind: Kind } & Atom): boolean {
    return typeof variable.kind === 'object' && this.isActive(variable);
  }

  /** Writes the way there of a block, and returns its way back. */
  block({ statements }: Pick<Block, 'statements'>, there: Builder): WayBack {
    const ways = statements.map((statement) => {
      there.origin = statement.origin;
      return { back: this.statement(statement, there), origin: statement.origin };
    });
    return (adjoints, back) => {
      for (const way of ways.toReversed()) {
        back.origin = way.origin;
        way.back(adjoints, back);
      }
    };
  }

  private statement(statement: Statement, there: Builder): WayBack {
    if (!statement.targets.some((target) => this.isActive(target))) {
      there.statements.push(...this.derivatives.plain(statement));
      return nothing;
    }
    switch (statement.tag) {
      case 'if':
        return this.if(statement, there);
      case 'for':
        return this.for(statement, there);
      case 'while':
        return this.while(statement, there);
      case 'build':
        return this.build(statement, there);
      case 'call':
        return this.call(statement, there);
      case 'derivative':
        return this.derivatives.inner(statement, this, there);
      default:
        there.statements.push(statement);
        return this.simple(statement, there);
    }
  }

  private simple(statement: Statement, there: Builder): WayBack {
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
      case 'operation':
        return (adjoints, back) => {
          const amount = adjoints.get(target);
          if (amount === undefined) return;
          statement.arguments.forEach((argument, i) => {
            if (this.isActive(argument)) adjoints.add(argument, timesPartial(statement, i, amount, back), back);
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
          const at = { tag: 'item', array: shadow, index, checked: false, absentIsZero: true } as const;
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
            back.add([], { tag: 'accumulate', shadow, place: { tag: 'item', index, part }, amount });
          });
        };
      }
      case 'spine':
        this.setShadow(target, there.one(target.kind, { tag: 'spine', list: this.shadowOf(statement.list) }));
        return nothing;
      default:
        return internalError(`the derivative of ${statement.tag}`);
    }
  }

  private shadowOfConstruct(statement: Construct, target: Variable, there: Builder): Atom {
    const fields = statement.fields.map((field) => this.part(field));
    const shadow = there.one(target.kind, { tag: 'construct', constructor_: statement.constructor_, fields });
    this.setShadow(target, shadow);
    return shadow;
  }

  /** Returns what the shadow of data has in place of a part. */
  private part(part: Atom): Atom {
    return holdsReal(part.kind) ? this.shadowOf(part) : part;
  }

  /** Returns variables for the shadows of those variables that have one, and records them. */
  private shadowVariables(variables: readonly Variable[]): {
    readonly of: readonly number[];
    readonly made: readonly Variable[];
  } {
    const of = variables.flatMap((variable, i) => (this.hasShadow(variable) ? [i] : []));
    const made = of.map((i) => {
      const variable = variables[i] ?? internalError('a variable');
      const shadow = this.derivatives.numbers.variable(variable.kind);
      this.setShadow(variable, shadow);
      return shadow;
    });
    return { of, made };
  }

  private pick(atoms: readonly Atom[], of: readonly number[]): readonly Atom[] {
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
    const { condition, origin } = statement;
    there.statements.push({
      tag: 'if',
      condition,
      consequent,
      alternative,
      targets: [...statement.targets, ...made],
      origin,
    });
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

  /** Returns the active reals from outside that blocks use: a loop on the way back carries their adjoints. */
  private reachedBy(statements: readonly Statement[], results: readonly Atom[]): readonly Variable[] {
    return freeOf(statements, results).filter((variable) => variable.kind === 'real' && this.isActive(variable));
  }

  /**
   * Writes one round of a loop on the way back: from the adjoints of the next parameters, to those of the parameters
   * and of what is outside.
   */
  private round(
    parameters: readonly Variable[],
    results: readonly Atom[],
    there: readonly Builder[],
    ways: readonly WayBack[],
    outside: readonly Variable[],
    given: ReadonlySet<number>,
    back: Builder,
  ): { readonly body: Block; readonly carried: readonly Variable[]; readonly reals: readonly number[] } {
    const reals = parameters.flatMap((each, i) => (each.kind === 'real' && this.isActive(each) ? [i] : []));
    const { numbers } = this.derivatives;
    const carried = [...reals.map(() => numbers.variable('real')), ...outside.map(() => numbers.variable('real'))];
    const inner = back.inner();
    const own = new Adjoints(this.active);
    outside.forEach(({ id }, k) => {
      own.set(id, carried[reals.length + k] ?? internalError('a carried adjoint'));
    });
    reals.forEach((i, k) => {
      own.add(results[i], carried[k], inner);
    });
    for (const way of ways) way(own, inner);
    const next = [
      ...reals.map((i) => own.get(parameters[i]) ?? realConstant(0)),
      ...outside.map((variable) => own.get(variable) ?? realConstant(0)),
    ];
    const body = withResults(inner.statements, next);
    // All of a round is one block on the way back; what it needs is kept at the end of the last part.
    const statements = there.flatMap((builder) => builder.statements);
    const count = statements.length;
    const restored = restore(statements, without(parameters, given), body);
    there.at(-1)?.statements.push(...statements.slice(count));
    return { body: { statements: [...restored, ...inner.statements], results: next }, carried, reals };
  }

  private for(statement: For, there: Builder): WayBack {
    const { index, count, down, parameters, initial, body, targets, origin } = statement;
    const inner = there.inner();
    const shadowed = this.shadowVariables(parameters);
    const way = this.block(body, inner);
    const ends = this.shadowVariables(targets);
    const pair = this.derivatives.numbers.pair();
    there.statements.push({
      ...statement,
      pair,
      forgets: false,
      parameters: [...parameters, ...shadowed.made],
      initial: [...initial, ...this.pick(initial, shadowed.of)],
      body: inner.block([...body.results, ...this.pick(body.results, shadowed.of)]),
      targets: [...targets, ...ends.made],
    });
    const own = new Set(parameters.map(({ id }) => id));
    const outside = without(this.reachedBy(body.statements, body.results), own);
    return (adjoints, back) => {
      const all = [...parameters, ...shadowed.made];
      const { body: round, carried, reals } = this.round(all, body.results, [inner], [way], outside, new Set(), back);
      const initialAdjoints = [
        ...reals.map((i) => adjoints.get(targets[i]) ?? realConstant(0)),
        ...outside.map(() => realConstant(0)),
      ];
      back.origin = origin;
      const amounts = back.add(
        carried.map(() => 'real'),
        {
          tag: 'for',
          pair,
          index,
          count,
          down: !down,
          parameters: carried,
          initial: initialAdjoints,
          forgets: false,
          body: round,
        },
      );
      reals.forEach((i, k) => {
        adjoints.add(initial[i], amounts[k], back);
      });
      outside.forEach((variable, k) => {
        adjoints.add(variable, amounts[reals.length + k], back);
      });
    };
  }

  private while(given: While, there: Builder): WayBack {
    const { statement, before } = this.rotated(given, there);
    const { parameters, initial, header, exit, body, targets, origin } = statement;
    const { numbers } = this.derivatives;
    const shadowed = this.shadowVariables(parameters);
    const counter = numbers.variable('int');
    const count = numbers.variable('int');
    const [head, out, round] = [there.inner(), there.inner(), there.inner()];
    const ways = {
      header: this.block(header, head),
      exit: this.block(exit, out),
      body: this.block(body, round),
    };
    const next = round.operation('addInt', counter, intConstant(1));
    const ends = this.shadowVariables(targets);
    const pair = numbers.pair();
    there.statements.push({
      ...statement,
      pair,
      forgets: false,
      parameters: [...parameters, ...shadowed.made, counter],
      initial: [...initial, ...this.pick(initial, shadowed.of), intConstant(0)],
      header: head.block(header.results),
      exit: out.block([...exit.results, ...this.pick(exit.results, ends.of), counter]),
      body: round.block([...body.results, ...this.pick(body.results, shadowed.of), next]),
      targets: [...targets, ...ends.made, count],
    });
    const own = new Set(parameters.map(({ id }) => id));
    const inside = [header, exit, body];
    const reached = this.reachedBy(
      inside.flatMap(({ statements }) => statements),
      inside.flatMap(({ results }) => results),
    );
    const outside = without(reached, own);
    return (adjoints, back) => {
      const all = [...parameters, ...shadowed.made, counter];
      const round_ = numbers.variable('int');
      const inRound = this.counters(statement, round_, back);
      const inEnd = this.counters(statement, count, back);
      const counted = new Set(inRound.map(({ id }) => id));
      // The rounds, from the last to the first.
      const {
        body: rounds,
        carried,
        reals,
      } = this.round(all, body.results, [head, round], [ways.body, ways.header], outside, counted, back);
      // The end: the header once more, and the exit.
      const last = new Adjoints(this.active);
      const end = back.inner();
      exit.results.forEach((result, i) => {
        last.add(result, adjoints.get(targets[i]), end);
      });
      ways.exit(last, end);
      ways.header(last, end);
      const atEnd = [
        ...reals.map((i) => last.get(all[i]) ?? realConstant(0)),
        ...outside.map((variable) => last.get(variable) ?? realConstant(0)),
      ];
      // In the last round the header pushes first, then the exit.
      const statements = [...head.statements, ...out.statements];
      const kept = statements.length;
      const restored = restore(statements, without(all, counted), withResults(end.statements, atEnd));
      out.statements.push(...statements.slice(kept));
      back.statements.push(...inEnd.flatMap(({ statements: each }) => each), ...restored, ...end.statements);
      back.origin = origin;
      const amounts = back.add(
        carried.map(() => 'real'),
        {
          tag: 'for',
          pair,
          index: round_,
          count,
          down: true,
          parameters: carried,
          initial: atEnd,
          forgets: false,
          body: { ...rounds, statements: [...inRound.flatMap(({ statements: each }) => each), ...rounds.statements] },
        },
      );
      reals.forEach((i, k) => {
        adjoints.add(initial[i], amounts[k], back);
      });
      outside.forEach((variable, k) => {
        adjoints.add(variable, amounts[reals.length + k], back);
      });
      before(adjoints, back);
    };
  }

  /**
   * Returns the parameters of a loop that are ints and change by a constant, with statements that compute them for the
   * round of a number, so that they need not be kept.
   */
  private counters(
    { parameters, initial, body }: While,
    round: Variable,
    back: Builder,
  ): readonly { readonly id: number; readonly statements: readonly Statement[] }[] {
    return parameters.flatMap((parameter, i) => {
      const made = body.statements.find(({ targets }) => targets[0] === body.results[i]);
      if (made?.tag !== 'operation') return [];
      const [left, right] = made.arguments;
      if (left !== parameter || right?.tag !== 'constant') return [];
      if (made.operation !== 'addInt' && made.operation !== 'subtractInt') return [];
      const builder = back.inner();
      const change = right.value === 1 ? round : builder.operation('multiplyInt', round, right);
      builder.statements.push({
        tag: 'operation',
        operation: made.operation,
        arguments: [initial[i] ?? internalError('an initial value'), change],
        derivative: true,
        targets: [parameter],
        origin: made.origin,
      });
      return [{ id: parameter.id, statements: builder.statements }];
    });
  }

  /**
   * Returns a loop whose header is without blocks: its part of the way back is written twice. A header with blocks
   * moves before the loop and to the end of the body.
   */
  private rotated(statement: While, there: Builder): { readonly statement: While; readonly before: WayBack } {
    const { header, body, parameters, initial } = statement;
    if (header.statements.every((each) => innerBlocks(each).length === 0)) {
      return { statement, before: nothing };
    }
    const { numbers, activity } = this.derivatives;
    const bound = header.statements.flatMap(({ targets }) => targets);
    const [condition] = header.results;
    if (condition === undefined) return internalError('a header has a result');
    const copied = (
      first: readonly Atom[],
    ): { readonly statements: readonly Statement[]; readonly results: readonly Atom[] } => {
      const atoms = new Map(
        parameters.map(({ id }, i): [number, Atom] => [id, first[i] ?? internalError('a parameter')]),
      );
      return copyBlock({ statements: header.statements, results: [...header.results, ...bound] }, numbers, atoms);
    };
    const before = copied(initial);
    activity.block(before, this.active);
    const wayBefore = this.block(before, there);
    const after = copied(body.results);
    const test = numbers.variable('bool');
    const made: While = {
      ...statement,
      parameters: [...parameters, test, ...bound],
      initial: [...initial, ...before.results],
      header: { statements: [], results: [condition.tag === 'variable' ? test : condition] },
      body: { statements: [...body.statements, ...after.statements], results: [...body.results, ...after.results] },
    };
    activity.block({ statements: [made], results: [] }, this.active);
    return { statement: made, before: wayBefore };
  }

  private build(statement: Extract<Statement, { tag: 'build' }>, there: Builder): WayBack {
    const { count, index, body, targets, origin } = statement;
    const inner = there.inner();
    const way = this.block(body, inner);
    const [target] = targets;
    if (target === undefined) return internalError('a build has a target');
    const shadow = this.derivatives.numbers.variable(target.kind);
    this.setShadow(target, shadow);
    const pair = this.derivatives.numbers.pair();
    there.statements.push({
      ...statement,
      pair,
      body: inner.block([...body.results, ...body.results.map((part) => this.part(part))]),
      targets: [target, shadow],
    });
    const outside = this.reachedBy(body.statements, body.results);
    return (adjoints, back) => {
      const { numbers } = this.derivatives;
      const carried = outside.map(() => numbers.variable('real'));
      const round = back.inner();
      const own = new Adjoints(this.active);
      outside.forEach(({ id }, k) => {
        own.set(id, carried[k] ?? internalError('a carried adjoint'));
      });
      const parts = round.add(
        body.results.map(({ kind }) => kind),
        { tag: 'item', array: shadow, index, checked: false },
      );
      body.results.forEach((result, k) => {
        if (result.kind === 'real') own.add(result, parts[k], round);
      });
      way(own, round);
      const results = outside.map((variable) => own.get(variable) ?? realConstant(0));
      const restored = restore(inner.statements, [], withResults(round.statements, results));
      back.origin = origin;
      const amounts = back.add(
        carried.map(() => 'real'),
        {
          tag: 'for',
          pair,
          index,
          count,
          down: true,
          parameters: carried,
          initial: outside.map(() => realConstant(0)),
          forgets: false,
          body: { statements: [...restored, ...round.statements], results },
        },
      );
      outside.forEach((variable, k) => {
        adjoints.add(variable, amounts[k], back);
      });
    };
  }

  private call(statement: Call, there: Builder): WayBack {
    const { arguments: given, targets, callee } = statement;
    const active = given.map((each) => this.isActive(each));
    const functions = this.derivatives.functions(callee, active);
    const shadowsOf = (atoms: readonly Atom[]): readonly Atom[] =>
      atoms.flatMap((each) => (typeof each.kind === 'object' && this.isActive(each) ? [this.shadowOf(each)] : []));
    const passed = functions.passed.flatMap((i) => given[i] ?? []);
    const { made } = this.shadowVariables(targets);
    there.statements.push({
      ...statement,
      callee: functions.there,
      arguments: [...given, ...shadowsOf(given)],
      targets: [...targets, ...made],
    });
    return (adjoints, back) => {
      const amounts = targets.flatMap((target) =>
        target.kind === 'real' && this.isActive(target) ? [adjoints.get(target) ?? realConstant(0)] : [],
      );
      const reals = given.filter((each) => each.kind === 'real' && this.isActive(each));
      const found = back.add(
        reals.map(() => 'real'),
        { tag: 'call', callee: functions.back, arguments: [...amounts, ...passed, ...shadowsOf(passed)] },
      );
      reals.forEach((each, i) => {
        adjoints.add(each, found[i], back);
      });
    };
  }
}

function without(variables: readonly Variable[], numbers: ReadonlySet<number>): readonly Variable[] {
  return variables.filter(({ id }) => !numbers.has(id));
}

const nothing: WayBack = () => undefined;

function variableOf(id: number): Variable {
  return { tag: 'variable', id, kind: 'real' };
}

/** Returns statements that also use results, so that these count as needed. */
function withResults(statements: readonly Statement[], results: readonly (Atom | undefined)[]): readonly Statement[] {
  const values = results.flatMap((each) => each ?? []);
  return [...statements, { tag: 'push', values, targets: [], origin: NOWHERE }];
}
