import { internalError } from '../../language/source/internal-error';
import { Builder, type Numbers, realConstant } from '../ir/builder';
import { innerBlocks, rebuilt } from '../ir/blocks';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, Derivative, FunctionId, IrFunction, IrProgram, Statement } from '../ir/tree';
import { Activity } from './activity';
import { Adjoints } from './adjoints';
import { holdsReal } from './reals';
import { type Derivatives, Reverse } from './reverse';
import { restore } from './saved';

/** Adds the entry `gradient`: from inputs and a cotangent to the adjoints of the inputs, and the value. */
export function withGradient(program: IrProgram, numbers: Numbers): IrProgram {
  const callee = program.entries.get('value') ?? internalError('a value');
  const value = program.functions.get(callee) ?? internalError('a value');
  const { results } = value.body;
  const point = numbers.copies(value.parameters);
  const direction = numbers.copies(results);
  const parameters = numbers.copies(value.parameters);
  const inner = new Builder(numbers);
  const body = inner.block(
    inner.add(
      results.map(({ kind }) => kind),
      { tag: 'call', callee, arguments: parameters },
    ),
  );
  const outer = new Builder(numbers);
  const targets = outer.add(
    [...point, ...results].map(({ kind }) => kind),
    { tag: 'derivative', operator: 'rd', parameters, body, point, direction, withValue: true },
  );
  const id = numbers.functionId();
  const made: IrFunction = { id, name: 'gradient', parameters: [...point, ...direction], body: outer.block(targets) };
  return {
    functions: new Map([...program.functions, [id, made]]),
    entries: new Map([...program.entries, ['gradient', id]]),
  };
}

/** Replaces the derivatives in a program by what computes them. */
export class Differentiator implements Derivatives {
  readonly numbers: Numbers;
  readonly activity: Activity;
  private readonly functionsById: Map<FunctionId, IrFunction>;
  private readonly pairs = new Map<string, { readonly there: FunctionId; readonly back: FunctionId }>();

  constructor(program: IrProgram, numbers: Numbers) {
    this.numbers = numbers;
    this.functionsById = new Map(program.functions);
    this.activity = new Activity(this.functionsById);
  }

  /** Returns the program without derivatives. */
  program(given: IrProgram): IrProgram {
    for (const each of given.functions.values()) {
      const body = this.lowered(each.body);
      this.functionsById.set(each.id, { ...each, body });
    }
    const fresh = [...this.functionsById.values()].map((each): [FunctionId, IrFunction] => {
      const atoms = new Map<number, Atom>();
      const parameters = each.parameters.map((parameter) => {
        const variable = this.numbers.variable(parameter.kind);
        atoms.set(parameter.id, variable);
        return variable;
      });
      return [each.id, { ...each, parameters, body: copyBlock(each.body, this.numbers, atoms) }];
    });
    return { functions: new Map(fresh), entries: given.entries };
  }

  private lowered(block: Block): Block {
    const statements: Statement[] = [];
    for (const statement of block.statements) {
      if (statement.tag === 'derivative') {
        const builder = new Builder(this.numbers, statement.origin);
        this.derivative(statement, builder);
        statements.push(...builder.statements);
      } else if (innerBlocks(statement).length === 0) statements.push(statement);
      else
        statements.push(
          rebuilt(statement, {
            atom: (atom) => atom,
            bind: (variable) => variable,
            block: (inner) => this.lowered(inner),
          }),
        );
    }
    return { statements, results: block.results };
  }

