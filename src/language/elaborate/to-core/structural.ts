import * as core from '../../core/builders';
import { constructorsOf } from '../../core/constructors';
import { tuplePattern, variablePattern } from '../../core/patterns';
import { freeVariables } from '../../core/traverse';
import type {
  CoreItem,
  MatchArm,
  Pattern,
  RecursiveFunction,
  Term,
  Variable,
  VariantDeclaration,
} from '../../core/tree';
import { internalError } from '../../source/internal-error';
import { NOWHERE, type Span } from '../../source/span';
import { showType } from '../../types/print';
import { sameType } from '../../types/structure';
import { functionType, INT, product, REAL, sequenceType } from '../../types/type';
import type { Type } from '../../types/type';
import type { StructuralName } from '../draft';

/**
 * Returns the term of `zeroLike v`, `add u v`, `subtract u v`, `negate v`, `scale r v`, `divide r v` (v / r), `dot u v`,
 * `mapReals f v`, `zipReals f u v` or `reals v` at a type, by induction on the type. At real they are 0, +, -, -, *, /, *, f, f and an array of one item. Products and records go by components. Other data is
 * unchanged (and contributes nothing to `dot` and `reals`). Sums, variants, lists and arrays use one function for each type, which fails
 * if two values differ in shape.
 */
export function structuralTerm(
  operation: StructuralName,
  at: Type,
  given: readonly Term[],
  origin: Span,
  functions: StructuralFunctions,
): Term {
  const lets: { readonly pattern: Pattern; readonly value: Term }[] = [];
  // Each argument is named, so that it is evaluated once and in order before its components are selected.
  const held = given.map((value): Term => {
    if (value.tag === 'variable' || value.tag === 'literal') return value;
    const name = functions.fresh('v');
    lets.push({ pattern: { tag: 'variable', name, type: value.type, origin: value.origin }, value });
    return { tag: 'variable', name, type: value.type, origin: value.origin };
  });
  const body = functions.at(operation, at, held, origin);
  return lets.reduceRight<Term>((inner, { pattern, value }) => core.let_(pattern, value, inner, origin), body);
}

/** What an operation takes besides values of the type, the number of these values, and whether its result is a total. */
interface Form {
  readonly extra: Type | undefined;
  readonly values: 1 | 2;
  readonly reduces: boolean;
}

const FORMS = {
  zeroLike: { extra: undefined, values: 1, reduces: false },
  add: { extra: undefined, values: 2, reduces: false },
  subtract: { extra: undefined, values: 2, reduces: false },
  negate: { extra: undefined, values: 1, reduces: false },
  scale: { extra: REAL, values: 1, reduces: false },
  divide: { extra: REAL, values: 1, reduces: false },
  dot: { extra: undefined, values: 2, reduces: true },
  mapReals: { extra: functionType(REAL, REAL), values: 1, reduces: false },
  zipReals: { extra: functionType(product([REAL, REAL]), REAL), values: 2, reduces: false },
  reals: { extra: undefined, values: 1, reduces: true },
} as const satisfies Record<StructuralName, Form>;

/** The type of a total, its value for no parts, and how two totals become one. */
const SUM = { type: REAL, zero: core.real(0), join: (u: Term, v: Term): Term => core.operation('add', [u, v]) };
const REALS = sequenceType('array', REAL);
const JOINED = {
  type: REALS,
  zero: core.sequence('array', REAL, []),
  join: (u: Term, v: Term): Term => core.intrinsic('append', [u, v]),
};

function totalOf(operation: StructuralName): typeof SUM | typeof JOINED {
  return operation === 'reals' ? JOINED : SUM;
}

/** The arguments of an operation, by role. */
interface Given {
  readonly extra: readonly Term[];
  readonly u: Term;
  /** `u` itself if there is only one value. */
  readonly v: Term;
  readonly values: readonly Term[];
}

