import type { TraceTerm, TraceType } from '../../ad/abadi-plotkin/literal/term';
import { applyOperation } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import type { PartialTerm } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { NOWHERE } from '../../language/source/span';
import { Undefined } from './answer';
import { decompositions, isPaperValue, renamed } from './contexts';
import {
  asTrace,
  closed,
  type PaperClosures,
  defined,
  entered,
  type Environment,
  extendedEnvironment,
  lookedUp,
  numbers,
} from './environments';
import { type Closed, type PaperBoolean, type PaperTerm, realsOf, typeOfClosed } from './language';
import { type PaperBinder, paperReverse } from './reverse';

/**
 * Figures 2 to 5 and 8, transcribed: contexts are decomposed at every step, and traces are evaluated again and again.
 */
export interface PaperRules {
  /** φ | ρ |- M => V, for no φ. */
  readonly evaluate: (environment: Environment, term: PaperTerm) => Closed;
  /** φ | ρ |- M ~> C */
  readonly trace: (environment: Environment, term: PaperTerm) => TraceTerm;
  /** ρ |- C => V */
  readonly evaluateTrace: (environment: Environment, term: TraceTerm) => Closed;
  /**
   * Whether a decision, or the domain of an operation, depends on the rounding of a derivative: the machine's sweep
   * adds in another order.
   */
  readonly isClose: () => boolean;
  /** The largest intermediate number, at least 1. */
  readonly largest: () => number;
}

/** The limit on the nodes that the rules visit. */
const WORK = 30_000;
const CLOSE = 1e-9;