  /** Writes what computes a derivative. */
  private derivative(statement: Derivative, builder: Builder): void {
    if (statement.operator === 'fd') internalError('forward derivatives are not written yet');
    const { parameters, point, direction, targets, withValue, body } = statement;
    const active = new Set(parameters.filter(({ kind }) => holdsReal(kind)).map(({ id }) => id));
    builder.statements.push({ tag: 'move', targets: parameters, values: point, origin: statement.origin });
    this.activity.block(body, active);
    const reverse = new Reverse(this, active);
    for (const parameter of parameters) {
      if (typeof parameter.kind !== 'object' || !holdsReal(parameter.kind)) continue;
      reverse.setShadow(parameter, builder.one(parameter.kind, { tag: 'shadow', of: parameter }));
    }
    const wayBack = reverse.block(body, builder);
    const back = new Builder(this.numbers, statement.origin, true);
    const adjoints = new Adjoints(active);
    seed(body.results, direction, reverse, adjoints, back);
    wayBack(adjoints, back);
    builder.statements.push(...back.statements);
    const results = parameters.map((parameter): Atom => {
      if (parameter.kind === 'real') return adjoints.get(parameter) ?? realConstant(0);
      return typeof parameter.kind === 'object' && holdsReal(parameter.kind) ? reverse.shadowOf(parameter) : parameter;
    });
    const values = [...results, ...(withValue ? body.results : [])];
    builder.statements.push({ tag: 'move', targets, values, origin: statement.origin });
  }

  inner(): never {
    return internalError('derivatives inside derivatives are not written yet');
  }

  functions(id: FunctionId, active: readonly boolean[]): { readonly there: FunctionId; readonly back: FunctionId } {
    const key = `${id}:${active.map(Number).join('')}`;
    const known = this.pairs.get(key);
    if (known !== undefined) return known;
    const pair = { there: this.numbers.functionId(), back: this.numbers.functionId() };
    this.pairs.set(key, pair);
    const given = this.functionsById.get(id) ?? internalError('a function');
    const own = new Set(given.parameters.filter((_, i) => active[i] === true).map((parameter) => parameter.id));
    const isReached = this.activity.function(id, active);
    this.activity.block(given.body, own);
    const reverse = new Reverse(this, own);
    const shadows = given.parameters.flatMap((parameter) => {
      if (!reverse.hasShadow(parameter)) return [];
      const shadow = this.numbers.variable(parameter.kind);
      reverse.setShadow(parameter, shadow);
      return [shadow];
    });
    const there = new Builder(this.numbers, given.body.statements[0]?.origin);
    const wayBack = reverse.block(given.body, there);
    const { results } = given.body;
    const back = new Builder(this.numbers, there.origin, true);
    const adjoints = new Adjoints(own);
    const amounts = results.flatMap((result, i) => {
      if (result.kind !== 'real' || isReached[i] !== true) return [];
      const amount = this.numbers.variable('real');
      adjoints.add(result, amount, back);
      return [amount];
    });
    wayBack(adjoints, back);
    const reals = given.parameters.filter((parameter) => parameter.kind === 'real' && reverse.isActive(parameter));
    const found = reals.map((parameter) => adjoints.get(parameter) ?? realConstant(0));
    const bound = [...given.parameters, ...shadows];
    const restored = restore(there.statements, bound, new Set(), [
      ...back.statements,
      { tag: 'push', values: found, targets: [], origin: there.origin },
    ]);
    const dataShadows = results.flatMap((result, i) =>
      typeof result.kind === 'object' && isReached[i] === true && holdsReal(result.kind)
        ? [reverse.shadowOf(result)]
        : [],
    );
    this.functionsById.set(pair.there, {
      id: pair.there,
      name: `${given.name}_there`,
      parameters: bound,
      body: there.block([...results, ...dataShadows]),
    });
    this.functionsById.set(pair.back, {
      id: pair.back,
      name: `${given.name}_back`,
      parameters: amounts,
      body: { statements: [...restored, ...back.statements], results: found },
    });
    return pair;
  }
}

/** Adds a cotangent to the adjoints of results. */
function seed(
  results: readonly Atom[],
  cotangent: readonly Atom[],
  reverse: Reverse,
  adjoints: Adjoints,
  back: Builder,
): void {
  results.forEach((result, i) => {
    const amount = cotangent[i];
    if (amount === undefined) return;
    if (result.kind === 'real') adjoints.add(result, amount, back);
    else if (typeof result.kind === 'object' && result.kind.tag !== 'string') {
      back.add([], { tag: 'addAll', shadow: reverse.shadowOf(result), value: amount, like: result });
    }
  });
}
