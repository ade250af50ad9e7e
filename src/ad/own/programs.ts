/**
 * Programs to test an engine with. The first ones apply one operation each; later ones are random, and grow. They use only
 * operations that the engine has, and every construct that a translation must treat: lets that are used again, functions,
 * branches, recursion, folds, lists, arrays, tuples.
 */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern } from '../../language/core/patterns';
import { operationRow } from '../../language/operations/table';
import type { OperationName } from '../../language/operations/names';
import { functionType, INT, product, REAL, sequenceType, type Type } from '../../language/types/type';
import { NOWHERE } from '../../language/source/span';
import type { CoreItem, Pattern, Term, Variable } from '../../language/core/tree';
import { leafType } from '../../language/core/leaf-type';
import { choices } from '../../semantics/choices';
import { Cell, Items, type Value } from '../../semantics/value';
import type { Counterexample } from '../shrink';

/** Yields programs without end; the same for the same operations. */
export function* testPrograms(operations: readonly OperationName[]): Generator<Counterexample> {
  for (let round = 0; round < POINTS; round++) {
    for (const operation of operations) yield new Builder(choices(round), operations).single(operation);
  }
  for (let seed = POINTS; ; seed++)
    yield new Builder(choices(seed), operations).program(Math.min(LARGEST, 2 + seed / 8));
}

/** The number of points at which each operation is tried alone. */
const POINTS = 2;
/** The largest size of a random program. */
const LARGEST = 24;

const NUMBERS = [2, 0.5, -1, 3, 1.5, 0] as const;
const LIST = sequenceType('list', REAL);
const ARRAY = sequenceType('array', REAL);

class Builder {
  private names = 0;
  private readonly parameters: Variable[] = [];
  private readonly arguments: Value[] = [];
  private readonly definitions: CoreItem[] = [];
  /** How many more operations the program may have. */
  private left = 0;

  private readonly below: (count: number) => number;
  private readonly operations: readonly OperationName[];

  constructor(below: (count: number) => number, operations: readonly OperationName[]) {
    this.below = below;
    this.operations = operations;
  }

  /** An operation at inputs. */
  single(operation: OperationName): Counterexample {
    const given = operationRow(operation).parameters.map((leaf) =>
      leaf === 'real' ? this.input('x', REAL, this.number()) : this.leaf(leaf),
    );
    return this.made(core.operation(operation, given));
  }

  program(size: number): Counterexample {
    this.left = size;
    const scope: Variable[] = [];
    const count = 1 + this.below(3);
    for (let i = 0; i < count; i++) {
      const container = this.below(8);
      if (container > 1) scope.push(this.input('x', REAL, this.number()));
      else {
        const items = Array.from({ length: 1 + this.below(3) }, () => this.number());
        scope.push(container === 0 ? this.input('xs', LIST, listOf(items)) : this.input('xs', ARRAY, new Items(items)));
      }
    }
    const functions: Variable[] = [];
    if (this.below(2) === 0) functions.push(this.definition());
    const lets: { readonly pattern: Pattern; readonly value: Term }[] = [];
    for (let i = this.below(4); i > 0; i--) {
      const value = this.real(scope, functions, 3);
      const x = this.variable('y', REAL);
      lets.push({ pattern: patternOf(x), value });
      scope.push(x);
    }
    const result = (): Term => this.real(scope, functions, 4);
    const isPair = this.has('add') && this.has('multiply') && this.below(8) === 0;
    const whole = isPair ? core.tuple([result(), result()]) : result();
    return this.made(lets.reduceRight((body, { pattern, value }) => core.let_(pattern, value, body), whole));
  }

  private made(body: Term): Counterexample {
    const types = this.parameters.map(({ type }) => type);
    const [only = REAL, ...more] = types;
    const parameters = this.parameters.map(({ name, type }) => ({ label: name, name, type, origin: NOWHERE }));
    const source = more.length === 0 ? only : product([only, ...more]);
    const cotangent: Value = body.type.tag === 'product' ? body.type.items.map(() => 1) : 1;
    return {
      main: { variants: [], definitions: this.definitions, parameters, body, source, target: body.type },
      point: { arguments: this.arguments, cotangent },
    };
  }

  private has(operation: OperationName): boolean {
    return this.operations.includes(operation);
  }

  private variable(name: string, type: Type): Variable {
    this.names += 1;
    return core.variable(`${name}${this.names}`, type);
  }

  private input(name: string, type: Type, value: Value): Variable {
    const made = this.variable(name, type);
    this.parameters.push(made);
    this.arguments.push(value);
    return made;
  }

  /** A number of one digit after the point, neither near 0 nor large; three of four are positive. */
  private number(): number {
    return ((this.below(4) === 0 ? -1 : 1) * (3 + this.below(17))) / 10;
  }

