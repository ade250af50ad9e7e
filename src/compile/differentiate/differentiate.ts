import { internalError } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import { withBlocks, visit } from '../ir/blocks';
import { ById } from '../ir/by-id';
import { Builder, intConstant, type Numbers, realConstant } from '../ir/builder';
import { copyBlock, withBoundOnce } from '../ir/copy';
import { blockOf, flatMapSame } from '../ir/same';
import { freeOf } from '../ir/free';
import { rootsOf } from '../ir/roots';
import type { Kind } from '../ir/kind';
import type { Atom, Block, Call, Derivative, FunctionId, Statement, Updated, Variable } from '../ir/tree';
import type { IrFunction, IrProgram } from '../ir/program';
import { Unsupported } from '../unsupported';
import { Activity } from './activity';
import { Adjoints } from './adjoints';
import { Dual, type Duals } from './dual';
import { holdsReal } from './reals';
import type { Differentiated, Half } from './differentiated';
import { type Derivatives, Reverse, type Ways } from './reverse';
import { isCheap, restore } from './saved';
import { untested } from './untested';
import type { WayBack } from './way-back';

/** The most forward derivatives inside one another; recursion through derivatives has no end. */
const HIGHEST_ORDER = 6;

/**
 * Replaces the derivatives in a program by what computes them. A reverse derivative is written for the program as it
 * stands, with derivatives inside it; a forward derivative for what has been written out. The reverse derivative of a
 * derivative is a forward derivative of a reverse one, because second derivatives are symmetric.
 */
export class Differentiator implements Derivatives, Duals {
  readonly numbers: Numbers;
  readonly activity: Activity;
  readonly shadows = new Set<number>();
  private readonly source: ReadonlyMap<FunctionId, IrFunction>;
  /** Functions without derivatives. */
  private readonly written = new Map<FunctionId, IrFunction>();
  private readonly pairs = new Map<string, Ways>();
  private readonly halves = new Map<FunctionId, Half>();
  private readonly duals = new Map<string, FunctionId>();
  /** How many times a function is a forward derivative. */
  private readonly orders = new Map<FunctionId, number>();
  /** These write the functions that are asked for. A forward derivative waits behind its function. */
  private readonly waiting: (() => void)[] = [];
  private depth = 0;

  constructor(program: IrProgram, numbers: Numbers) {
    this.numbers = numbers;
    this.source = program.functions;
    this.activity = new Activity(this.source);
  }

  /** Returns the program without derivatives. */
  program({ entries }: IrProgram): Differentiated {
    for (const each of this.source.values()) this.written.set(each.id, { ...each, body: this.without(each.body) });
    this.finish();
    const shadows = new Set<number>();
    const bound = new ById<true>();
    const see = ({ id }: Variable, made: Variable): void => {
      if (this.shadows.has(id)) shadows.add(made.id);
    };
    const whole = [...this.written].map(([id, each]) => [id, withBoundOnce(each, this.numbers, bound, see)] as const);
    return { program: { functions: new Map(whole), entries }, shadows, halves: this.halves };
  }

  plain(statement: Statement): readonly Statement[] {
    return this.without({ statements: [statement], results: [] }).statements;
  }

  /** Returns a block without derivatives. */
  private without(block: Block): Block {
    const statements = flatMapSame(block.statements, (statement): Statement | readonly Statement[] => {
      if (statement.tag === 'operation') return statement;
      if (statement.tag === 'derivative') {
        const builder = new Builder(this.numbers, statement.origin);
        if (statement.operator === 'rd') this.reverse(statement, builder);
        else this.forward(statement, builder);
        return builder.statements;
      }
      return withBlocks(statement, (inner) => this.without(inner));
    });
    return blockOf(block, statements, block.results);
  }

