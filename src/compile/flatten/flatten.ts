import type {
  CoreItem,
  Fold,
  IntrinsicTerm,
  Match,
  MatchArm,
  OperationTerm,
  Term,
  VariantDeclaration,
  Watch,
} from '../../language/core/tree';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { assertNever, internalError } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import type { Lengths } from '../../language/core/usual-lengths';
import type { Type } from '../../language/types/type';
import { arrayLiteral, boolConstant, Builder, construct, intConstant, type Numbers, realConstant } from '../ir/builder';
import type { Atom, Block } from '../ir/tree';
import type { IrProgram } from '../ir/program';
import { withWatchingCalls } from './watching';
import { atomsOf, NO_PARTS, ofType, Scope, type Bound } from './bound';
import { Flattener } from './flattener';
import { Kinds, STRING_LAYOUT } from './kinds';
import { bindPattern, fieldAt, part } from './parts';
import { overSequence, toArray, updated } from './sequences';
import { tooDeep, Unsupported } from '../unsupported';

/** What is compiled: a function of inputs, with the definitions that it uses. */
export interface Subject {
  readonly variants: readonly VariantDeclaration[];
  readonly definitions: readonly CoreItem[];
  readonly parameters: readonly {
    readonly name: string;
    readonly type: Type;
    /** The lengths of the arrays in it, in most runs: see `usualLengths`. */
    readonly lengths?: readonly (Lengths | undefined)[];
  }[];
  /** Further parameters, after the others, by which nothing is differentiated. */
  readonly data?: readonly { readonly name: string; readonly type: Type }[];
  readonly body: Term;
}

export interface FlatProgram {
  readonly tag: 'program';
  readonly program: IrProgram;
  readonly kinds: Kinds;
  readonly numbers: Numbers;
  /** The number of variables of data, the last ones. */
  readonly fixed: number;
  /** The watches, by number. */
  readonly watches: readonly Watch[];
  /** The usual lengths of the arrays among the variables of the inputs, by their place. */
  readonly lengths: readonly (Lengths | undefined)[];
}

export type Flattened = FlatProgram | { readonly tag: 'unsupported'; readonly reason: Unsupported };

/** The depth of terms inside terms (not counting lets), beyond which a program is refused. */
const DEEPEST = 600;

let depth = 0;

/**
 * Turns a program into the intermediate representation: functions are copied for the functions that they are given,
 * products and records become their parts, and functions that are stored in data become closures, a variant.
 */
export function flatten(subject: Subject, isWatched = false): Flattened {
  const kinds = new Kinds(subject.variants);
  const flattener = new Flattener(kinds, evaluate, isWatched);
  depth = 0;
  try {
    const { numbers, globals, functions } = flattener;
    const inner = new Builder(numbers, subject.body.origin);
    for (const item of subject.definitions) define(flattener, item, globals, inner);
    const scope = new Scope(globals);
    const { data = [] } = subject;
    const parameters = [...subject.parameters, ...data].map(({ name, type }) => {
      const variables = kinds.of(type).map((kind) => numbers.variable(kind));
      scope.set(name, ofType(type, variables.values()));
      return variables;
    });
    const value = evaluate(flattener, subject.body, scope, inner);
    const body = inner.block(atomsOf(flattener.canonical(value, subject.body.type, inner)));
    flattener.finish();
    const main = numbers.functionId();
    functions.set(main, { id: main, name: 'main', parameters: parameters.flat(), body });
    const fixed = parameters.slice(subject.parameters.length).flat().length;
    const { watches } = flattener;
    const plain: IrProgram = { functions, entries: new Map([['value', main]]) };
    const program = watches.length === 0 ? plain : withWatchingCalls(plain);
    const lengths = subject.parameters.flatMap((each, i) =>
      (parameters[i] ?? []).map((_, part) => each.lengths?.[part]),
    );
    return { tag: 'program', program, kinds, numbers, fixed, watches, lengths };
  } catch (thrown) {
    if (thrown instanceof Unsupported) return { tag: 'unsupported', reason: thrown };
    throw thrown;
  }
}

