/**
 * Do blocks under construction.
 *
 * A term is translated *into* a block: the statements that must run first are added to the block, and the rest is a
 * `Result`. So the laws of the monad hold by construction - left identity (a pure value is used where it is bound) and
 * associativity (the statements of a bound action precede its own) - and a chain of lets of any length is one flat
 * block.
 */
import type { Span } from '../../language/source/span';
import type { Pattern, RecursiveFunction, Term } from '../../language/core/tree';

export type DoStatement =
  | { readonly tag: 'bind'; readonly pattern: Pattern; readonly action: Term; readonly origin: Span }
  | { readonly tag: 'letrec'; readonly functions: readonly RecursiveFunction[]; readonly origin: Span };

export type DoBlock = DoStatement[];

/** `value`: the term t of `pure t`; `action`: a term of type M. (If M A is A, all results are values.) */
export type Result = { readonly tag: 'value'; readonly term: Term } | { readonly tag: 'action'; readonly term: Term };

export function value(term: Term): Result {
  return { tag: 'value', term };
}

export function action(term: Term): Result {
  return { tag: 'action', term };
}

/** Returns whether a term can be duplicated: it costs nothing and is small. */
export function isAtom(term: Term): boolean {
  switch (term.tag) {
    case 'variable':
    case 'literal':
      return true;
    case 'construct':
      return term.payload === undefined || (term.constructorName === 'Delta.Var' && term.payload.tag === 'variable');
    default:
      return false;
  }
}

/**
 * Returns whether a term's evaluation always ends and never fails, so that it can be moved to a later place, or
 * dropped.
 */
export function isTotal(term: Term): boolean {
  switch (term.tag) {
    case 'variable':
    case 'literal':
    case 'lambda':
      return true;
    case 'tuple':
    case 'sequence':
      return term.items.every(isTotal);
    case 'record':
      return term.fields.every((field) => isTotal(field.value));
    case 'projection':
      return isTotal(term.tuple);
    case 'field':
      return isTotal(term.record);
    case 'construct':
      return term.payload === undefined || isTotal(term.payload);
    default:
      return false;
  }
}
