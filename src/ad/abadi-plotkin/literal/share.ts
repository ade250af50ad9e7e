import type { FreshNames } from '../../../language/core/fresh-names';
import { internalError } from '../../../language/source/internal-error';
import { copy, type TraceBinder } from './differentiate';
import { expandReverse } from './expand';
import { letIn, type TraceLet, traceVariable, type TraceTerm, type TraceType } from './term';
import { argumentType, typeOfTrace } from './types';

/**
 * Returns a term with the value of W.R_V(x : T. C), of size linear in C. Figure 6's clauses are used once for each part of C
 * and its cotangent: what they write several times is bound, and W.R_V(x : T. D) and W.R_V(y : S. D) are computed together
 * for all names of D. The sums are those of the clauses, in their order.
 */
export function sharedReverse(w: TraceTerm, binder: TraceBinder, c: TraceTerm, fresh: FreshNames): TraceTerm {
  return new Sharing(fresh).term(w, binder, c);
}

/** Terms by the names whose derivatives they are; a name that is missing has the derivative 0. */
type Adjoints = Map<string, TraceTerm>;

class Sharing {
  private readonly fresh: FreshNames;
  private readonly lets: TraceLet[] = [];
  /** The values of names, without lets. */
  private readonly values = new Map<string, TraceTerm>();
  /** The argument of each operation, without lets. */
  private readonly points = new Map<TraceTerm, TraceTerm>();
  private readonly expanded = new Map<TraceTerm, TraceTerm>();

  constructor(fresh: FreshNames) {
    this.fresh = fresh;
  }

  term(w: TraceTerm, { variables, at, pattern }: TraceBinder, c: TraceTerm): TraceTerm {
    const own = copy(c, new Map(), this.fresh);
    variables.forEach(({ name }, i) => {
      this.values.set(name, at[i] ?? internalError('x without V'));
    });
    this.value(own);
    const result = placed(pattern, this.reverse(own, w));
    return this.lets.reduceRight<TraceTerm>((body, binding) => ({ ...binding, body }), result);
  }

  /** Binds the operations of a term, and returns its value: a term of variables, constants and pairs. */
  private value(c: TraceTerm): TraceTerm {
    switch (c.tag) {
      case 'variable':
        return this.values.get(c.name) ?? c;
      case 'constant':
      case 'unit':
      case 'zero':
        return c;
      case 'sum':
        return this.added(this.value(c.left), this.value(c.right));
      case 'operation': {
        const argument = this.value(c.argument);
        this.points.set(c, argument);
        return this.atom('v', typeOfTrace(c), { ...c, argument });
      }
      case 'let': {
        let term: TraceTerm = c;
        for (; term.tag === 'let'; term = term.body) this.values.set(term.name, this.value(term.value));
        return this.value(term);
      }
      case 'pair':
        return { ...c, first: this.value(c.first), second: this.value(c.second) };
      case 'fst':
      case 'snd':
        return this.part(this.value(c.pair), c.tag);
      case 'reverse': {
        const expanded = expandReverse(c, this.fresh);
        this.expanded.set(c, expanded);
        return this.value(expanded);
      }
    }
  }

  /** Returns W.R_V(x : T. C) for every name x of C. */
  private reverse(c: TraceTerm, w: TraceTerm): Adjoints {
    switch (c.tag) {
      case 'variable':
        return new Map([[c.name, w]]);
      case 'constant':
      case 'unit':
      case 'zero':
        return new Map();
      case 'sum': {
        const both = this.atom('w', c.type, w);
        const left = this.reverse(c.left, both);
        return this.sum(left, this.reverse(c.right, both));
      }
      case 'operation': {
        const { operation, leaves, origin } = c;
        const argument = this.points.get(c) ?? internalError('an operation without its argument');
        const amount: TraceTerm = { tag: 'reverse', operation, leaves, cotangent: w, argument, origin };
        return this.reverse(c.argument, this.atom('y', argumentType(operation), amount));
      }
      case 'let':
        return this.reverseLets(c, w);
      case 'pair': {
        const first = this.reverse(c.first, this.part(w, 'fst'));
        return this.sum(first, this.reverse(c.second, this.part(w, 'snd')));
      }
      case 'fst':
      case 'snd': {
        const { origin } = c;
        const pair = typeOfTrace(c.pair);
        if (pair.tag !== 'pair') return internalError(`${c.tag} of no pair`);
        const padded: TraceTerm =
          c.tag === 'fst'
            ? { tag: 'pair', first: w, second: { tag: 'zero', type: pair.second, origin }, origin }
            : { tag: 'pair', first: { tag: 'zero', type: pair.first, origin }, second: w, origin };
        return this.reverse(c.pair, padded);
      }
      case 'reverse':
        return this.reverse(this.expanded.get(c) ?? internalError('a derivative without its terms'), w);
    }
  }