function define(flattener: Flattener, item: CoreItem, scope: Scope, builder: Builder): void {
  switch (item.tag) {
    case 'let':
      bindPattern(scope, item.pattern, evaluate(flattener, item.value, scope, builder));
      return;
    case 'letrec':
      flattener.addGroup(item.functions, scope);
      return;
    default:
      internalError(`${item.tag} among the definitions`);
  }
}

function evaluate(flattener: Flattener, given: Term, scope: Scope, builder: Builder): Bound {
  let term = given;
  for (;;) {
    if (term.tag === 'let') {
      bindPattern(scope, term.pattern, evaluate(flattener, term.value, scope, builder));
    } else if (term.tag === 'letrec') {
      flattener.addGroup(term.functions, scope);
    } else break;
    term = term.body;
  }
  // Most terms are these, and they bind nothing.
  if (term.tag === 'variable') return scope.get(term.name);
  if (term.tag === 'literal') return literal(term.value, term.type);
  if (depth > DEEPEST) throw tooDeep(term.origin);
  depth++;
  const outer = builder.origin;
  builder.origin = term.origin;
  const value =
    term.tag === 'operation'
      ? evaluateOperation(flattener, term, scope, builder)
      : evaluateForm(flattener, term, scope, builder);
  builder.origin = outer;
  depth--;
  return value;
}

function evaluateOperation(
  flattener: Flattener,
  { operation: name, arguments: terms }: OperationTerm,
  scope: Scope,
  builder: Builder,
): Bound {
  const given: Atom[] = [];
  for (const each of terms) given.push(only(evaluate(flattener, each, scope, builder)));
  return operation(name, given, builder);
}

type Form = Exclude<Term, { readonly tag: 'variable' | 'literal' | 'operation' | 'let' | 'letrec' }>;

function evaluateForm(flattener: Flattener, term: Form, scope: Scope, builder: Builder): Bound {
  const { kinds } = flattener;
  const at = (inner: Term): Bound => evaluate(flattener, inner, scope, builder);
  /** The value as it is stored in data: without known functions. */
  const stored = (inner: Term): readonly Atom[] => atomsOf(flattener.canonical(at(inner), inner.type, builder));
  switch (term.tag) {
    case 'tuple':
      return { tag: 'parts', parts: term.items.map(at) };
    case 'projection':
      return part(at(term.tuple), term.index);
    case 'record': {
      const parts: Bound[] = [];
      for (const { name, value } of term.fields) parts[fieldAt(term.type, name)] = at(value);
      return { tag: 'parts', parts };
    }
    case 'field':
      return part(at(term.record), fieldAt(term.record.type, term.name));
    case 'construct': {
      const layout = kinds.variant(term.type);
      const constructor_ = layout.constructors.findIndex(({ name }) => name === term.constructorName);
      const fields = term.payload === undefined ? [] : stored(term.payload);
      return construct(layout, constructor_, fields, builder);
    }
    case 'match':
      return match(flattener, term, scope, builder);
    case 'lambda':
      return flattener.known(term, scope);
    case 'apply': {
      const given: Term[] = [];
      let callee: Term = term;
      for (; callee.tag === 'apply'; callee = callee.function) given.push(callee.argument);
      const function_ = at(callee);
      return flattener.apply(function_, callee.type, given.reverse().map(at), builder);
    }
    case 'if': {
      const condition = only(at(term.condition));
      const arm = (inner: Term): { builder: Builder; value: Bound } => {
        const block = builder.inner();
        return { builder: block, value: evaluate(flattener, inner, scope, block) };
      };
      return flattener.join(term.type, condition, [arm(term.consequent), arm(term.alternative)], builder);
    }
    case 'intrinsic':
      return intrinsic(flattener, term, scope, builder);
    case 'sequence': {
      const items = term.items.map(stored);
      const [layout] = kinds.of(term.type);
      if (layout === undefined || typeof layout === 'string') return internalError('a sequence has a layout');
      if (layout.tag === 'array') return arrayLiteral(layout, items, builder);
      if (layout.tag !== 'variant') return internalError('a list is a variant');
      return items.reduceRight<Atom>(
        (rest, item) => construct(layout, 1, [...item, rest], builder),
        construct(layout, 0, [], builder),
      );
    }
    case 'fold':
      return fold(flattener, term, scope, builder);
    case 'derivative': {
      const callee = at(term.function);
      const point = stored(term.point);
      const direction = stored(term.direction);
      const { type } = term.function;
      if (type.tag !== 'function') return internalError('a derivative of a value that is not a function');
      const parameters = kinds.of(type.parameter).map((kind) => flattener.numbers.variable(kind));
      const inner = builder.inner();
      const value = flattener.unwatched(() =>
        flattener.apply(callee, type, [ofType(type.parameter, parameters.values())], inner),
      );
      const body = inner.block(atomsOf(value));
      const { operator } = term;
      const targets = builder.add(kinds.of(term.type), {
        tag: 'derivative',
        operator,
        parameters,
        body,
        point,
        direction,
        withValue: false,
      });
      return ofType(term.type, targets.values());
    }
    case 'watch': {
      const name = at(term.name);
      const value = at(term.value);
      const watch = flattener.watch(term);
      if (watch === undefined) return value;
      builder.add([], { tag: 'watched', watch, values: [...atomsOf(name), ...atomsOf(value)] });
      return value;
    }
    case 'fail':
      return ofType(term.type, builder.add(kinds.of(term.type), { tag: 'fail', reason: term }).values());
    case 'pure':
    case 'bind':
      throw ofDelta(term.origin);
    default:
      return assertNever(term);
  }
}

