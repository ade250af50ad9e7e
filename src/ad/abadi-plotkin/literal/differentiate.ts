import type { FreshNames } from '../../../language/core/fresh-names';
import { assertNever, internalError } from '../../../language/source/internal-error';
import type { Span } from '../../../language/source/span';
import { expandReverse, letPair } from './expand';
import { letIn, traceVariable, type TraceLet, type TraceTerm, type TraceType, type TraceVariable } from './term';
import { argumentType, typeOfTrace } from './types';

/**
 * x : T and V of W.R_V(x : T. C). Several variables stand for a binder that is a tuple of them, such as <x0 : T0, x1 :
 * T1>, as in the first clause of Figure 6.
 */
export interface TraceBinder {
  readonly variables: readonly TraceVariable[];
  /** V, one value per variable. */
  readonly at: readonly TraceTerm[];
  /** The binder as a tuple: pairs of the variables and `*`. Its type is T. */
  readonly pattern: TraceTerm;
}

/**
 * W.R_V(x : T. C), by the clauses of Figure 6. V and W are values in which x is not free. Bound names are all different
 * in the result: where a clause writes a part of C twice, the second copy gets new names. The sum's clause is used at
 * every type. The clause for let doubles the result; `reverseSize` computes its size beforehand.
 */
export function symbolicReverse(w: TraceTerm, binder: TraceBinder, c: TraceTerm, fresh: FreshNames): TraceTerm {
  const type = typeOfTrace(binder.pattern);
  const names = new Set(binder.variables.map(({ name }) => name));
  const context: Context = { ...binder, type, names, fresh };
  return reverse(w, context, c, new Map());
}

interface Context extends TraceBinder {
  /** The type T of the binder. */
  readonly type: TraceType;
  readonly names: ReadonlySet<string>;
  readonly fresh: FreshNames;
}

/** Terms for the names of C that are used as values. */
type Names = ReadonlyMap<string, TraceTerm>;

function reverse(w: TraceTerm, context: Context, c: TraceTerm, names: Names): TraceTerm {
  const { fresh, type } = context;
  const { origin } = c;
  switch (c.tag) {
    // W.R_V(x:T. y) = W if y is x, else 0_T
    case 'variable':
      return context.names.has(c.name) ? placed(w, c.name, context.pattern, origin) : { tag: 'zero', type, origin };
    // W.R_V(x:T. r) = 0_T        W.R_V(x:T. *) = 0_T
    case 'constant':
    case 'unit':
    case 'zero':
      return { tag: 'zero', type, origin };
    // W.R_V(x:T. D + E) = W.R_V(x:T. D) +_T W.R_V(x:T. E)
    case 'sum':
      return {
        tag: 'sum',
        type,
        left: reverse(w, context, c.left, names),
        right: reverse(w, context, c.right, names),
        origin,
      };
    // W.R_V(x:T. op(D)) = let x:T = V in let y:S = W.op_r(D) in y.R_V(x:T. D)
    case 'operation':
      return atPoint(context, names, (here) => {
        const y = traceVariable(fresh('y'), argumentType(c.operation), origin);
        const { operation, leaves } = c;
        const argument = copy(c.argument, here, fresh);
        const amount: TraceTerm = { tag: 'reverse', operation, leaves, cotangent: w, argument, origin };
        return letIn(y.name, y.type, amount, reverse(y, context, c.argument, names));
      });
    // W.R_V(x:T. let y:S = D in E) = let x:T = V in let y:S = D in
    //   W.R_V(x:T. E) +_T (let y':S = W.R_y(y:S. E) in y'.R_V(x:T. D))
    case 'let':
      return atPoint(context, names, (here) => {
        const y = traceVariable(fresh(c.name), c.type, origin);
        const left = reverse(w, context, c.body, extended(names, c.name, y));
        const cotangent = traceVariable(fresh(`${c.name}'`), c.type, origin);
        const x = traceVariable(c.name, c.type, origin);
        const inner: Context = {
          variables: [x],
          at: [y],
          pattern: x,
          type: c.type,
          names: new Set([c.name]),
          fresh,
        };
        const right = letIn(
          cotangent.name,
          c.type,
          reverse(w, inner, c.body, here),
          reverse(cotangent, context, c.value, names),
        );
        return letIn(y.name, c.type, copy(c.value, here, fresh), { tag: 'sum', type, left, right, origin });
      });
    // W.R_V(x:T. <M, N>) = let <y:U, z:S> = W in y.R_V(x:T. M) +_T z.R_V(x:T. N)
    case 'pair':
      return letPair(w, typeOfTrace(c.first), typeOfTrace(c.second), fresh, ['y', 'z'], (y, z) => ({
        tag: 'sum',
        type,
        left: reverse(y, context, c.first, names),
        right: reverse(z, context, c.second, names),
        origin,
      }));
    // W.R_V(x:T. fst(D)) = let x:T = V in let y:U x S = D in <W, 0_S>.R_V(x:T. D), and snd likewise
    case 'fst':
    case 'snd':
      return atPoint(context, names, (here) => {
        const pair = typeOfTrace(c.pair);
        if (pair.tag !== 'pair') return internalError(`${c.tag} of no pair`);
        const padded: TraceTerm =
          c.tag === 'fst'
            ? { tag: 'pair', first: w, second: { tag: 'zero', type: pair.second, origin }, origin }
            : { tag: 'pair', first: { tag: 'zero', type: pair.first, origin }, second: w, origin };
        return letIn(fresh('y'), pair, copy(c.pair, here, fresh), reverse(padded, context, c.pair, names));
      });
    case 'reverse':
      return reverse(w, context, expandReverse(c, fresh), names);
    default:
      return assertNever(c);
  }
}