  private reverseLets(root: TraceLet, w: TraceTerm): Adjoints {
    const lets: TraceLet[] = [];
    let term: TraceTerm = root;
    for (; term.tag === 'let'; term = term.body) lets.push(term);
    let adjoints = this.reverse(term, w);
    for (const { name, type, value } of lets.reverse()) {
      const cotangent = adjoints.get(name) ?? { tag: 'zero', type, origin: value.origin };
      adjoints.delete(name);
      adjoints = this.sum(adjoints, this.reverse(value, cotangent));
    }
    return adjoints;
  }

  /** Adds derivatives name by name, those on the left first. Changes one of the two. */
  private sum(left: Adjoints, right: Adjoints): Adjoints {
    const [small, large] = left.size < right.size ? [left, right] : [right, left];
    for (const [name, term] of small) {
      const other = large.get(name);
      const [first, second] = small === left ? [term, other] : [other, term];
      large.set(name, first === undefined || second === undefined ? term : this.added(first, second));
    }
    return large;
  }

  /** Adds two values, component by component: most components of a padded tuple are zeros. */
  private added(left: TraceTerm, right: TraceTerm): TraceTerm {
    const { origin } = right;
    if (left.tag === 'zero') return right;
    if (right.tag === 'zero' || right.tag === 'unit') return left;
    if (left.tag === 'pair' || right.tag === 'pair' || typeOfTrace(left).tag === 'pair') {
      const first = this.added(this.part(left, 'fst'), this.part(right, 'fst'));
      return { tag: 'pair', first, second: this.added(this.part(left, 'snd'), this.part(right, 'snd')), origin };
    }
    const type = typeOfTrace(left);
    return this.atom('s', type, { tag: 'sum', type, left, right, origin });
  }

  /** Returns a component of a value. */
  private part(pair: TraceTerm, tag: 'fst' | 'snd'): TraceTerm {
    const { origin } = pair;
    if (pair.tag === 'pair') return tag === 'fst' ? pair.first : pair.second;
    const type = typeOfTrace(pair);
    if (type.tag !== 'pair') return internalError(`${tag} of no pair`);
    const component = tag === 'fst' ? type.first : type.second;
    if (pair.tag === 'zero') return { tag: 'zero', type: component, origin };
    return this.atom('p', component, { tag, pair, origin });
  }

  /** Returns a term that may be written several times: a variable that is bound to it, or the term itself. */
  private atom(name: string, type: TraceType, value: TraceTerm): TraceTerm {
    if (value.tag === 'variable' || value.tag === 'constant' || value.tag === 'unit' || value.tag === 'zero')
      return value;
    const variable = traceVariable(this.fresh(name), type, value.origin);
    const binding = letIn(variable.name, type, value, variable);
    if (binding.tag === 'let') this.lets.push(binding);
    return variable;
  }
}

/** Puts the derivatives in the places of the names of a tuple. */
function placed(pattern: TraceTerm, adjoints: Adjoints): TraceTerm {
  switch (pattern.tag) {
    case 'variable':
      return adjoints.get(pattern.name) ?? { tag: 'zero', type: pattern.type, origin: pattern.origin };
    case 'pair':
      return { ...pattern, first: placed(pattern.first, adjoints), second: placed(pattern.second, adjoints) };
    default:
      return pattern;
  }
}