  private reverse(statement: Derivative, builder: Builder): void {
    const { parameters, point, direction, targets, withValue, body, origin } = statement;
    builder.statements.push({ tag: 'move', targets: parameters, values: point, finite: false, origin });
    const given = parameters.filter(({ kind }) => holdsReal(kind));
    const active = this.activity.between(given, body);
    const reverse = new Reverse(this, active, body);
    for (const parameter of parameters) {
      if (!reverse.hasShadow(parameter)) continue;
      reverse.setShadow(parameter, builder.one(parameter.kind, { tag: 'shadow', of: parameter }));
    }
    // The results are these shadows and reals: all other data that follows is freed in the end.
    const mark = withValue ? undefined : builder.one('int', { tag: 'mark' });
    const wayBack = reverse.block(body, builder);
    const back = new Builder(this.numbers, origin, true);
    const adjoints = new Adjoints(active);
    body.results.forEach((result, i) => {
      addTo(result, direction[i], reverse, adjoints, false, back);
    });
    wayBack(adjoints, back);
    builder.statements.push(...back.statements);
    if (mark !== undefined) builder.add([], { tag: 'release', mark });
    const results = parameters.map((parameter): Atom => {
      if (parameter.kind === 'real') return adjoints.get(parameter) ?? realConstant(0);
      return reverse.hasShadow(parameter) ? reverse.shadowOf(parameter) : parameter;
    });
    const values = [...results, ...(withValue ? body.results : [])];
    builder.statements.push({ tag: 'move', targets, values, finite: true, origin });
  }

  private forward(statement: Derivative, builder: Builder): void {
    const { parameters, point, direction, targets, withValue, body, origin } = statement;
    builder.statements.push({ tag: 'move', targets: parameters, values: point, finite: false, origin });
    const dual = new Dual(this);
    parameters.forEach((parameter, i) => {
      if (!holdsReal(parameter.kind)) return;
      const tangent = atomAt(direction, i);
      // A tangent of another shape than the point is an error of the reader's.
      if (isFlat(parameter.kind)) {
        const [own, other] = [parameter, tangent].map((array) => builder.one('int', { tag: 'length', array }));
        const condition = builder.operation('equalInt', own ?? intConstant(0), other ?? intConstant(0));
        const [fits, fails] = [builder.inner(), builder.inner()];
        fails.add([], { tag: 'fail' });
        builder.add([], { tag: 'if', condition, consequent: fits.block([]), alternative: fails.block([]) });
        dual.set(parameter, tangent);
      } else if (typeof parameter.kind === 'object') {
        const shadow = builder.one(parameter.kind, { tag: 'shadow', of: parameter });
        builder.add([], { tag: 'addAll', shadow, value: tangent, like: parameter, lenient: false });
        dual.set(parameter, shadow);
      } else dual.set(parameter, tangent);
    });
    const plain = this.without(body);
    dual.block(plain, builder);
    const results = plain.results.map((result): Atom => {
      if (!holdsReal(result.kind)) return result;
      if (result.kind === 'real') return dual.tangentOf(result);
      // The result is whole: parts that the tangent lacks are 0 there.
      const known = dual.get(result);
      const isMade = builder.statements.some(({ tag, targets: [made] }) => tag === 'shadow' && made === known);
      if (known !== undefined && isMade && isFlat(result.kind)) return known;
      const whole = builder.one(result.kind, { tag: 'shadow', of: result });
      const value = dual.get(result);
      if (value !== undefined) builder.add([], { tag: 'addAll', shadow: whole, value, like: result, lenient: true });
      return whole;
    });
    const values = [...results, ...(withValue ? plain.results : [])];
    builder.statements.push({ tag: 'move', targets, values, finite: true, origin });
  }

