import * as core from '../core/builders';
import { constructorsOf } from '../core/constructors';
import { tuplePattern, variablePattern } from '../core/patterns';
import { freeVariables } from '../core/traverse';
import type { CoreItem, MatchArm, Pattern, RecursiveFunction, Term, Variable, VariantDeclaration } from '../core/tree';
import { internalError } from '../source/internal-error';
import type { Span } from '../source/span';
import { showType } from '../types/print';
import { functionType, INT, product, REAL } from '../types/type';
import type { Type } from '../types/type';
import type { StructuralName } from './draft';

/**
 * `zeroLike v`, `add u v`, `scale r v`, `dot u v` at a type, by induction on it: at real they are 0, +, * and *; products
 * and records go by components; what is not real passes (for `dot`: counts for nothing). Sums, variants, lists and arrays
 * go by functions, one for each type; where two values differ in shape, these fail.
 */
export function structuralTerm(
  operation: StructuralName,
  at: Type,
  given: readonly Term[],
  origin: Span,
  functions: StructuralFunctions,
): Term {
  const lets: { readonly pattern: Pattern; readonly value: Term }[] = [];
  // Components are taken of a name, so that what is given is evaluated once, and in order.
  const held = given.map((value): Term => {
    if (value.tag === 'variable' || value.tag === 'literal') return value;
    const name = functions.fresh('v');
    lets.push({ pattern: { tag: 'variable', name, type: value.type, origin: value.origin }, value });
    return { tag: 'variable', name, type: value.type, origin: value.origin };
  });
  const body = functions.at(operation, at, held, origin);
  return lets.reduceRight<Term>((inner, { pattern, value }) => core.let_(pattern, value, inner, origin), body);
}

/** The functions by which the structural operations go through the types of a program that are not products. */
export class StructuralFunctions {
  readonly fresh: (base: string) => string;
  readonly #variants: () => readonly VariantDeclaration[];
  readonly #known = new Map<string, Variable>();
  /** Of those that are under way, which may mention each other. */
  #group: RecursiveFunction[] = [];
  #depth = 0;
  readonly #items: CoreItem[] = [];

  constructor(fresh: (base: string) => string, variants: () => readonly VariantDeclaration[]) {
    this.fresh = fresh;
    this.#variants = variants;
  }

  /** The functions that have been asked for, those that others mention first. */
  items(): readonly CoreItem[] {
    return this.#items;
  }

  /** An operation on variables or literals: the only or the last of `given` is of the type. */
  at(operation: StructuralName, type: Type, given: readonly Term[], origin: Span): Term {
    const [u, v] = [given[0] ?? internalError(`${operation} of nothing`), given.at(-1) ?? internalError('no value')];
    switch (type.tag) {
      case 'real':
        switch (operation) {
          case 'zeroLike':
            return core.real(0, origin);
          case 'add':
            return core.operation('add', [u, v], 'primal', origin);
          case 'scale':
          case 'dot':
            return core.operation('multiply', [u, v], 'primal', origin);
        }
        break;
      case 'product': {
        const parts = type.items.map((item, index) =>
          this.#part(operation, item, given, origin, (whole) => core.projection(whole, index, origin)),
        );
        return operation === 'dot' ? sum(type.items, parts, origin) : core.tuple(parts, origin);
      }
      case 'record': {
        const parts = type.fields.map(({ name, type: item }) =>
          this.#part(operation, item, given, origin, (whole) => core.field(whole, name, origin)),
        );
        const types = type.fields.map((field) => field.type);
        if (operation === 'dot') return sum(types, parts, origin);
        const named = type.fields.map(({ name }, index) => ({ name, value: parts[index] ?? u }));
        return core.record(named, origin);
      }
      case 'sum':
      case 'named':
      case 'sequence': {
        const callee = this.#function(operation, type, origin);
        const argument = given.length === 1 ? u : core.tuple(given, origin);
        return core.apply({ ...callee, origin }, argument, origin);
      }
      default:
        break;
    }
    // Not real: the left's, and for `dot` nothing.
    if (operation === 'dot') return core.real(0, origin);
    return operation === 'scale' ? v : u;
  }

