import { itemTerms, walk } from '../../language/core/traverse';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import type { Term } from '../../language/core/tree';
import { degree, type JetShape } from '../../semantics/jets/multi-index';
import type { Main } from '../engine';
import { countOfFactors } from './faa-di-bruno';
import { derivativeOf } from './symbolic';

/** Larger macros are not built: checking and printing them takes seconds, and nobody would read them. */
export const LARGEST_MACRO = 20_000;

/**
 * Returns roughly the number of products in a macro: one per part of each real operation's result, and those of its Faà
 * di Bruno sums.
 */
export function sizeOfMacro(main: Main, shape: JetShape): number {
  const sizes = new Map<OperationName, number>();
  let size = 0;
  const visit = (root: Term): void => {
    walk(root, {
      enter: (term) => {
        if (term.tag !== 'operation' || size > MOST_COUNTED) return;
        const own = sizes.get(term.operation) ?? sizeOfOperation(term.operation, shape);
        sizes.set(term.operation, own);
        size += own;
      },
    });
  };
  for (const item of main.definitions) itemTerms(item).forEach(visit);
  visit(main.body);
  return size;
}

/** Counting stops at this size. */
export const MOST_COUNTED = 1e6;

function sizeOfOperation(name: OperationName, shape: JetShape): number {
  const { parameters, result } = operationRow(name);
  if (result !== 'real') return 0;
  const known = parameters.map(() => undefined);
  const isReal = parameters.map((parameter) => parameter === 'real');
  let size = shape.indices.length;
  const visit = (beta: readonly number[]): void => {
    if (size > MOST_COUNTED) return;
    if (degree(beta) > 0) {
      const terms = derivativeOf(name, beta, known).length;
      // A term that is 0 stays 0 when it is differentiated again.
      if (terms === 0) return;
      size += terms + countOfFactors(shape, beta);
    }
    if (degree(beta) === shape.order) return;
    // Each β is visited once: by differentiating the last argument that was differentiated, or a later one.
    const last = beta.findLastIndex((n) => n > 0);
    beta.forEach((_, i) => {
      if (i >= last && isReal[i] === true) visit(beta.map((n, k) => (k === i ? n + 1 : n)));
    });
  };
  visit(parameters.map(() => 0));
  return size;
}
