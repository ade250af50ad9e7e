import { freeVariables } from '../../language/core/traverse';
import type { Lambda, LetRec, Pattern, Term, Watch } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import { Builder, construct, Numbers, realConstant } from '../ir/builder';
import type { VariantLayout } from '../ir/kind';
import type { Atom, Block, FunctionId } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { chain } from './chain';
import { atomsOf, ofType, shapeOf, substituted, Scope, type Bound, type Code, type Known } from './bound';
import type { Kinds } from './kinds';
import { bindPattern, holdsFunction, partTypes, resultAfter } from './parts';
import { scatterAdd } from './sequences';
import { Unsupported } from '../unsupported';

/** The number of copies of a recursive function after which functions that are given to it become data. */
const MOST_COPIES = 8;

/** The highest order of `taylor`; each doubles the code. */
const HIGHEST_TAYLOR = 4;

/** The number of functions of the result, beyond which the program is refused. */
const MOST_FUNCTIONS = 5000;

/** A function of the result: a function of the program, for arguments of one shape. */
interface Instance {
  readonly id: FunctionId;
  /** What it returns if that is not just atoms: the callee's variables stand for its results. */
  result: Bound | undefined;
}

/** The closures of one function type: for each constructor of its layout, the function and its variables. */
interface Closures {
  readonly layout: VariantLayout;
  readonly type: Extract<Type, { tag: 'function' }>;
  readonly byKey: Map<string, number>;
  readonly functions: Known[];
  /** The functions that apply a closure, once one is applied: one that records what is watched, and one that does not. */
  readonly appliers: Map<boolean, Applier>;
}

interface Applier {
  readonly id: FunctionId;
  /** The number of constructors that its body covers. */
  covered: number;
}

/** Evaluates a term in a scope: `flatten.ts`. */
export type Evaluate = (flattener: Flattener, term: Term, scope: Scope, builder: Builder) => Bound;

/** The state of flattening: the functions made so far, and what is left to do. */
export class Flattener {
  readonly numbers = new Numbers();
  readonly kinds: Kinds;
  readonly globals = new Scope(undefined);
  readonly functions = new Map<FunctionId, IrFunction>();
  private readonly evaluate: Evaluate;
  private readonly codes = new Map<Lambda, Code>();
  private codeCount = 0;
  private readonly instances = new Map<string, Instance>();
  private readonly copies = new Map<number, number>();
  private readonly closures = new Map<number, Closures>();
  private readonly waiting: (() => void)[] = [];
  /** The `watch`es whose values the host gets, by number. */
  readonly watches: Watch[] = [];
  /** Whether what is evaluated is outside derivatives, where `watch` records. */
  private isWatched: boolean;

  constructor(kinds: Kinds, evaluate: Evaluate, isWatched: boolean) {
    this.kinds = kinds;
    this.evaluate = evaluate;
    this.isWatched = isWatched;
  }

  /** Returns the number of a `watch`; undefined where it does not record. */
  watch(term: Watch): number | undefined {
    if (!this.isWatched) return undefined;
    const known = this.watches.indexOf(term);
    return known >= 0 ? known : this.watches.push(term) - 1;
  }

  /** Evaluates the function of a derivative, in which nothing is recorded. */
  unwatched<T>(evaluate: () => T): T {
    return this.watching(false, evaluate);
  }

  private watching<T>(isWatched: boolean, evaluate: () => T): T {
    const before = this.isWatched;
    this.isWatched = isWatched;
    const made = evaluate();
    this.isWatched = before;
    return made;
  }

  /** Flattens the bodies of all functions that were called, until no call is left without its function. */
  finish(): void {
    for (;;) {
      const next = this.waiting.pop();
      if (next !== undefined) next();
      else if (![...this.closures.values()].some((closures) => this.coverAll(closures))) return;
    }
  }

  known(lambda: Lambda, scope: Scope): Known {
    const code =
      this.codes.get(lambda) ?? this.codeOf('fun', lambda, this.capturedBy([lambda], new Set(), scope), new Map());
    this.codes.set(lambda, code);
    return { tag: 'known', code, scope, held: [] };
  }