  #part(
    operation: StructuralName,
    type: Type,
    given: readonly Term[],
    origin: Span,
    component: (whole: Term) => Term,
  ): Term {
    const parts = given.map((value, index) => (operation === 'scale' && index === 0 ? value : component(value)));
    return this.at(operation, type, parts, origin);
  }

  /** `zeroLike v`, or `add (u, v)`, `scale (r, v)`, `dot (u, v)`. */
  #function(operation: StructuralName, type: Type, origin: Span): Variable {
    const key = `${operation} ${showType(type)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const result = operation === 'dot' ? REAL : type;
    const first = operation === 'scale' ? REAL : type;
    const parameters = operation === 'zeroLike' ? [type] : [first, type];
    const [only] = parameters;
    const parameter = parameters.length === 1 && only !== undefined ? only : product(parameters);
    const self = core.variable(this.fresh(`${operation}${nameOf(type)}`), functionType(parameter, result), origin);
    this.#known.set(key, self);
    this.#depth += 1;
    const names = parameters.map((each, index) =>
      core.variable(this.fresh(operation === 'scale' && index === 0 ? 'r' : index === 0 ? 'u' : 'v'), each, origin),
    );
    const patterns = names.map((each) => variablePattern(each.name, each.type, origin));
    const [single] = patterns;
    const pattern = patterns.length === 1 && single !== undefined ? single : tuplePattern(patterns, origin);
    const body = this.#body(operation, type, names, origin);
    this.#group.push({ name: self.name, function: core.lambda(pattern, body, origin), origin });
    this.#depth -= 1;
    if (this.#depth === 0) this.#close(origin);
    return self;
  }

  #close(origin: Span): void {
    const functions = this.#group;
    this.#group = [];
    const [only] = functions;
    if (only === undefined) return;
    const alone = functions.length === 1 && !freeVariables(only.function).has(only.name);
    if (alone) {
      const pattern = variablePattern(only.name, only.function.type, origin);
      this.#items.push({ tag: 'let', pattern, value: only.function, origin });
    } else this.#items.push({ tag: 'letrec', functions, origin });
  }

  #body(operation: StructuralName, type: Type, given: readonly Variable[], origin: Span): Term {
    if (type.tag === 'sequence' && type.container === 'array') return this.#array(operation, type.item, given, origin);
    if (type.tag === 'sequence' && (operation === 'zeroLike' || operation === 'scale')) {
      return this.#list(operation, type, type.item, given, origin);
    }
    return this.#constructors(operation, type, given, origin);
  }

  /** `fold (x, rest) -> operation x :: rest over v from []` */
  #list(operation: 'zeroLike' | 'scale', type: Type, item: Type, given: readonly Variable[], origin: Span): Term {
    const v = given.at(-1) ?? internalError('no list');
    const x = core.variable(this.fresh('x'), item, origin);
    const rest = core.variable(this.fresh('rest'), type, origin);
    const head = this.at(operation, item, [...given.slice(0, -1), x], origin);
    const body = core.construct('::', core.tuple([head, rest], origin), type, origin);
    const patterns = [x, rest].map((each) => variablePattern(each.name, each.type, origin));
    const [first, second] = patterns;
    if (first === undefined || second === undefined) return internalError('two patterns');
    return core.fold(first, second, body, v, core.sequence('list', item, [], origin), origin);
  }

  /** `build (length v) (fun i -> operation v[i])`, of two of one length. */
  #array(operation: StructuralName, item: Type, given: readonly Variable[], origin: Span): Term {
    const [u, v] = [given[0] ?? internalError('no array'), given.at(-1) ?? internalError('no array')];
    const length = (of: Term): Term => core.intrinsic('length', [of], origin);
    const i = core.variable(this.fresh('i'), INT, origin);
    const items = given.map((of, index) =>
      operation === 'scale' && index === 0 ? of : core.intrinsic('index', [of, i], origin),
    );
    const held = items.map((each): Term => {
      if (each.tag === 'variable') return each;
      return core.variable(this.fresh('x'), each.type, origin);
    });
    const inner = items.reduceRight<Term>(
      (body, value, index) => {
        const name = held[index];
        return value.tag === 'variable' || name?.tag !== 'variable'
          ? body
          : core.let_(variablePattern(name.name, name.type, origin), value, body, origin);
      },
      this.at(operation, item, held, origin),
    );
    const each = core.lambda(variablePattern(i.name, INT, origin), inner, origin);
    const built = core.intrinsic('build', [length(v), each], origin);
    if (operation === 'zeroLike' || operation === 'scale') return built;
    const whole = operation === 'add' ? built : this.#total(built, origin);
    const same = core.operation('equalInt', [length(u), length(v)], 'primal', origin);
    return core.if_(same, whole, this.#mismatch(operation, 'arrays of different lengths', whole.type, origin), origin);
  }

  /** The sum of an array of reals. */
  #total(array: Term, origin: Span): Term {
    const x = core.variable(this.fresh('x'), REAL, origin);
    const sumSoFar = core.variable(this.fresh('total'), REAL, origin);
    const body = core.operation('add', [x, sumSoFar], 'primal', origin);
    return core.fold(
      variablePattern(x.name, REAL, origin),
      variablePattern(sumSoFar.name, REAL, origin),
      body,
      array,
      core.real(0, origin),
      origin,
    );
  }

  /** By the constructors of a sum, a variant or a list: of two values, both must have the same. */
  #constructors(operation: StructuralName, type: Type, given: readonly Variable[], origin: Span): Term {
    const constructors =
      constructorsOf(type, this.#variants()) ?? internalError(`${showType(type)} has no constructors`);
    const [u, v] = [given[0] ?? internalError('no value'), given.at(-1) ?? internalError('no value')];
    const made = (name: string, parts: readonly Variable[], payload: Type | undefined): Term => {
      if (operation === 'dot') return this.#dotOf(parts, payload, origin);
      if (payload === undefined) return core.construct(name, undefined, type, origin);
      return core.construct(name, this.#payload(operation, name, parts, payload, given, origin), type, origin);
    };
    const isUnary = operation === 'zeroLike' || operation === 'scale';
    const arms = constructors.map(({ name, payload }): MatchArm => {
      const left = this.#bind(name, payload, origin);
      if (isUnary) return { constructorName: name, payload: left.pattern, body: made(name, left.variables, payload) };
      const right = this.#bind(name, payload, origin);
      const paired = left.variables.flatMap((part, index) => [part, right.variables[index] ?? part]);
      const arm: MatchArm = {
        constructorName: name,
        payload: right.pattern,
        body: made(name, paired, payload),
      };
      const what = type.tag === 'sequence' ? 'lists of different lengths' : 'values of different constructors';
      const result = operation === 'dot' ? REAL : type;
      const otherwise = constructors.length === 1 ? undefined : this.#mismatch(operation, what, result, origin);
      return { constructorName: name, payload: left.pattern, body: core.match(v, [arm], otherwise, origin) };
    });
    return core.match(isUnary ? v : u, arms, undefined, origin);
  }

  /** Names for what a constructor carries: for `::` of its head and tail. */
  #bind(
    name: string,
    payload: Type | undefined,
    origin: Span,
  ): { readonly pattern: Pattern | undefined; readonly variables: readonly Variable[] } {
    if (payload === undefined) return { pattern: undefined, variables: [] };
    const types = name === '::' && payload.tag === 'product' ? payload.items : [payload];
    const variables = types.map((type, index) => core.variable(this.fresh(index === 0 ? 'x' : 'rest'), type, origin));
    const patterns = variables.map((each) => variablePattern(each.name, each.type, origin));
    const [only] = patterns;
    return { pattern: patterns.length === 1 ? only : tuplePattern(patterns, origin), variables };
  }

  /** `parts` are of one value, or of two in turns. */
  #payload(
    operation: StructuralName,
    name: string,
    parts: readonly Variable[],
    payload: Type,
    given: readonly Variable[],
    origin: Span,
  ): Term {
    const scalar = operation === 'scale' ? given.slice(0, 1) : [];
    if (name === '::' && payload.tag === 'product') {
      const items = payload.items.map((item, index) =>
        this.at(
          operation,
          item,
          [...scalar, ...(operation === 'add' ? pair(parts, index) : parts.slice(index, index + 1))],
          origin,
        ),
      );
      return core.tuple(items, origin);
    }
    return this.at(operation, payload, [...scalar, ...parts], origin);
  }

  #dotOf(parts: readonly Variable[], payload: Type | undefined, origin: Span): Term {
    if (payload === undefined) return core.real(0, origin);
    const types = parts.length > 2 && payload.tag === 'product' ? payload.items : [payload];
    const products = types.map((type, index) => this.at('dot', type, pair(parts, index), origin));
    return sum(types, products, origin);
  }

  #mismatch(operation: StructuralName, what: string, type: Type, origin: Span): Term {
    return core.fail('shape', `\`${operation}\` takes two values of one shape, but these are ${what}`, type, origin);
  }
}

function pair(parts: readonly Variable[], index: number): readonly Variable[] {
  return parts.slice(2 * index, 2 * index + 2);
}

/** Of the parts that have reals in them. */
function sum(types: readonly Type[], parts: readonly Term[], origin: Span): Term {
  const counted = parts.filter((_, index) => {
    const tag = types[index]?.tag;
    return tag !== 'int' && tag !== 'bool' && tag !== 'string' && tag !== 'unit';
  });
  const [first, ...rest] = counted;
  if (first === undefined) return core.real(0, origin);
  return rest.reduce((total, part) => core.operation('add', [total, part], 'primal', origin), first);
}

function nameOf(type: Type): string {
  switch (type.tag) {
    case 'sequence':
      return type.container === 'array' ? 'Array' : 'List';
    case 'named':
      return type.name.replaceAll('.', '');
    default:
      return 'Sum';
  }
}
