import { int, operation, real, variable } from '../../../language/core/builders';
import type { FreshNames } from '../../../language/core/fresh-names';
import type { Literal, Term, Variable } from '../../../language/core/tree';
import { internalError } from '../../../language/source/internal-error';
import type { Span } from '../../../language/source/span';
import type { PartialTerm } from '../../../language/operations/operation';
import { operationRow } from '../../../language/operations/table';
import { REAL } from '../../../language/types/type';
import type { Task } from '../../../semantics/task';

/**
 * A-normal form (Abadi & Plotkin, section 7): every intermediate value is bound once, operands are atoms.
 *
 *   C ::= let x1 = R1 in ... let xn = Rn in <a, ..., a>        R ::= op(a, ..., a) | a        a ::= x | r
 */
export interface StraightLine {
  /** The names of the real leaves of the point. */
  readonly inputs: readonly Variable[];
  readonly lines: readonly TraceLine[];
  readonly results: readonly Atom[];
}

export type Atom = Variable | Literal;

export interface TraceLine {
  readonly name: string;
  readonly term: Term;
}

/** The trace followed by its reverse sweep, with the adjoints of the inputs. */
export interface Adjoints {
  readonly lines: readonly TraceLine[];
  readonly adjoints: readonly Atom[];
}

/** Most contributions in one sum. Longer sums are bound in pieces, so that no term is deep. */
const SUM_LENGTH = 8;

/** Lines that a task over lines handles before it yields. */
export const LINES_A_SLICE = 500;

/**
 * W.R_V(x : T. C) for C in A-normal form, one binding per adjoint. Figure 6's rule for `let` differentiates the body
 * twice; with every intermediate value bound, its sum over the uses of a name is one binding:
 *
 *   x' = sum over lines y = op(..., x, ...) of y' * d_i op(...)         (lines in reverse order)
 *
 * so the result is linear in C. A value that reaches no result has no adjoint; an input that reaches none has adjoint
 * 0.
 */
export function* reverseSweep(code: StraightLine, cotangents: readonly Atom[], fresh: FreshNames): Task<Adjoints> {
  const lines: TraceLine[] = [];
  const contributions = new Map<string, Term[]>();
  const contribute = (to: Term, amount: Term): void => {
    if (to.tag !== 'variable') return;
    const sum = contributions.get(to.name);
    if (sum === undefined) {
      contributions.set(to.name, [amount]);
      return;
    }
    if (sum.length === SUM_LENGTH) {
      const part = bindTo(fresh('s1'), total(sum), lines);
      sum.splice(0, SUM_LENGTH, part);
    }
    sum.push(amount);
  };
  const adjointOf = (name: string, origin: Span): Atom | undefined => {
    const sum = contributions.get(name);
    contributions.delete(name);
    return sum && bindTo(fresh(`${name}'`), { ...total(sum), origin }, lines);
  };

  code.results.forEach((result, at) => {
    const cotangent = cotangents[at] ?? internalError('a result without a cotangent');
    contribute(result, cotangent);
  });
  for (let at = code.lines.length - 1; at >= 0; at--) {
    if (at % LINES_A_SLICE === 0) yield;
    const line = code.lines[at] ?? internalError('a line is missing');
    const adjoint = adjointOf(line.name, line.term.origin);
    if (adjoint === undefined) continue;
    const { term } = line;
    if (term.tag === 'operation') {
      const { partials } = operationRow(term.operation);
      term.arguments.forEach((argument, index) => {
        if (argument.tag !== 'variable') return;
        const partial = partials[index] ?? internalError('a real argument without its partial derivative');
        const amount = contributionOf(adjoint, partial, term.arguments, term.origin);
        if (amount !== undefined) contribute(argument, amount);
      });
    } else {
      contribute(term, adjoint);
    }
  }
  const adjoints = code.inputs.map((input) => adjointOf(input.name, input.origin) ?? real(0, input.origin));
  return { lines, adjoints };
}

function bindTo(name: string, term: Term, lines: TraceLine[]): Variable {
  lines.push({ name, term });
  return variable(name, REAL, term.origin);
}

/** Returns the sum of some terms, at least one. */
export function total(sum: readonly Term[]): Term {
  return sum.reduce((left, right) => operation('add', [left, right], 'derivative', right.origin));
}

/** Returns `adjoint * partial` without factors of 1 and -1; undefined if the partial is 0. */
export function contributionOf(
  adjoint: Atom,
  partial: PartialTerm,
  args: readonly Term[],
  origin: Span,
): Term | undefined {
  if (partial.tag === 'real') {
    if (partial.value === 0) return undefined;
    if (partial.value === 1) return adjoint;
    if (partial.value === -1) return operation('negate', [adjoint], 'derivative', origin);
  }
  return operation('multiply', [adjoint, partialAsTerm(partial, args, origin)], 'derivative', origin);
}

function partialAsTerm(partial: PartialTerm, args: readonly Term[], origin: Span): Term {
  switch (partial.tag) {
    case 'argument':
      return args[partial.index] ?? internalError('a partial derivative of a missing argument');
    case 'real':
      return real(partial.value, origin);
    case 'int':
      return int(partial.value, origin);
    case 'operation': {
      const inner = partial.arguments.map((argument) => partialAsTerm(argument, args, origin));
      return operation(partial.operation, inner, 'derivative', origin);
    }
  }
}