  /**
   * The way back of a derivative inside what is differentiated. For G(e, x, w), the adjoints of e and x of w . f(e, x),
   * and a cotangent v of that of x: the adjoints of e and x are the derivative of G along (0, v), and that of w is the
   * derivative of f along (0, v). For the derivative of f along v, with cotangent w, they are the same, and the adjoint
   * of v is G's for x.
   */
  inner(statement: Derivative, reverse: Reverse, there: Builder): WayBack {
    const { operator, parameters, body, point, direction, targets, origin } = statement;
    there.statements.push(...this.plain(statement));
    for (const target of targets) {
      if (!reverse.hasShadow(target)) continue;
      reverse.setShadow(target, there.one(target.kind, { tag: 'shadow', of: target }));
    }
    const environment = freeOf(body.statements, body.results).filter((variable) => reverse.isActive(variable));
    return (adjoints, back) => {
      const cotangents = targets.map((target) => {
        if (target.kind === 'real') return adjoints.get(target) ?? realConstant(0);
        return reverse.hasShadow(target) ? reverse.shadowOf(target) : target;
      });
      const [w, v] = operator === 'rd' ? [direction, cotangents] : [cotangents, direction];
      const work = new Builder(this.numbers, origin);
      const own = [...environment, ...parameters];
      const inputs = this.numbers.copies(own);
      const fresh = this.numbers.copies(own);
      const copied = new Map(own.map(({ id }, i): [number, Atom] => [id, atomAt(fresh, i)]));
      const gradient: Derivative = {
        tag: 'derivative',
        operator: 'rd',
        parameters: fresh,
        body: copyBlock(body, this.numbers, copied),
        point: inputs,
        direction: w,
        withValue: true,
        targets: this.numbers.copies([...inputs, ...body.results]),
        origin,
      };
      const plain = this.nested(gradient);
      work.statements.push({
        tag: 'move',
        targets: inputs,
        values: [...environment, ...point],
        finite: false,
        origin,
      });
      const dual = new Dual(this);
      parameters.forEach((parameter, i) => {
        const input = inputs[environment.length + i] ?? internalError('an input');
        if (holdsReal(parameter.kind)) dual.set(input, v[i]);
      });
      dual.block(plain, work);
      back.statements.push(...work.statements);
      const results = gradient.targets;
      [...environment, ...point].forEach((atom, i) => {
        addTo(atom, dual.get(results[i]), reverse, adjoints, true, back);
      });
      direction.forEach((atom, i) => {
        const result = results[operator === 'rd' ? inputs.length + i : environment.length + i];
        addTo(atom, operator === 'rd' ? dual.get(result) : result, reverse, adjoints, true, back);
      });
    };
  }

  /**
   * Writes a reverse derivative of which the forward derivative is taken next. It tests nothing: the way there has tested the
   * same values, and other values that are not finite show in the adjoints that come of them.
   */
  private nested(statement: Derivative): Block {
    if (++this.depth > HIGHEST_ORDER) throw tooHigh(statement.origin);
    const statements = this.plain(statement);
    this.depth--;
    return untested({ statements, results: [] });
  }

  functions(id: FunctionId, active: readonly boolean[], updates: readonly Updated[] = []): Ways {
    const key = keyOf(id, active);
    const known = this.pairs.get(key);
    if (known !== undefined) return known;
    const given = this.source.get(id) ?? internalError('a function');
    const passed = cheapInCalls(given);
    const reached = this.activity.function(id, active);
    const pair = { there: this.numbers.functionId(), back: this.numbers.functionId(), passed, reached };
    this.pairs.set(key, pair);
    this.halves.set(pair.there, 'there').set(pair.back, 'back');
    const { results } = given.body;
    const from = given.parameters.filter((_, i) => active[i] === true);
    const own = new Set(from.map((parameter) => parameter.id));
    const reverse = new Reverse(this, own, given.body);
    const shadowed = given.parameters.filter((parameter) => reverse.hasShadow(parameter));
    const reals = given.parameters.filter((parameter) => parameter.kind === 'real' && reverse.isActive(parameter));
    // An array that is updated in place has its shadow already.
    const isMoved = (place: number): boolean =>
      reached[place] === true && updates.every(({ result }) => result !== place);
    const moved = results.filter((result, i) => isMoved(i) && holdsReal(result.kind));
    const amounts = moved.filter(({ kind }) => kind === 'real').map(() => this.numbers.variable('real'));
    const data = moved.filter(({ kind }) => kind !== 'real');
    this.waiting.push(() => {
      for (const each of this.activity.between(from, given.body)) own.add(each);
      const shadows = shadowed.map((parameter) => {
        const shadow = this.numbers.variable(parameter.kind);
        reverse.setShadow(parameter, shadow);
        return shadow;
      });
      const there = new Builder(this.numbers, given.body.statements[0]?.origin);
      const wayBack = reverse.block(given.body, there);
      const back = new Builder(this.numbers, there.origin, true);
      const adjoints = new Adjoints(own);
      let next = 0;
      for (const result of moved) if (result.kind === 'real') adjoints.add(result, amounts[next++], back);
      wayBack(adjoints, back);
      const found = reals.map((parameter) => adjoints.get(parameter) ?? realConstant(0));
      const parameters = [...given.parameters, ...shadows];
      const isPassed = (parameter: Variable | undefined): boolean =>
        passed.some((i) => given.parameters[i] === parameter);
      const known = [...given.parameters.filter(isPassed), ...shadows.filter((_, i) => isPassed(shadowed[i]))];
      const bound = parameters.filter((parameter) => !known.includes(parameter));
      const uses: Statement = { tag: 'push', values: found, targets: [], origin: there.origin };
      const restored = restore(there.statements, bound, [...back.statements, uses]);
      this.write(pair.there, `${given.name}_there`, parameters, {
        statements: there.statements,
        results: [...results, ...data.map((result) => reverse.shadowOf(result))],
      });
      this.write(pair.back, `${given.name}_back`, [...amounts, ...known], {
        statements: [...restored, ...back.statements],
        results: found,
      });
    });
    return pair;
  }