  /** Adds recursive functions to a scope. */
  addGroup(functions: LetRec['functions'], scope: Scope): void {
    const names = new Set(functions.map(({ name }) => name));
    const captured = this.capturedBy(
      functions.map((each) => each.function),
      names,
      scope,
    );
    const group = new Map<string, Code>();
    for (const { name, function: lambda } of functions) {
      const code = this.codeOf(name, lambda, captured, group);
      group.set(name, code);
      scope.setCode(name, code);
    }
  }

  /** Returns the names that functions take from their scope, if it is not the global one. */
  private capturedBy(lambdas: readonly Lambda[], names: ReadonlySet<string>, scope: Scope): readonly string[] {
    if (scope.isGlobal) return [];
    const captured = new Set<string>();
    for (const lambda of lambdas) {
      for (const name of freeVariables(lambda)) if (!names.has(name) && !this.globals.has(name)) captured.add(name);
    }
    return [...captured].sort();
  }

  private codeOf(name: string, lambda: Lambda, captured: readonly string[], group: ReadonlyMap<string, Code>): Code {
    const parameters: Pattern[] = [];
    let body: Term = lambda;
    for (; body.tag === 'lambda'; body = body.body) parameters.push(body.parameter);
    return { id: this.codeCount++, name, parameters, body, lambda, captured, group };
  }

  /** Applies a function to arguments, one after the other. `type` is the type of the function. */
  apply(callee: Bound, type: Type, given: readonly Bound[], builder: Builder): Bound {
    if (given.length === 0) return callee;
    if (type.tag !== 'function') return internalError('what is applied is a function');
    if (callee.tag === 'known') {
      const { code, scope, held } = callee;
      const missing = code.parameters.length - held.length;
      if (given.length < missing) return { tag: 'known', code, scope, held: [...held, ...given] };
      const all = [...held, ...given.slice(0, missing)];
      const result = this.call({ tag: 'known', code, scope, held: [] }, all, builder);
      return this.apply(result, resultAfter(type, missing), given.slice(missing), builder);
    }
    const [first, ...rest] = given;
    if (callee.tag === 'parts' || first === undefined) return internalError('what is applied is a function');
    const arguments_ = [callee, ...atomsOf(this.canonical(first, type.parameter, builder))];
    const id = this.applierOf(type);
    const targets = builder.call(this.kinds.of(type.result), id, arguments_);
    return this.apply(ofType(type.result, targets.values()), type.result, rest, builder);
  }

  private call(callee: Known, given: readonly Bound[], builder: Builder): Bound {
    const { code } = callee;
    const native = this.native(code, given, builder);
    if (native !== undefined) return native;
    const isRecursive = code.group.size > 0;
    const most = isRecursive && (this.copies.get(code.id) ?? 0) > MOST_COPIES;
    const arguments_ = most
      ? given.map((each, i) => this.canonical(each, code.parameters[i]?.type ?? internalError('no parameter'), builder))
      : given;
    // Constants are given like other values, so that one copy serves all calls.
    const constants = new Map<number, Atom>();
    const general = (bound: Bound): Bound => {
      if (bound.tag === 'parts') return { tag: 'parts', parts: bound.parts.map(general) };
      if (bound.tag !== 'constant') return bound;
      const variable = this.numbers.variable(bound.kind);
      constants.set(variable.id, bound);
      return variable;
    };
    const bounds = [callee, ...arguments_.map(general)];
    const shape = shapeOf(bounds);
    const passed = shape.variables.map((variable) => constants.get(variable.id) ?? variable);
    const { isWatched } = this;
    // Functions inside derivatives are others, because they record nothing.
    const key = isWatched ? `watched ${shape.key}` : shape.key;
    let instance = this.instances.get(key);
    const resultType = code.body.type;
    if (instance === undefined) {
      if (this.instances.size > MOST_FUNCTIONS) {
        throw new Unsupported('it needs too many copies of its functions', code.lambda.origin, 'use fewer functions');
      }
      instance = { id: this.numbers.functionId(), result: undefined };
      this.instances.set(key, instance);
      this.copies.set(code.id, (this.copies.get(code.id) ?? 0) + 1);
      const parameters = this.numbers.copies(shape.variables);
      const own = new Map(shape.variables.map(({ id }, i): [number, Atom] => [id, parameters[i] ?? missing()]));
      const [self, ...values] = substituted(bounds, own, this.globals);
      if (self?.tag !== 'known') return internalError('the callee is known');
      const { id } = instance;
      const made = instance;
      const flattenBody = (): void => {
        const scope = new Scope(self.scope);
        const inner = new Builder(this.numbers, code.body.origin);
        code.parameters.forEach((pattern, i) => {
          bindPattern(scope, pattern, values[i] ?? missing());
        });
        const value = this.watching(isWatched, () => this.evaluate(this, code.body, scope, inner));
        const isPlain = isRecursive || !holdsFunction(resultType);
        if (!isPlain) made.result = value;
        const results = isPlain ? atomsOf(this.canonical(value, resultType, inner)) : shapeOf([value]).variables;
        this.functions.set(id, { id, name: code.name, parameters, body: inner.block(results) });
      };
      if (isRecursive || !holdsFunction(resultType)) this.waiting.push(flattenBody);
      else flattenBody();
    }
    const { id, result } = instance;
    if (result === undefined) {
      return ofType(resultType, builder.call(this.kinds.of(resultType), id, passed).values());
    }
    const { variables } = shapeOf([result]);
    const targets = builder.call(
      variables.map(({ kind }) => kind),
      id,
      passed,
    );
    return this.withVariables(result, variables, targets);
  }

