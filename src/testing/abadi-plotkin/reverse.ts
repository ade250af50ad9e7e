import {
  sameTraceType,
  TRACE_REAL,
  TRACE_UNIT,
  type TraceReverse,
  type TraceTerm,
  type TraceType,
} from '../../ad/abadi-plotkin/literal/term';
import type { PartialTerm } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { NOWHERE } from '../../language/source/span';
import { pairType } from './language';

/**
 * Figure 6, transcribed: W.R_V(x : T. C). If a clause binds a name that occurs in C, the name is changed first, so that
 * every side condition holds. Several variables are the binder <x0 : T0, ...> of the first clause.
 */
export interface PaperBinder {
  readonly variables: readonly { readonly name: string; readonly type: TraceType }[];
  readonly at: readonly TraceTerm[];
}

const origin = NOWHERE;

export function paperReverse(w: TraceTerm, binder: PaperBinder, c: TraceTerm, name: () => string): TraceTerm {
  const { variables, at } = binder;
  const type = tupleType(variables.map((variable) => variable.type));
  const inner = (cotangent: TraceTerm, part: TraceTerm): TraceTerm => paperReverse(cotangent, binder, part, name);
  /** let x:T = V in M, where M receives the name of x. */
  const letX = (body: (rename: (part: TraceTerm) => TraceTerm) => TraceTerm): TraceTerm => {
    const names = variables.map(() => name());
    const rename = (part: TraceTerm): TraceTerm =>
      variables.reduce((term, x, i) => withName(term, x.name, names[i] ?? ''), part);
    return variables.reduceRight(
      (rest, x, i) => bound(names[i] ?? '', x.type, at[i] ?? zero(x.type), rest),
      body(rename),
    );
  };
  switch (c.tag) {
    case 'variable': {
      if (!variables.some((x) => x.name === c.name)) return zero(type);
      return tuple(variables.map((x) => (x.name === c.name ? w : zero(x.type))));
    }
    case 'constant':
    case 'unit':
    case 'zero':
      return zero(type);
    case 'sum':
      return { tag: 'sum', type, left: inner(w, c.left), right: inner(w, c.right), origin };
    case 'operation':
      return letX((rename) => {
        const y = variable(name(), argumentOf(c.operation));
        const amount: TraceTerm = {
          tag: 'reverse',
          operation: c.operation,
          leaves: c.leaves,
          cotangent: w,
          argument: rename(c.argument),
          origin,
        };
        return bound(y.name, y.type, amount, inner(y, c.argument));
      });
    case 'let':
      return letX((rename) => {
        const y = variable(name(), c.type);
        const bar = variable(name(), c.type);
        const body = withName(c.body, c.name, y.name);
        const byY: PaperBinder = { variables: [y], at: [y] };
        const right = bound(bar.name, c.type, paperReverse(w, byY, rename(body), name), inner(bar, c.value));
        return bound(y.name, c.type, rename(c.value), { tag: 'sum', type, left: inner(w, body), right, origin });
      });
    case 'pair':
      return letPair(w, typeOfTerm(c.first), typeOfTerm(c.second), name, (y, z) => ({
        tag: 'sum',
        type,
        left: inner(y, c.first),
        right: inner(z, c.second),
        origin,
      }));
    case 'fst':
    case 'snd':
      return letX((rename) => {
        const pair = typeOfTerm(c.pair);
        if (pair.tag !== 'pair') throw new Error(`${c.tag} of no pair`);
        const padded: TraceTerm =
          c.tag === 'fst'
            ? { tag: 'pair', first: w, second: zero(pair.second), origin }
            : { tag: 'pair', first: zero(pair.first), second: w, origin };
        return bound(name(), pair, rename(c.pair), inner(padded, c.pair));
      });
    case 'reverse':
      return inner(w, expanded(c, name));
  }
}

/** M.op_r(L) for op : real -> real and real x real -> real: M times each partial derivative of the table at L. */
function expanded(c: TraceReverse, name: () => string): TraceTerm {
  const { partials } = operationRow(c.operation);
  const times = (args: readonly TraceTerm[]) => (partial: PartialTerm | undefined) =>
    applied('multiply', [c.cotangent, partialAt(partial, args)]);
  if (partials.length === 1) {
    const s = variable(name(), TRACE_REAL);
    return bound(s.name, s.type, c.argument, tuple(partials.map(times([s]))));
  }
  return letPair(c.argument, TRACE_REAL, TRACE_REAL, name, (s, t) => tuple(partials.map(times([s, t]))));
}

function partialAt(partial: PartialTerm | undefined, args: readonly TraceTerm[]): TraceTerm {
  if (partial?.tag === 'operation') {
    return applied(
      partial.operation,
      partial.arguments.map((argument) => partialAt(argument, args)),
    );
  }
  const found = partial?.tag === 'argument' ? args[partial.index] : undefined;
  if (found !== undefined) return found;
  if (partial?.tag !== 'real') throw new Error('a partial derivative of reals alone');
  return { tag: 'constant', value: partial.value, origin };
}

function applied(name: TraceReverse['operation'], args: readonly TraceTerm[]): TraceTerm {
  return { tag: 'operation', operation: name, leaves: args.map(() => undefined), argument: tuple(args), origin };
}

function letPair(
  value: TraceTerm,
  first: TraceType,
  second: TraceType,
  name: () => string,
  body: (x: TraceTerm, y: TraceTerm) => TraceTerm,
): TraceTerm {
  const z = variable(name(), pairType(first, second));
  const x = variable(name(), first);
  const y = variable(name(), second);
  const rest = bound(y.name, second, { tag: 'snd', pair: z, origin }, body(x, y));
  return bound(z.name, z.type, value, bound(x.name, first, { tag: 'fst', pair: z, origin }, rest));
}