function apart(operation: StructuralName, given: readonly Term[]): Given {
  const count = FORMS[operation].extra === undefined ? 0 : 1;
  const values = given.slice(count);
  const [u, v] = values;
  if (u === undefined) return internalError(`${operation} of nothing`);
  return { extra: given.slice(0, count), u, v: v ?? u, values };
}

/** The functions that apply structural operations to sums, variants, lists and arrays of a program. */
export class StructuralFunctions {
  readonly fresh: (base: string) => string;
  readonly #variants: () => readonly VariantDeclaration[];
  readonly #known = new Map<string, Variable>();
  /** The functions in progress, which may be mutually recursive. */
  #group: RecursiveFunction[] = [];
  #depth = 0;
  readonly #items: CoreItem[] = [];

  constructor(fresh: (base: string) => string, variants: () => readonly VariantDeclaration[]) {
    this.fresh = fresh;
    this.#variants = variants;
  }

  /** Returns the functions that were requested, in an order where each comes after those that it uses. */
  items(): readonly CoreItem[] {
    return this.#items;
  }

  /** Returns the operation applied to variables or literals; the last one or two of `given` have the type. */
  at(operation: StructuralName, type: Type, given: readonly Term[], origin: Span): Term {
    const { extra, u, values } = apart(operation, given);
    if (FORMS[operation].reduces && (type.tag === 'product' || type.tag === 'record')) {
      return total(operation, this.#summands(operation, type, given, origin), origin);
    }
    if (operation === 'reals' && sameType(type, REALS)) return u;
    switch (type.tag) {
      case 'real':
        return atReal(operation, given, origin);
      case 'product':
      case 'record': {
        const parts = components(type, values, origin).map((part) => ({
          name: part.name,
          value: this.at(operation, part.type, [...extra, ...part.of], origin),
        }));
        if (type.tag === 'record') return core.record(parts, origin);
        const items = parts.map(({ value }) => value);
        return core.tuple(items, origin);
      }
      case 'sum':
      case 'named':
      case 'sequence': {
        const callee = this.#function(operation, type);
        return core.apply({ ...callee, origin }, given.length === 1 ? u : core.tuple(given, origin), origin);
      }
      default:
        return FORMS[operation].reduces ? { ...totalOf(operation).zero, origin } : u;
    }
  }

  /**
   * Returns the summands of an operation whose result is a real, from the parts that may contain reals, left to right.
   */
  #summands(operation: StructuralName, type: Type, given: readonly Term[], origin: Span): readonly Term[] {
    const { extra, values } = apart(operation, given);
    switch (type.tag) {
      case 'product':
      case 'record':
        return components(type, values, origin).flatMap((part) =>
          this.#summands(operation, part.type, [...extra, ...part.of], origin),
        );
      case 'int':
      case 'bool':
      case 'string':
      case 'unit':
        return [];
      default:
        return [this.at(operation, type, given, origin)];
    }
  }