  /** Returns the value of a function of the prelude whose definition the compiler replaces. */
  private native(code: Code, given: readonly Bound[], builder: Builder): Bound | undefined {
    const result = code.body.type;
    const [first, second] = code.parameters.map(({ type }, i) => ({ type, bound: given[i] ?? missing() }));
    switch (code.lambda.prelude) {
      case 'taylor':
        return this.taylor(code, given, builder);
      case 'scatterAdd':
        return scatterAdd(this.kinds, first?.bound ?? missing(), second ?? missing(), result, builder);
      default:
        return undefined;
    }
  }

  /** Writes `taylor n f x` as derivatives inside one another; its definition would need as many as n, which is a value. */
  private taylor(code: Code, given: readonly Bound[], builder: Builder): Bound {
    const [order, callee, point] = given;
    const functionType_ = code.parameters[1]?.type;
    const n = order?.tag === 'constant' ? Number(order.value) : undefined;
    if (callee === undefined || point === undefined || functionType_ === undefined) return missing();
    // The machine evaluates the function once, and the derivatives below do several times.
    if (this.isWatched) throw new Unsupported('it uses taylor and watch', builder.origin, 'use one of them');
    if (n === undefined || n < 0 || n > HIGHEST_TAYLOR) {
      const found = n === undefined ? 'computed' : n < 0 ? 'below 0' : `above ${HIGHEST_TAYLOR}`;
      const hint = `write the order as a number from 0 to ${HIGHEST_TAYLOR}`;
      throw new Unsupported(`it uses taylor with an order that is ${found}`, builder.origin, hint);
    }
    const derivative = (k: number, at: Bound, inner: Builder): Atom => {
      if (k === 0) return atomsOf(this.apply(callee, functionType_, [at], inner))[0] ?? missing();
      const parameter = this.numbers.variable('real');
      const block = inner.inner();
      const body = block.block([derivative(k - 1, parameter, block)]);
      return inner.one('real', {
        tag: 'derivative',
        operator: 'fd',
        parameters: [parameter],
        body,
        point: atomsOf(at),
        direction: [realConstant(1)],
        withValue: false,
      });
    };
    const layout = this.kinds.variant(code.body.type);
    const values = Array.from({ length: n + 1 }, (_, k) => derivative(k, point, builder));
    return values.reduceRight<Atom>(
      (rest, value) => construct(layout, 1, [value, rest], builder),
      construct(layout, 0, [], builder),
    );
  }

  private withVariables(bound: Bound, from: readonly { readonly id: number }[], to: readonly Atom[]): Bound {
    const atoms = new Map(from.map(({ id }, i): [number, Atom] => [id, to[i] ?? missing()]));
    return substituted([bound], atoms, this.globals)[0] ?? missing();
  }

  /** Returns a value with its known functions as closures in memory: as many atoms as the kinds of its type. */
  canonical(bound: Bound, type: Type, builder: Builder): Bound {
    if (bound.tag === 'known') {
      if (type.tag !== 'function') return internalError('a function has a function type');
      return this.closure(bound, type, builder);
    }
    if (bound.tag !== 'parts' || !holdsFunction(type)) return bound;
    const types = partTypes(type);
    return { tag: 'parts', parts: bound.parts.map((part, i) => this.canonical(part, types[i] ?? missing(), builder)) };
  }