export function paperRules(): PaperRules {
  let names = 0;
  let work = 0;
  let largest = 1;
  let isClose = false;
  let hasDerivatives = false;
  const name = (): string => {
    spend(1);
    return `$${++names}`;
  };
  const spend = (amount: number): void => {
    work += amount;
    if (work > WORK) throw new Undefined('too large');
  };
  const near = (distance: number): void => {
    if (hasDerivatives && Math.abs(distance) <= CLOSE) isClose = true;
  };

  /** ev(op, V) */
  const apply = (op: OperationName, values: readonly number[]): number => {
    spend(1);
    near(distanceToEdge(op, values));
    const applied = applyOperation(operationRow(op), values);
    if (applied.tag === 'problem') {
      if (hasDerivatives && applied.problem.code === 'not-finite') isClose = true;
      throw new Undefined(applied.problem.code);
    }
    largest = Math.max(largest, Math.abs(Number(applied.value)));
    return Number(applied.value);
  };

  /** bev(pred, V) */
  const decide = (environment: Environment, { predicate, argument }: Predicate): PaperBoolean => {
    const [left = NaN, right = NaN] = realsOf(closed(environment, argument));
    near((left - right) / Math.max(1, Math.abs(left)));
    const applied = applyOperation(operationRow(predicate), [left, right]);
    if (applied.tag === 'problem') throw new Undefined(applied.problem.code);
    return { tag: applied.value === true ? 'true' : 'false' };
  };

  /** Returns the only E and R, or E and R_bool, of a term that is not a value (Lemma 3.1). */
  const decompose = (term: PaperTerm) => {
    spend(1);
    const [only, ...others] = decompositions(term);
    if (only === undefined || others.length > 0) throw new Error('a term has one context and redex');
    return only;
  };

  const evaluate = (closures: PaperClosures, environment: Environment, term: PaperTerm): Closed => {
    if (isPaperValue(term)) return closed(environment, term);
    const found = decompose(term);
    if (found.tag === 'boolean') {
      return evaluate(closures, environment, found.context(decide(environment, found.redex)));
    }
    const value = evaluateRedex(closures, environment, found.redex);
    if (found.trivial) return value;
    const x = name();
    return evaluate(closures, extendedEnvironment(environment, x, value), found.context({ tag: 'variable', name: x }));
  };

  const evaluateRedex = (closures: PaperClosures, environment: Environment, redex: PaperTerm): Closed => {
    switch (redex.tag) {
      case 'sum':
        return apply('add', [...numbers(environment, redex.left), ...numbers(environment, redex.right)]);
      case 'operation':
        return apply(redex.operation, numbers(environment, redex.argument));
      case 'let': {
        const inner = extendedEnvironment(environment, redex.name, closed(environment, redex.value));
        return evaluate(closures, inner, redex.body);
      }
      case 'fst':
      case 'snd':
        return component(redex.tag, closed(environment, redex.pair));
      case 'if':
        return evaluate(closures, environment, redex.guard.tag === 'true' ? redex.consequent : redex.alternative);
      case 'letrec':
        return evaluate(defined(closures, environment, redex), environment, redex.body);
      case 'call': {
        const called = entered(closures, redex.name);
        const inner = extendedEnvironment(called.environment, called.parameter, closed(environment, redex.argument));
        return evaluate(called.closures, inner, called.body);
      }
      case 'derivative': {
        const c = traceRedex(closures, environment, redex);
        hasDerivatives = true;
        return evaluateTrace(environment, c);
      }
      default:
        throw new Error(`${redex.tag} is no redex`);
    }
  };

  const trace = (closures: PaperClosures, environment: Environment, term: PaperTerm): TraceTerm => {
    if (isPaperValue(term)) return asTrace(environment, term);
    const found = decompose(term);
    if (found.tag === 'boolean') {
      return trace(closures, environment, found.context(decide(environment, found.redex)));
    }
    const c = traceRedex(closures, environment, found.redex);
    if (found.trivial) return c;
    const value = evaluateTrace(environment, c);
    const x = name();
    const d = trace(closures, extendedEnvironment(environment, x, value), found.context({ tag: 'variable', name: x }));
    return { tag: 'let', name: x, type: typeOfClosed(value), value: c, body: d, origin };
  };

  const traceRedex = (closures: PaperClosures, environment: Environment, redex: PaperTerm): TraceTerm => {
    switch (redex.tag) {
      case 'sum': {
        const left = asTrace(environment, redex.left);
        return { tag: 'sum', type: { tag: 'real' }, left, right: asTrace(environment, redex.right), origin };
      }
      case 'operation': {
        const argument = asTrace(environment, redex.argument);
        const leaves = operationRow(redex.operation).parameters.map(() => undefined);
        return { tag: 'operation', operation: redex.operation, leaves, argument, origin };
      }
      case 'let': {
        const x = name();
        const inner = extendedEnvironment(environment, x, closed(environment, redex.value));
        const body = trace(closures, inner, renamed(redex.body, redex.name, x));
        return { tag: 'let', name: x, type: redex.type, value: asTrace(environment, redex.value), body, origin };
      }
      case 'fst':
      case 'snd':
        return { tag: redex.tag, pair: asTrace(environment, redex.pair), origin };
      case 'if':
        return trace(closures, environment, redex.guard.tag === 'true' ? redex.consequent : redex.alternative);
      case 'letrec':
        return trace(defined(closures, environment, redex), environment, redex.body);
      case 'call': {
        const called = entered(closures, redex.name);
        const x = name();
        const inner = extendedEnvironment(called.environment, x, closed(environment, redex.argument));
        const body = trace(called.closures, inner, renamed(called.body, called.parameter, x));
        return { tag: 'let', name: x, type: called.domain, value: asTrace(environment, redex.argument), body, origin };
      }
      case 'derivative': {
        const x = name();
        const inner = extendedEnvironment(environment, x, closed(environment, redex.point));
        const c = trace(closures, inner, renamed(redex.body, redex.name, x));
        hasDerivatives = true;
        const binder: PaperBinder = {
          variables: [{ name: x, type: redex.type }],
          at: [asTrace(environment, redex.point)],
        };
        return paperReverse(asTrace(environment, redex.cotangent), binder, c, name);
      }
      default:
        throw new Error(`${redex.tag} is no redex`);
    }
  };

  const evaluateTrace = (environment: Environment, c: TraceTerm): Closed => {
    spend(1);
    const inner = (part: TraceTerm): Closed => evaluateTrace(environment, part);
    switch (c.tag) {
      case 'variable':
        return lookedUp(environment, c.name);
      case 'constant':
        return c.value;
      case 'unit':
        return null;
      case 'zero':
        return zeroOf(c.type);
      case 'sum':
        return added(inner(c.left), inner(c.right));
      case 'operation':
        return apply(c.operation, realsOf(inner(c.argument)));
      case 'reverse': {
        const [w = NaN] = realsOf(inner(c.cotangent));
        const argument = inner(c.argument);
        const at = realsOf(argument);
        // op_r is defined where op is.
        apply(c.operation, at);
        const amounts = operationRow(c.operation).partials.map((partial) =>
          apply('multiply', [w, valueAt(partial, at)]),
        );
        const [first = NaN, second] = amounts;
        return second === undefined ? first : [first, second];
      }
      case 'let':
        return evaluateTrace(extendedEnvironment(environment, c.name, inner(c.value)), c.body);
      case 'pair': {
        const first = inner(c.first);
        return [first, inner(c.second)];
      }
      case 'fst':
      case 'snd':
        return component(c.tag, inner(c.pair));
    }
  };

  const valueAt = (partial: PartialTerm | undefined, at: readonly number[]): number => {
    if (partial?.tag === 'argument') return at[partial.index] ?? NaN;
    if (partial?.tag === 'operation') {
      return apply(
        partial.operation,
        partial.arguments.map((argument) => valueAt(argument, at)),
      );
    }
    if (partial?.tag !== 'real') throw new Error('a partial derivative of reals alone');
    return partial.value;
  };

  /** +_T */
  const added = (left: Closed, right: Closed): Closed => {
    if (left === null || right === null) return null;
    if (typeof left === 'number' || typeof right === 'number') return apply('add', [Number(left), Number(right)]);
    return [added(left[0], right[0]), added(left[1], right[1])];
  };

  return {
    evaluate: (environment, term) => evaluate(new Map(), environment, term),
    trace: (environment, term) => trace(new Map(), environment, term),
    evaluateTrace,
    isClose: () => isClose,
    largest: () => largest,
  };
}

type Predicate = Extract<PaperBoolean, { tag: 'predicate' }>;

const origin = NOWHERE;

function component(tag: 'fst' | 'snd', pair: Closed): Closed {
  if (pair === null || typeof pair === 'number') throw new Error(`${tag} of no pair`);
  return pair[tag === 'fst' ? 0 : 1];
}

function zeroOf(type: TraceType): Closed {
  switch (type.tag) {
    case 'real':
      return 0;
    case 'unit':
      return null;
    case 'pair':
      return [zeroOf(type.first), zeroOf(type.second)];
  }
}

/** Returns how far arguments are from points where the operation is undefined or has a kink. */
function distanceToEdge(op: OperationName, [first = NaN, second = NaN]: readonly number[]): number {
  switch (op) {
    case 'log':
    case 'sqrt':
    case 'abs':
    case 'sign':
    case 'step':
      return first;
    case 'max':
      return first - second;
    case 'asin':
      return 1 - Math.abs(first);
    case 'divide':
      return second;
    case 'atan2':
      return Math.abs(first) + Math.abs(second);
    default:
      return Infinity;
  }
}