  /**
   * Returns the function for an operation at a type. Its terms have no span: a failure inside is reported at the call.
   */
  #function(operation: StructuralName, type: Type): Variable {
    const key = `${operation} ${showType(type)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { extra, values, reduces } = FORMS[operation];
    const parameters = [
      ...(extra === undefined ? [] : [{ name: extra === REAL ? 'r' : 'f', type: extra }]),
      ...(values === 1 ? ['v'] : ['u', 'v']).map((name) => ({ name, type })),
    ].map((each) => core.variable(this.fresh(each.name), each.type));
    const patterns = parameters.map((each) => variablePattern(each.name, each.type));
    const [only] = patterns;
    const pattern = patterns.length === 1 && only !== undefined ? only : tuplePattern(patterns);
    const self = core.variable(
      this.fresh(`${operation}${nameOf(type)}`),
      functionType(pattern.type, reduces ? totalOf(operation).type : type),
    );
    this.#known.set(key, self);
    this.#depth += 1;
    const body = this.#body(operation, type, parameters);
    this.#group.push({ name: self.name, function: core.lambda(pattern, body), origin: NOWHERE });
    this.#depth -= 1;
    if (this.#depth === 0) this.#close();
    return self;
  }

  #close(): void {
    const functions = this.#group;
    this.#group = [];
    const [only] = functions;
    if (only === undefined) return;
    if (functions.length > 1 || freeVariables(only.function).has(only.name)) {
      this.#items.push({ tag: 'letrec', functions, origin: NOWHERE });
    } else {
      const pattern = variablePattern(only.name, only.function.type);
      this.#items.push({ tag: 'let', pattern, value: only.function, origin: NOWHERE });
    }
  }

  #body(operation: StructuralName, type: Type, given: readonly Variable[]): Term {
    if (type.tag !== 'sequence') return this.#constructors(operation, type, given);
    if (type.container === 'array') return this.#array(operation, type.item, given);
    if (operation === 'reals') {
      return this.at(operation, sequenceType('array', type.item), [core.intrinsic('toArray', given)], NOWHERE);
    }
    return FORMS[operation].values === 1
      ? this.#list(operation, type, type.item, given)
      : this.#constructors(operation, type, given);
  }

  /** Returns `fold (x, rest) -> operation x :: rest over v from []`. */
  #list(operation: StructuralName, type: Type, item: Type, given: readonly Variable[]): Term {
    const { extra, u } = apart(operation, given);
    const x = core.variable(this.fresh('x'), item);
    const rest = core.variable(this.fresh('rest'), type);
    const head = this.at(operation, item, [...extra, x], NOWHERE);
    const body = core.construct('::', core.tuple([head, rest]), type);
    return core.fold(
      variablePattern(x.name, item),
      variablePattern(rest.name, type),
      body,
      u,
      core.sequence('list', item, []),
    );
  }

  /** Returns `build (length u) (fun i -> operation u[i])`; two arrays must have the same length. */
  #array(operation: StructuralName, item: Type, given: readonly Variable[]): Term {
    const { extra, u, v, values } = apart(operation, given);
    const length = (of: Term): Term => core.intrinsic('length', [of]);
    const i = core.variable(this.fresh('i'), INT);
    const held = values.map((of) => ({
      name: core.variable(this.fresh('x'), item),
      value: core.intrinsic('index', [of, i]),
    }));
    const step = this.at(operation, item, [...extra, ...held.map(({ name }) => name)], NOWHERE);
    const inner = held.reduceRight<Term>(
      (body, { name, value }) => core.let_(variablePattern(name.name, item), value, body),
      step,
    );
    const built = core.intrinsic('build', [length(u), core.lambda(variablePattern(i.name, INT), inner)]);
    const whole = FORMS[operation].reduces ? this.#total(operation, built) : built;
    if (values.length === 1) return whole;
    const same = core.operation('equalInt', [length(u), length(v)]);
    return core.if_(same, whole, mismatch(operation, 'arrays of different lengths', whole.type));
  }

  /** Returns the total of an array of totals. */
  #total(operation: StructuralName, array: Term): Term {
    const { type, zero, join } = totalOf(operation);
    const x = core.variable(this.fresh('x'), type);
    const rest = core.variable(this.fresh('total'), type);
    return core.fold(variablePattern(x.name, type), variablePattern(rest.name, type), join(x, rest), array, zero);
  }

  /** Returns a match on the constructors of a sum, a variant or a list; two values must have the same constructor. */
  #constructors(operation: StructuralName, type: Type, given: readonly Variable[]): Term {
    const constructors = constructorsOf(type, this.#variants()) ?? internalError(`no constructors: ${showType(type)}`);
    const { extra, u, v, values } = apart(operation, given);
    const { reduces } = FORMS[operation];
    const result = reduces ? totalOf(operation).type : type;
    const arms = constructors.map(({ name, payload }): MatchArm => {
      const [left, right] = [this.#bind(name, payload), this.#bind(name, payload)];
      const made = (parts: readonly (readonly Variable[])[]): Term => {
        const types =
          name === '::' && payload?.tag === 'product' ? payload.items : payload === undefined ? [] : [payload];
        const given = types.map(
          (of, index) => [of, [...extra, ...parts.flatMap((part) => part[index] ?? [])]] as const,
        );
        if (reduces) {
          return total(
            operation,
            given.flatMap(([of, them]) => this.#summands(operation, of, them, NOWHERE)),
            NOWHERE,
          );
        }
        const items = given.map(([of, them]) => this.at(operation, of, them, NOWHERE));
        const [only] = items;
        return core.construct(name, items.length > 1 ? core.tuple(items) : only, type);
      };
      if (values.length === 1) return { constructorName: name, payload: left.pattern, body: made([left.variables]) };
      const arm: MatchArm = {
        constructorName: name,
        payload: right.pattern,
        body: made([left.variables, right.variables]),
      };
      const what = type.tag === 'sequence' ? 'lists of different lengths' : 'values with different constructors';
      const otherwise = constructors.length === 1 ? undefined : mismatch(operation, what, result);
      return { constructorName: name, payload: left.pattern, body: core.match(v, [arm], otherwise) };
    });
    return core.match(u, arms);
  }

  /** Returns names for the payload of a constructor: for `::` the head and the tail. */
  #bind(
    name: string,
    payload: Type | undefined,
  ): { readonly pattern: Pattern | undefined; readonly variables: readonly Variable[] } {
    if (payload === undefined) return { pattern: undefined, variables: [] };
    const types = name === '::' && payload.tag === 'product' ? payload.items : [payload];
    const variables = types.map((type, index) => core.variable(this.fresh(index === 0 ? 'x' : 'rest'), type));
    const patterns = variables.map((each) => variablePattern(each.name, each.type));
    const [only] = patterns;
    return { pattern: patterns.length === 1 ? only : tuplePattern(patterns), variables };
  }
}

function atReal(operation: StructuralName, given: readonly Term[], origin: Span): Term {
  const { extra, u, v } = apart(operation, given);
  const [first] = extra;
  switch (operation) {
    case 'zeroLike':
      return core.real(0, origin);
    case 'reals':
      return core.sequence('array', REAL, [u], origin);
    case 'add':
      return core.operation('add', [u, v], 'primal', origin);
    case 'subtract':
      return core.operation('subtract', [u, v], 'primal', origin);
    case 'negate':
      return core.operation('negate', [u], 'primal', origin);
    case 'divide':
      return core.operation('divide', [u, first ?? internalError('divide by nothing')], 'primal', origin);
    case 'dot':
      return core.operation('multiply', [u, v], 'primal', origin);
    case 'scale':
      return core.operation('multiply', [first ?? internalError('scale by nothing'), u], 'primal', origin);
    case 'mapReals':
      return core.apply(first ?? internalError('no function'), u, origin);
    case 'zipReals':
      return core.apply(first ?? internalError('no function'), core.tuple([u, v], origin), origin);
  }
}

function mismatch(operation: StructuralName, found: string, type: Type): Term {
  const name = operation === 'add' ? 'addition' : operation === 'subtract' ? 'subtraction' : `\`${operation}\``;
  return core.fail('shape', `${name} needs two values of the same shape, but these are ${found}`, type);
}

/** Returns the components or fields of values of one type. */
function components(
  type: Extract<Type, { tag: 'product' | 'record' }>,
  values: readonly Term[],
  origin: Span,
): readonly { readonly name: string; readonly type: Type; readonly of: readonly Term[] }[] {
  if (type.tag === 'product') {
    return type.items.map((item, index) => ({
      name: '',
      type: item,
      of: values.map((whole) => core.projection(whole, index, origin)),
    }));
  }
  return type.fields.map(({ name, type: item }) => ({
    name,
    type: item,
    of: values.map((whole) => core.field(whole, name, origin)),
  }));
}

function total(operation: StructuralName, summands: readonly Term[], origin: Span): Term {
  const { zero, join } = totalOf(operation);
  const [first, ...rest] = summands;
  if (first === undefined) return { ...zero, origin };
  return rest.reduce((left, right) => ({ ...join(left, right), origin }), first);
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