function ofDelta(origin: Span): Unsupported {
  return new Unsupported('it uses the module Delta', origin, 'translations are interpreted, not compiled');
}

function literal(value: Extract<Term, { tag: 'literal' }>['value'], type: Type): Bound {
  switch (typeof value) {
    case 'undefined':
      return NO_PARTS;
    case 'number':
      return type.tag === 'int' ? intConstant(value) : realConstant(value);
    case 'boolean':
      return boolConstant(value);
    default:
      return { tag: 'constant', kind: STRING_LAYOUT, value: { constructor_: 0, parts: [], text: value } };
  }
}

export function only(bound: Bound): Atom {
  return bound.tag === 'variable' || bound.tag === 'constant' ? bound : internalError('a value of one part');
}

function match(flattener: Flattener, term: Match, scope: Scope, builder: Builder): Bound {
  const { scrutinee, arms, otherwise, type } = term;
  const value = only(evaluate(flattener, scrutinee, scope, builder));
  const layout = flattener.kinds.variant(scrutinee.type);
  const tag = builder.one('int', { tag: 'tag', value });
  const armOf = ({ constructorName, payload, body }: MatchArm, inner: Builder): Bound => {
    const constructor_ = layout.constructors.findIndex(({ name }) => name === constructorName);
    if (payload !== undefined) {
      const fields = layout.constructors[constructor_]?.fields ?? [];
      const atoms = fields.map((kind, index) => inner.one(kind, { tag: 'field', value, constructor_, index }));
      bindPattern(scope, payload, ofType(payload.type, atoms.values()));
    }
    return evaluate(flattener, body, scope, inner);
  };
  const from = (index: number, inner: Builder): Bound => {
    const arm = arms[index];
    if (arm === undefined) return evaluate(flattener, otherwise ?? internalError('an arm is missing'), scope, inner);
    if (index === arms.length - 1 && otherwise === undefined) return armOf(arm, inner);
    const constructor_ = layout.constructors.findIndex(({ name }) => name === arm.constructorName);
    const condition = inner.operation('equalInt', tag, intConstant(constructor_));
    const [first, second] = [inner.inner(), inner.inner()];
    const taken = { builder: first, value: armOf(arm, first) };
    return flattener.join(type, condition, [taken, { builder: second, value: from(index + 1, second) }], inner);
  };
  return from(0, builder);
}

