import * as core from '../../language/core/builders';
import { internalError } from '../../language/source/internal-error';
import type { Pattern, Term } from '../../language/core/tree';
import type { DoBlock, Result } from './do-block';
import type { Monad } from './rules';

/** Returns the block and its result as one action. */
export function closeBlock(monad: Monad, block: DoBlock, result: Result): Term {
  let rest = result.tag === 'value' ? monad.pure(result.term, result.term.origin) : result.term;
  let end = block.length;
  // Right identity: do { x <- m; pure x } is m.
  const last = block[end - 1];
  if (result.tag === 'value' && last?.tag === 'bind' && rebuilds(result.term, last.pattern)) {
    rest = last.action;
    end--;
  }
  for (let i = end - 1; i >= 0; i--) {
    const statement = block[i] ?? internalError('a hole in a block');
    rest =
      statement.tag === 'bind'
        ? monad.bind(statement.pattern, statement.action, rest, statement.origin)
        : core.letrec(statement.functions, rest, statement.origin);
  }
  return rest;
}

/** Returns whether the term builds the value that the pattern matches. */
function rebuilds(term: Term, pattern: Pattern): boolean {
  switch (pattern.tag) {
    case 'variable':
      return term.tag === 'variable' && term.name === pattern.name;
    case 'tuple':
      return (
        term.tag === 'tuple' &&
        term.items.length === pattern.items.length &&
        pattern.items.every((item, i) => {
          const part = term.items[i];
          return part !== undefined && rebuilds(part, item);
        })
      );
    case 'wildcard':
    case 'record':
      return false;
  }
}