  isHalf(id: FunctionId): boolean {
    return this.halves.has(id);
  }

  function(id: FunctionId, given: readonly boolean[], origin: Span): FunctionId {
    const key = keyOf(id, given);
    const known = this.duals.get(key);
    if (known !== undefined) return known;
    const made = this.numbers.functionId();
    const order = (this.orders.get(id) ?? 0) + 1;
    if (order > HIGHEST_ORDER) throw tooHigh(origin);
    this.orders.set(made, order);
    this.duals.set(key, made);
    const half = this.halves.get(id);
    if (half !== undefined) this.halves.set(made, half);
    this.waiting.push(() => {
      const of = this.written.get(id) ?? internalError('a function that is written');
      const dual = new Dual(this);
      const own = of.parameters.flatMap((parameter, i) => {
        if (given[i] !== true) return [];
        const tangent = this.numbers.variable(parameter.kind);
        dual.set(parameter, tangent);
        return [tangent];
      });
      const builder = new Builder(this.numbers, of.body.statements[0]?.origin);
      dual.block(of.body, builder);
      const moved = of.body.results.filter(({ kind }) => holdsReal(kind)).map((result) => dual.tangentOf(result));
      this.write(made, `${of.name}_dual`, [...of.parameters, ...own], builder.block([...of.body.results, ...moved]));
    });
    return made;
  }

  /** Writes the functions that are waiting, and those that these need. */
  private finish(): void {
    for (const write of this.waiting) write();
  }

  private write(id: FunctionId, name: string, parameters: readonly Variable[], body: Block): void {
    this.written.set(id, { id, name, parameters, body });
  }
}

/**
 * Returns the places of the parameters of a function whose arguments cost little wherever it calls itself: what it passes on
 * as it is or updated in place, the rest of a list, an int less one.
 */
function cheapInCalls({ id, parameters, body }: IrFunction): readonly number[] {
  const calls: Call[] = [];
  const cheap = new Set<Atom>(parameters);
  visit(body, (statement) => {
    if (statement.tag === 'call' && statement.callee === id) calls.push(statement);
    if (isCheap(statement, () => false)) for (const target of statement.targets) cheap.add(target);
  });
  if (calls.length === 0) return [];
  const roots = rootsOf(body);
  const isCheapIn = (atom: Atom): boolean =>
    cheap.has(atom) || (atom.tag === 'variable' && cheap.has(roots.get(atom.id) ?? atom));
  return [...parameters.keys()].filter((i) => calls.every((call) => isCheapIn(atomAt(call.arguments, i))));
}

/** Whether values of a kind are arrays of reals. */
function isFlat(kind: Kind): boolean {
  return typeof kind === 'object' && kind.tag === 'array' && kind.item.every((each) => each === 'real');
}

/** Adds an amount to the adjoint of an atom: a real, or data of its shape. */
function addTo(
  atom: Atom,
  amount: Atom | undefined,
  reverse: Reverse,
  adjoints: Adjoints,
  lenient: boolean,
  back: Builder,
): void {
  if (amount === undefined || !holdsReal(atom.kind)) return;
  if (atom.kind === 'real') adjoints.add(atom, amount, back);
  else if (!lenient || reverse.isActive(atom)) {
    back.add([], { tag: 'addAll', shadow: reverse.shadowOf(atom), value: amount, like: atom, lenient });
  }
}

function tooHigh(span: Span): Unsupported {
  return new Unsupported('it has derivatives of too high an order', span, 'use an engine that interprets them');
}

function keyOf(id: FunctionId, which: readonly boolean[]): string {
  return `${id}:${which.map(Number).join('')}`;
}

function atomAt(atoms: readonly Atom[], index: number): Atom {
  return atoms[index] ?? internalError('an atom');
}