/** Returns W for the named variable of the tuple, and zeros for the others. */
function placed(w: TraceTerm, name: string, pattern: TraceTerm, origin: Span): TraceTerm {
  switch (pattern.tag) {
    case 'variable':
      return pattern.name === name ? w : { tag: 'zero', type: pattern.type, origin };
    case 'pair': {
      const { first, second } = pattern;
      return { tag: 'pair', first: placed(w, name, first, origin), second: placed(w, name, second, origin), origin };
    }
    default:
      return pattern;
  }
}

/** let x:T = V in ...: `body` receives the names with x as it is called there. */
function atPoint(context: Context, names: Names, body: (here: Names) => TraceTerm): TraceTerm {
  const { variables, at, fresh } = context;
  const here = new Map(names);
  const renamed = variables.map((variable) => {
    const x = traceVariable(fresh(variable.name), variable.type, variable.origin);
    here.set(variable.name, x);
    return x;
  });
  const inner = body(here);
  return renamed.reduceRight((rest, x, i) => letIn(x.name, x.type, at[i] ?? internalError('x without V'), rest), inner);
}

function extended(names: Names, name: string, value: TraceTerm): Names {
  return new Map(names).set(name, value);
}

/** Returns a copy of C with new bound names, and with its free names replaced by `names`. */
export function copy(c: TraceTerm, names: Names, fresh: FreshNames): TraceTerm {
  switch (c.tag) {
    case 'variable':
      return names.get(c.name) ?? c;
    case 'constant':
    case 'unit':
    case 'zero':
      return c;
    case 'sum':
      return { ...c, left: copy(c.left, names, fresh), right: copy(c.right, names, fresh) };
    case 'operation':
      return { ...c, argument: copy(c.argument, names, fresh) };
    case 'reverse':
      return { ...c, cotangent: copy(c.cotangent, names, fresh), argument: copy(c.argument, names, fresh) };
    case 'let':
      return copyLets(c, names, fresh);
    case 'pair':
      return { ...c, first: copy(c.first, names, fresh), second: copy(c.second, names, fresh) };
    case 'fst':
    case 'snd':
      return { ...c, pair: copy(c.pair, names, fresh) };
    default:
      return assertNever(c);
  }
}

function copyLets(root: TraceLet, names: Names, fresh: FreshNames): TraceTerm {
  const lets: TraceLet[] = [];
  const here = new Map(names);
  let term: TraceTerm = root;
  for (; term.tag === 'let'; term = term.body) {
    const value = copy(term.value, here, fresh);
    const name = fresh(term.name);
    here.set(term.name, traceVariable(name, term.type, term.origin));
    lets.push({ ...term, name, value });
  }
  return lets.reduceRight<TraceTerm>((body, binding) => ({ ...binding, body }), copy(term, here, fresh));
}