  private closuresOf(type: Extract<Type, { tag: 'function' }>): Closures {
    const layout = this.kinds.variant(type);
    let closures = this.closures.get(layout.id);
    if (closures === undefined) {
      closures = { layout, type, byKey: new Map(), functions: [], appliers: new Map() };
      this.closures.set(layout.id, closures);
    }
    return closures;
  }

  private closure(known: Known, type: Extract<Type, { tag: 'function' }>, builder: Builder): Bound {
    const closures = this.closuresOf(type);
    const { layout, byKey, functions } = closures;
    const { key, variables } = shapeOf([known]);
    let index = byKey.get(key);
    if (index === undefined) {
      index = functions.length;
      byKey.set(key, index);
      functions.push(known);
      const fields = variables.map(({ kind }) => kind);
      layout.constructors = [...layout.constructors, { name: `${known.code.name}${index}`, fields }];
    }
    return construct(layout, index, variables, builder);
  }

  private applierOf(type: Extract<Type, { tag: 'function' }>): FunctionId {
    const { appliers } = this.closuresOf(type);
    const applier = appliers.get(this.isWatched) ?? { id: this.numbers.functionId(), covered: 0 };
    appliers.set(this.isWatched, applier);
    return applier.id;
  }

  /** Writes the functions that apply closures of a type; returns whether one changed. */
  private coverAll(closures: Closures): boolean {
    return [...closures.appliers].some(([isWatched, applier]) =>
      this.watching(isWatched, () => this.coverClosures(closures, applier)),
    );
  }

  /** Writes a function that applies closures of a type, if there are closures that it does not know yet. */
  private coverClosures({ layout, type, functions }: Closures, applier: Applier): boolean {
    if (this.functions.has(applier.id) && applier.covered === functions.length) return false;
    applier.covered = functions.length;
    const closure = this.numbers.variable(layout);
    const given = this.kinds.of(type.parameter).map((kind) => this.numbers.variable(kind));
    const builder = new Builder(this.numbers);
    const tag = builder.one('int', { tag: 'tag', value: closure });
    const arm = (index: number): Block => {
      const inner = builder.inner();
      const known = functions[index];
      if (known === undefined) {
        return inner.block(inner.add(this.kinds.of(type.result), { tag: 'fail' }));
      }
      const { variables } = shapeOf([known]);
      const fields = variables.map(({ kind }, k) =>
        inner.one(kind, { tag: 'field', value: closure, constructor_: index, index: k }),
      );
      const callee = this.withVariables(known, variables, fields);
      const result = this.apply(callee, type, [ofType(type.parameter, given.values())], inner);
      return inner.block(atomsOf(this.canonical(result, type.result, inner)));
    };
    const results = chain(builder, tag, functions.length, this.kinds.of(type.result), arm);
    const body = builder.block(results);
    const { id } = applier;
    this.functions.set(id, { id, name: 'apply', parameters: [closure, ...given], body });
    return true;
  }

  /** Adds an `if` whose two arms end in values of a type, and returns its value. */
  join(
    type: Type,
    condition: Atom,
    arms: readonly [{ builder: Builder; value: Bound }, { builder: Builder; value: Bound }],
    builder: Builder,
  ): Bound {
    const [first, second] = arms;
    if (holdsFunction(type)) {
      const left = shapeOf([first.value]);
      const right = shapeOf([second.value]);
      if (left.key === right.key) {
        const targets = builder.add(
          left.variables.map(({ kind }) => kind),
          {
            tag: 'if',
            condition,
            consequent: first.builder.block(left.variables),
            alternative: second.builder.block(right.variables),
          },
        );
        return this.withVariables(first.value, left.variables, targets);
      }
    }
    const [consequent, alternative] = arms.map((arm) =>
      arm.builder.block(atomsOf(this.canonical(arm.value, type, arm.builder))),
    );
    if (consequent === undefined || alternative === undefined) return missing();
    const targets = builder.add(this.kinds.of(type), { tag: 'if', condition, consequent, alternative });
    return ofType(type, targets.values());
  }
}

function missing(): never {
  return internalError('too few values');
}