  private leaf(leaf: 'real' | 'int' | 'bool' | 'string'): Term {
    return leaf === 'int' ? core.int(this.below(4)) : core.real(NUMBERS[this.below(NUMBERS.length)] ?? 1);
  }

  /** A function of one or two reals, at the top level. */
  private definition(): Variable {
    const parameters = Array.from({ length: 1 + this.below(2) }, () => this.variable('a', REAL));
    const value = core.lambda(oneOrTuple(parameters.map(patternOf)), this.real(parameters, [], 3));
    const f = this.variable('f', value.type);
    this.definitions.push({ tag: 'let', pattern: patternOf(f), value, origin: NOWHERE });
    return f;
  }

  private real(scope: readonly Variable[], functions: readonly Variable[], depth: number): Term {
    const inner = (more: readonly Variable[] = []): Term => this.real([...scope, ...more], functions, depth - 1);
    if (depth <= 0 || this.left <= 0) return this.atom(scope);
    this.left -= 1;
    switch (this.below(14)) {
      case 0: {
        const compare = (['less', 'greaterEqual'] as const)[this.below(2)] ?? 'less';
        const condition = core.operation(compare, [inner(), this.atom(scope)]);
        return core.if_(condition, inner(), inner());
      }
      case 1: {
        const y = this.variable('y', REAL);
        const value = inner();
        return core.let_(patternOf(y), value, inner([y, y]));
      }
      case 2:
        return this.loop(scope, functions, depth);
      case 3: {
        const list = scope.find(({ type }) => type.tag === 'sequence' && type.container === 'list');
        const [item, sum] = [this.variable('v', REAL), this.variable('s', REAL)];
        const over = list ?? core.sequence('list', REAL, [inner(), this.atom(scope)]);
        const start = this.atom(scope);
        return core.fold(patternOf(item), patternOf(sum), inner([item, sum, sum]), over, start);
      }
      case 4: {
        const y = this.variable('y', REAL);
        const f = core.lambda(patternOf(y), inner([y, y]));
        const name = this.variable('g', f.type);
        return core.let_(patternOf(name), f, core.apply(name, core.apply(name, inner())));
      }
      case 5:
      case 6: {
        const [f] = functions;
        if (f?.type.tag !== 'function') return this.operation(inner);
        const given = f.type.parameter;
        return core.apply(f, given.tag === 'product' ? core.tuple(given.items.map(() => inner())) : inner());
      }
      case 7: {
        const pair = core.tuple([inner(), core.tuple([core.int(1), inner()])]);
        return this.below(2) === 0 ? core.projection(pair, 0) : core.projection(core.projection(pair, 1), 1);
      }
      default:
        return this.operation(inner);
    }
  }

  private operation(inner: () => Term): Term {
    const name = this.operations[this.below(this.operations.length)];
    if (name === undefined) return inner();
    const given = operationRow(name).parameters.map((leaf) =>
      leaf === 'real' ? inner() : leafType(leaf).tag === 'int' ? core.int(this.below(4)) : this.leaf(leaf),
    );
    return core.operation(name, given);
  }

  /** let rec go (n, a) = if n = 0 then a else go (n - 1, e) in go (2, e) */
  private loop(scope: readonly Variable[], functions: readonly Variable[], depth: number): Term {
    const [n, a] = [this.variable('n', INT), this.variable('a', REAL)];
    const parameter = tuplePattern([patternOf(n), patternOf(a)]);
    const go = this.variable('go', functionType(parameter.type, REAL));
    const next = core.tuple([
      core.operation('subtractInt', [n, core.int(1)]),
      this.real([...scope, a, a], functions, Math.min(2, depth - 1)),
    ]);
    const body = core.if_(core.operation('equalInt', [n, core.int(0)]), a, core.apply(go, next));
    const function_ = { name: go.name, function: core.lambda(parameter, body), origin: NOWHERE };
    return core.letrec([function_], core.apply(go, core.tuple([core.int(1 + this.below(3)), this.atom(scope)])));
  }

  /** A variable, three times of four, else a number. */
  private atom(scope: readonly Variable[]): Term {
    const found = scope[this.below(scope.length)];
    if (found === undefined || this.below(4) === 0) return this.leaf('real');
    if (found.type.tag !== 'sequence') return found;
    if (found.type.container === 'array') return core.intrinsic('index', [found, core.int(0)]);
    return scope.find(({ type }) => type.tag === 'real') ?? this.leaf('real');
  }
}

function listOf(items: readonly number[]): Value {
  return items.reduceRight<Cell | null>((tail, head) => new Cell(head, tail), null);
}

function patternOf({ name, type }: Variable): Pattern {
  return variablePattern(name, type);
}

function oneOrTuple(patterns: readonly Pattern[]): Pattern {
  const [only, ...more] = patterns;
  return only !== undefined && more.length === 0 ? only : tuplePattern(patterns);
}
