import { showType } from '../../language/types/print';
import { itemTerms, walk } from '../../language/core/traverse';
import { assertNever } from '../../language/source/internal-error';
import type { Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import type { Term } from '../../language/core/tree';
import type { Type } from '../../language/types/type';
import type { EngineId, Fragment, Main } from '../engine';

/** What `translate.ts` and the wrappers take; the first construct outside, in the order of the text. */
export function fragmentOf(main: Main, engine: EngineId): Fragment {
  const wrapper = `The wrapper of the ${engine} translation takes reals, leaves, products and records so far. Differentiate with respect to those.`;
  for (const { label, type, origin } of main.parameters) {
    if (!isWrappable(type)) return outside(engine, origin, `${label} is a ${showType(type)}`, wrapper);
  }
  if (!isWrappable(main.target)) {
    return outside(engine, main.body.origin, `the result is a ${showType(main.target)}`, wrapper);
  }
  const found: { readonly term: Term; readonly reason: readonly [string, string] }[] = [];
  const visit = (root: Term): void => {
    walk(root, {
      enter: (term) => {
        const reason = found.length === 0 ? reasonAgainst(term, engine) : undefined;
        if (reason !== undefined) found.push({ term, reason });
      },
    });
  };
  for (const item of main.definitions) itemTerms(item).forEach(visit);
  visit(main.body);
  const [first] = found;
  return first === undefined ? { tag: 'inside' } : outside(engine, first.term.origin, ...first.reason);
}

/** The types at which the polytypic functions of the wrappers are defined here. */
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

/** The construct and the way around it, for a term outside the fragment. */
function reasonAgainst(term: Term, engine: EngineId): readonly [string, string] | undefined {
  const sequences = `The ${engine} translation does not take sequences yet; write the sum or the product out, or use recursion.`;
  switch (term.tag) {
    case 'sequence':
      return ['this is a sequence', sequences];
    case 'fold':
      return ['this is a fold', sequences];
    case 'intrinsic':
      if (term.intrinsic === 'length' || term.intrinsic === 'append') return undefined;
      if (term.intrinsic === 'index' || term.intrinsic === 'build') return [`this is ${term.intrinsic}`, sequences];
      return [`this is ${term.intrinsic}`, OUTPUT];
    case 'pure':
    case 'bind':
      return ['this is an action of Delta.M', OUTPUT];
    case 'derivative':
      return [
        `the program differentiates inside, with ${term.sugar ?? term.operator}`,
        `The ${engine} translation is of first order; differentiate the trace at the point instead.`,
      ];
    default:
      return undefined;
  }
}

const OUTPUT = 'The module Delta stands in translated programs; a program that uses it cannot be translated again.';

function outside(engine: EngineId, span: Span, construct: string, hint: string): Fragment {
  const reason: Diagnostic = {
    severity: 'error',
    code: 'unsupported',
    message: `the engine ${engine} does not take this program: ${construct}`,
    hint,
    span,
    related: [],
  };
  return { tag: 'outside', reason };
}