function variable(name: string, type: TraceType): Extract<TraceTerm, { tag: 'variable' }> {
  return { tag: 'variable', name, type, origin };
}

function zero(type: TraceType): TraceTerm {
  return { tag: 'zero', type, origin };
}

function bound(name: string, type: TraceType, value: TraceTerm, body: TraceTerm): TraceTerm {
  return { tag: 'let', name, type, value, body, origin };
}

function tuple(terms: readonly TraceTerm[]): TraceTerm {
  const [head, ...tail] = terms;
  if (head === undefined) return { tag: 'unit', origin };
  return tail.reduce((first, second) => ({ tag: 'pair', first, second, origin }), head);
}

function tupleType(types: readonly TraceType[]): TraceType {
  const [head, ...tail] = types;
  return head === undefined ? TRACE_UNIT : tail.reduce(pairType, head);
}

/** S of op : S -> real, from the real parameters. */
function argumentOf(name: TraceReverse['operation']): TraceType {
  return tupleType(operationRow(name).parameters.flatMap((leaf) => (leaf === 'real' ? [TRACE_REAL] : [])));
}

/** Returns the type of a trace term, as in Figure 1; throws for ill-typed ones. */
export function typeOfTerm(c: TraceTerm): TraceType {
  const expect = (part: TraceTerm, type: TraceType): TraceType => {
    if (!sameTraceType(typeOfTerm(part), type)) throw new Error(`${part.tag} is not of the type that it stands at`);
    return type;
  };
  switch (c.tag) {
    case 'variable':
    case 'zero':
      return c.type;
    case 'constant':
      return TRACE_REAL;
    case 'unit':
      return TRACE_UNIT;
    case 'sum':
      expect(c.left, c.type);
      return expect(c.right, c.type);
    case 'operation':
      expect(c.argument, argumentOf(c.operation));
      return TRACE_REAL;
    case 'reverse':
      expect(c.cotangent, TRACE_REAL);
      return expect(c.argument, argumentOf(c.operation));
    case 'let':
      expect(c.value, c.type);
      return typeOfTerm(c.body);
    case 'pair':
      return pairType(typeOfTerm(c.first), typeOfTerm(c.second));
    case 'fst':
    case 'snd': {
      const pair = typeOfTerm(c.pair);
      if (pair.tag !== 'pair') throw new Error(`${c.tag} of no pair`);
      return c.tag === 'fst' ? pair.first : pair.second;
    }
  }
}

/** C[to/x], for a new name `to`. */
function withName(c: TraceTerm, x: string, to: string): TraceTerm {
  const inner = (part: TraceTerm): TraceTerm => withName(part, x, to);
  switch (c.tag) {
    case 'variable':
      return c.name === x ? { ...c, name: to } : c;
    case 'constant':
    case 'unit':
    case 'zero':
      return c;
    case 'sum':
      return { ...c, left: inner(c.left), right: inner(c.right) };
    case 'operation':
      return { ...c, argument: inner(c.argument) };
    case 'reverse':
      return { ...c, cotangent: inner(c.cotangent), argument: inner(c.argument) };
    case 'let':
      return { ...c, value: inner(c.value), body: c.name === x ? c.body : inner(c.body) };
    case 'pair':
      return { ...c, first: inner(c.first), second: inner(c.second) };
    case 'fst':
    case 'snd':
      return { ...c, pair: inner(c.pair) };
  }
}

/** Whether two trace terms are equal up to the names of bound variables. 0_T equals its expansion. */
export function sameUpToNames(a: TraceTerm, b: TraceTerm): boolean {
  return showTrace(a) === showTrace(b);
}

/** Returns a term in the paper's notation; bound variables are v1, v2, ... in order. */
export function showTrace(root: TraceTerm): string {
  let count = 0;
  const show = (c: TraceTerm, names: ReadonlyMap<string, string>): string => {
    switch (c.tag) {
      case 'variable':
        return names.get(c.name) ?? c.name;
      case 'constant':
        return `${c.value}`;
      case 'unit':
        return '*';
      case 'zero':
        return showZero(c.type);
      case 'sum':
        return `(${show(c.left, names)} +${subscript(c.type)} ${show(c.right, names)})`;
      case 'operation':
        return `${c.operation}(${show(c.argument, names)})`;
      case 'reverse':
        return `${show(c.cotangent, names)}.${c.operation}_r(${show(c.argument, names)})`;
      case 'let': {
        const value = show(c.value, names);
        const name = `v${++count}`;
        return `let ${name}:${showType(c.type)} = ${value} in ${show(c.body, new Map(names).set(c.name, name))}`;
      }
      case 'pair':
        return `<${show(c.first, names)}, ${show(c.second, names)}>`;
      case 'fst':
      case 'snd':
        return `${c.tag}(${show(c.pair, names)})`;
    }
  };
  return show(root, new Map());
}

function showZero(type: TraceType): string {
  if (type.tag === 'pair') return `<${showZero(type.first)}, ${showZero(type.second)}>`;
  return type.tag === 'real' ? '0' : '*';
}

function subscript(type: TraceType): string {
  return type.tag === 'real' ? '' : `_${showType(type)}`;
}

function showType(type: TraceType): string {
  return type.tag === 'pair' ? `(${showType(type.first)} x ${showType(type.second)})` : type.tag;
}