function intrinsic(flattener: Flattener, term: IntrinsicTerm, scope: Scope, builder: Builder): Bound {
  const { kinds } = flattener;
  const [first, second] = term.arguments;
  if (term.intrinsic.startsWith('Delta.') || first === undefined) throw ofDelta(term.origin);
  const one = evaluate(flattener, first, scope, builder);
  if (term.intrinsic === 'length') return builder.one('int', { tag: 'length', array: only(one) });
  if (term.intrinsic === 'toArray') return toArray(kinds, { bound: one, type: first.type }, term.type, builder);
  if (second === undefined) return internalError('an intrinsic of two arguments');
  const two = evaluate(flattener, second, scope, builder);
  const [kind] = kinds.of(term.type);
  switch (term.intrinsic) {
    case 'index': {
      const statement = { tag: 'item', array: only(one), index: only(two), checked: true } as const;
      return ofType(term.type, builder.add(kinds.of(term.type), statement).values());
    }
    case 'build': {
      const { type } = second;
      if (type.tag !== 'function' || kind === undefined) return internalError('build takes a function');
      const index = flattener.numbers.variable('int');
      const inner = builder.inner();
      const item = flattener.apply(two, type, [index], inner);
      const body = inner.block(atomsOf(flattener.canonical(item, type.result, inner)));
      return builder.one(kind, { tag: 'build', count: only(one), index, body });
    }
    case 'update': {
      const third = term.arguments[2] ?? internalError('update takes three arguments');
      const { type } = third;
      const item = evaluate(flattener, third, scope, builder);
      const parts = atomsOf(flattener.canonical(item, type, builder));
      return updated(kinds, { bound: one, type: term.type }, only(two), parts, builder);
    }
    default:
      return append(flattener, first.type, only(one), only(two), builder);
  }
}

function operation(name: OperationName, given: readonly Atom[], builder: Builder): Bound {
  const [first] = given;
  if (operationRow(name).result !== 'string' || first === undefined) return builder.operation(name, ...given);
  // The text of an int is that of the same real.
  const number = first.kind === 'int' ? builder.operation('toReal', first) : first;
  return builder.one(STRING_LAYOUT, { tag: 'show', number });
}

function append(flattener: Flattener, type: Type, left: Atom, right: Atom, builder: Builder): Bound {
  const [kind] = flattener.kinds.of(type);
  if (type.tag !== 'sequence' || kind === undefined || typeof kind === 'string') {
    return builder.one(STRING_LAYOUT, { tag: 'append', left, right });
  }
  const items = flattener.kinds.of(type.item);
  const itemOf = (array: Atom, index: Atom, inner: Builder): readonly Atom[] =>
    inner.add(items, { tag: 'item', array, index, checked: false });
  if (kind.tag === 'array') {
    const half = builder.one('int', { tag: 'length', array: left });
    const count = builder.operation('addInt', half, builder.one('int', { tag: 'length', array: right }));
    const index = flattener.numbers.variable('int');
    const inner = builder.inner();
    const arm = (array: Atom, at: (block: Builder) => Atom): Block => {
      const block = inner.inner();
      return block.block(itemOf(array, at(block), block));
    };
    const condition = inner.operation('lessInt', index, half);
    const results = inner.add(items, {
      tag: 'if',
      condition,
      consequent: arm(left, () => index),
      alternative: arm(right, (block) => block.operation('subtractInt', index, half)),
    });
    return builder.one(kind, { tag: 'build', count, index, body: inner.block(results) });
  }
  if (kind.tag !== 'variant') return internalError('a sequence is an array or a list');
  return overSequence(flattener.kinds, { bound: left, type }, [kind], [right], builder, (parts, [rest], inner) => [
    inner.one(kind, { tag: 'construct', constructor_: 1, fields: [...parts, ...(rest === undefined ? [] : [rest])] }),
  ])[0] as Atom;
}

function fold(flattener: Flattener, term: Fold, scope: Scope, builder: Builder): Bound {
  const { kinds } = flattener;
  const { type } = term.sequence;
  if (type.tag !== 'sequence') return internalError('a fold over a sequence');
  const sequence = evaluate(flattener, term.sequence, scope, builder);
  const start = flattener.canonical(evaluate(flattener, term.start, scope, builder), term.type, builder);
  const results = overSequence(
    kinds,
    { bound: sequence, type },
    kinds.of(term.type),
    atomsOf(start),
    builder,
    (item, carried, inner) => {
      bindPattern(scope, term.item, ofType(type.item, item.values()));
      bindPattern(scope, term.accumulator, ofType(term.type, carried.values()));
      const next = evaluate(flattener, term.body, scope, inner);
      return atomsOf(flattener.canonical(next, term.type, inner));
    },
  );
  return ofType(term.type, results.values());
}
