import { applyOperation } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import type { PartialTerm } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { Undefined } from './answer';
import type { Closed, PaperBoolean, PaperTerm } from './language';

/**
 * The denotational semantics (Figure 7): a term is a partial function, by recursion on the term, and M.rd_L(x : T. N)
 * is d^r of a function. Here d^r comes from Equation (4), the transpose of the Jacobian, which is computed by columns
 * with numbers a + b ε where ε² = 0, one ε per column. No trace or adjoint is involved.
 */
export interface Denotation {
  readonly value: Closed;
  /** The decisions in order: if they are equal in two environments, no branch lies between these. */
  readonly decisions: string;
}

/** a + b ε_level, where a and b contain only ε of lower levels. */
interface Dual {
  readonly level: number;
  readonly primal: Real;
  readonly tangent: Real;
}

type Real = number | Dual;
type Value = Real | null | readonly [Value, Value];
type Meaning = (argument: Value) => Value;
type Meanings = ReadonlyMap<string, Meaning>;
type Environment = ReadonlyMap<string, Value>;

const WORK = 300_000;

export function denotation(root: PaperTerm, environment: ReadonlyMap<string, Closed>): Denotation {
  let decisions = '';
  let levels = 0;
  let work = 0;

  const denote = (term: PaperTerm, φ: Meanings, γ: Environment): Value => {
    if (++work > WORK) throw new Undefined('too large');
    switch (term.tag) {
      case 'variable':
        return found(γ, term.name);
      case 'constant':
        return term.value;
      case 'unit':
        return null;
      case 'sum': {
        const left = denote(term.left, φ, γ);
        return apply('add', [real(left), real(denote(term.right, φ, γ))]);
      }
      case 'operation':
        return apply(term.operation, leaves(denote(term.argument, φ, γ)));
      case 'let':
        return denote(term.body, φ, new Map(γ).set(term.name, denote(term.value, φ, γ)));
      case 'pair': {
        const first = denote(term.first, φ, γ);
        return [first, denote(term.second, φ, γ)];
      }
      case 'fst':
      case 'snd': {
        const pair = denote(term.pair, φ, γ);
        if (pair === null || typeof pair === 'number' || isDual(pair)) throw new Error(`${term.tag} of no pair`);
        return pair[term.tag === 'fst' ? 0 : 1];
      }
      case 'if':
        return denote(decide(term.guard, φ, γ) ? term.consequent : term.alternative, φ, γ);
      case 'letrec': {
        /** μ_n of section 4.3: the n-th iterate from ⊥; without a bound, the least fixed point. */
        const iterate = (n: number): Meaning => {
          return (argument) => {
            if (n === 0) throw new Undefined('approximant');
            const inner: Meanings = new Map(φ).set(term.name, iterate(n - 1));
            return denote(term.definition, inner, new Map(γ).set(term.parameter, argument));
          };
        };
        return denote(term.body, new Map(φ).set(term.name, iterate(term.bound ?? Infinity)), γ);
      }
      case 'call':
        return found(φ, term.name)(denote(term.argument, φ, γ));
      case 'derivative': {
        const point = denote(term.point, φ, γ);
        const cotangent = denote(term.cotangent, φ, γ);
        return transposed((a) => denote(term.body, φ, new Map(γ).set(term.name, a)), point, leaves(cotangent));
      }
    }
  };

  const decide = (guard: PaperBoolean, φ: Meanings, γ: Environment): boolean => {
    if (guard.tag !== 'predicate') return guard.tag === 'true';
    const args = leaves(denote(guard.argument, φ, γ)).map(primalOf);
    const applied = applyOperation(operationRow(guard.predicate), args);
    if (applied.tag === 'problem') throw new Undefined(applied.problem.code);
    decisions += applied.value === true ? '1' : '0';
    return applied.value === true;
  };

  /** J(f)^t · w. */
  const transposed = (f: Meaning, point: Value, w: readonly Real[]): Value => {
    const at = leaves(point);
    const columns = at.map((own, column) => {
      const level = ++levels;
      const moved = at.map((other, i): Real => (i === column ? { level, primal: own, tangent: 1 } : other));
      const results = leaves(f(withLeaves(point, moved)));
      return results.reduce<Real>(
        (sum, result, i) => apply('add', [sum, apply('multiply', [w[i] ?? 0, part(result, level)])]),
        0,
      );
    });
    // A function of no reals has a derivative wherever it has a value.
    if (columns.length === 0) f(point);
    return withLeaves(point, columns);
  };

  const apply = (name: OperationName, args: readonly Real[]): Real => {
    if (++work > WORK) throw new Undefined('too large');
    const level = Math.max(0, ...args.map((arg) => (isDual(arg) ? arg.level : 0)));
    if (level === 0) {
      const applied = applyOperation(operationRow(name), args.map(primalOf));
      if (applied.tag === 'problem') throw new Undefined(applied.problem.code);
      return Number(applied.value);
    }
    const primals = args.map((arg) => (isDual(arg) && arg.level === level ? arg.primal : arg));
    const primal = apply(name, primals);
    const tangents = args.map((arg) => part(arg, level));
    const tangent = operationRow(name).partials.reduce<Real>((sum, partial, i) => {
      const own = tangents[i] ?? 0;
      if (own === 0 || partial === undefined) return sum;
      return apply('add', [sum, apply('multiply', [partialAt(partial, primals), own])]);
    }, 0);
    return { level, primal, tangent };
  };

  const partialAt = (partial: PartialTerm, args: readonly Real[]): Real => {
    switch (partial.tag) {
      case 'argument':
        return args[partial.index] ?? NaN;
      case 'real':
      case 'int':
        return partial.value;
      case 'operation':
        return apply(
          partial.operation,
          partial.arguments.map((argument) => partialAt(argument, args)),
        );
    }
  };

  const value = denote(root, new Map(), environment);
  return { value: plain(value), decisions };
}

function isDual(value: Value): value is Dual {
  return typeof value === 'object' && value !== null && 'level' in value;
}

/** Returns the coefficient of ε. */
function part(value: Real, level: number): Real {
  return isDual(value) && value.level === level ? value.tangent : 0;
}

function primalOf(value: Real): number {
  return isDual(value) ? primalOf(value.primal) : value;
}

function real(value: Value): Real {
  if (typeof value === 'number' || isDual(value)) return value;
  throw new Error('no real');
}

function leaves(value: Value): readonly Real[] {
  if (value === null) return [];
  if (typeof value === 'number' || isDual(value)) return [value];
  return [...leaves(value[0]), ...leaves(value[1])];
}

/** Returns the value with other reals. */
function withLeaves(value: Value, reals: readonly Real[]): Value {
  let next = 0;
  const build = (piece: Value): Value => {
    if (piece === null) return null;
    if (typeof piece === 'number' || isDual(piece)) return reals[next++] ?? NaN;
    const first = build(piece[0]);
    return [first, build(piece[1])];
  };
  return build(value);
}

function plain(value: Value): Closed {
  if (value === null) return null;
  if (typeof value === 'number' || isDual(value)) return primalOf(value);
  return [plain(value[0]), plain(value[1])];
}

function found<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name);
  if (value === undefined) throw new Error(`${name} is not in scope`);
  return value;
}
