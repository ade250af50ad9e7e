import { showType } from '../../language/types/print';
import { itemTerms, walk } from '../../language/core/traverse';
import { assertNever } from '../../language/source/internal-error';
import type { Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import type { Term } from '../../language/core/tree';
import type { Type } from '../../language/types/type';
import type { Fragment, Main } from '../engine';

/** What `translate` and the wrapper take; the first construct outside, in the order of the text. */
export function fragmentOf(main: Main): Fragment {
  for (const { label, type, origin } of main.parameters) {
    if (!isWrappable(type)) return outside(origin, `${label} is a ${showType(type)}`, WRAPPER);
  }
  if (!isWrappable(main.target)) {
    return outside(main.body.origin, `the result is a ${showType(main.target)}`, WRAPPER);
  }
  const found: { readonly term: Term; readonly reason: readonly [string, string] }[] = [];
  const visit = (root: Term): void => {
    walk(root, {
      enter: (term) => {
        const reason = found.length === 0 ? reasonAgainst(term) : undefined;
        if (reason !== undefined) found.push({ term, reason });
      },
    });
  };
  for (const item of main.definitions) itemTerms(item).forEach(visit);
  visit(main.body);
  const [first] = found;
  return first === undefined ? { tag: 'inside' } : outside(first.term.origin, ...first.reason);
}

const WRAPPER =
  'The wrapper of the reverse translation takes reals, leaves, products and records so far. Differentiate with respect to those.';

/** The types at which initVars, initZeros, ⊙ and lookup are defined here. */
function isWrappable(type: Type): boolean {
  switch (type.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
    case 'unit':
      return true;
    case 'product':
      return type.items.every(isWrappable);
    case 'record':
      return type.fields.every((field) => isWrappable(field.type));
    case 'sum':
    case 'named':
    case 'sequence':
    case 'function':
    case 'monad':
    case 'deltaMap':
    case 'variable':
      return false;
    default:
      return assertNever(type);
  }
}

const SEQUENCES =
  'The reverse translation does not take sequences yet; write the sum or the product out, or use recursion.';

/** The construct and the way around it, for a term outside the fragment. */
function reasonAgainst(term: Term): readonly [string, string] | undefined {
  switch (term.tag) {
    case 'sequence':
      return ['this is a sequence', SEQUENCES];
    case 'fold':
      return ['this is a fold', SEQUENCES];
    case 'intrinsic':
      if (term.intrinsic === 'length' || term.intrinsic === 'append') return undefined;
      if (term.intrinsic === 'index' || term.intrinsic === 'build') return [`this is ${term.intrinsic}`, SEQUENCES];
      return [`this is ${term.intrinsic}`, OUTPUT];
    case 'pure':
    case 'bind':
      return ['this is an action of Delta.M', OUTPUT];
    case 'derivative':
      return [
        `the program differentiates inside, with ${term.sugar ?? term.operator}`,
        'The reverse translation is of first order; differentiate the trace at the point instead.',
      ];
    default:
      return undefined;
  }
}

const OUTPUT = 'The module Delta stands in translated programs; a program that uses it cannot be translated again.';

function outside(span: Span, construct: string, hint: string): Fragment {
  const reason: Diagnostic = {
    severity: 'error',
    code: 'unsupported',
    message: `the engine reverse does not take this program: ${construct}`,
    hint,
    span,
    related: [],
  };
  return { tag: 'outside', reason };
}
