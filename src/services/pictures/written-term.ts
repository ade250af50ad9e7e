import type { Term } from '../../language/core/tree';
import { elaborate } from '../../language/elaborate/elaborate';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { parse } from '../../language/syntax/parser';

const read = new Map<string, Term>();

/** Returns the term of a function that is written in the language. Its names must be made fresh where it is used. */
export function writtenTerm(text: string): Term {
  const known = read.get(text);
  if (known !== undefined) return known;
  const { program } = elaborate([parse(text, NOWHERE.cell).program]);
  const output = program?.items.at(-1);
  if (output?.tag !== 'output') return internalError('the functions of pictures do not check');
  read.set(text, output.term);
  return output.term;
}
