import { BUILT_IN_VARIANTS } from '../../core/constructors';
import { error, type Advice, type Diagnostic } from '../../source/diagnostic';
import { PRELUDE_CELL, type Span } from '../../source/span';
import { FOREIGN_NAMES } from '../../syntax/foreign-words';
import type { Identifier } from '../../syntax/tree';
import { BUILTINS } from '../infer/builtins';
import { canSuggest } from '../context';
import type { Context } from '../context';
import { foreignBlockWord, foreignName, foreignPrefix } from './foreign';
import { closest, didYouMean } from './suggest';

/** Returns the error for an unknown name; `next` is the place of its argument, if it is applied. */
export function unknownName(context: Context, { text, span }: Identifier, next?: Span): Diagnostic {
  const foreign = foreignBlockWord(text, span) ?? foreignPrefix(text, span, next) ?? foreignName(context, text, span);
  if (foreign !== undefined) return foreign;
  return error(
    'unknown-name',
    span,
    `\`${text}\` is not defined`,
    suggestion(context, { text, span }, () => knownNames(context)),
  );
}

/** Yields the names for suggestions, without the constructors of types that did not parse. */
function* knownNames(context: Context): Generator<string> {
  for (const name of context.scope.names()) if (!/^\p{Lu}[^.]*$/u.test(name)) yield name;
  yield* BUILTINS.keys();
}

/** Returns the error for an unknown constructor, which can also be a misspelt name if it is a value. */
export function unknownConstructor(context: Context, { text, span }: Identifier, isValue: boolean): Diagnostic {
  const known = (): string[] => [
    ...context.constructors.entries().map(([name]) => name),
    ...BUILT_IN_VARIANTS.flatMap(({ constructors }) => constructors.map(({ name }) => name)),
  ];
  const message = `the constructor \`${text}\` is not defined`;
  if (text === 'True' || text === 'False')
    return error('unknown-constructor', span, message, didYouMean(span, text.toLowerCase()));
  if (context.aliases.get(text) !== undefined)
    return error('unknown-constructor', span, message, {
      hint: `\`${text}\` is the name of a type: write a value without it, and annotate it where that is needed, as in \`(p : ${text})\``,
    });
  const foreign = FOREIGN_NAMES.get(text);
  if (foreign !== undefined) return error('unknown-constructor', span, message, foreign);
  if (isValue) {
    const name = text.charAt(0).toLowerCase() + text.slice(1);
    const meaning = context.scope.lookup(name);
    const isOwn = meaning?.tag === 'bound' && meaning.span.cell !== PRELUDE_CELL;
    if (isOwn) return error('unknown-constructor', span, message, didYouMean(span, name));
  }
  return error('unknown-constructor', span, message, suggestion(context, { text, span }, known));
}

function suggestion(context: Context, { text, span }: Identifier, known: () => Iterable<string>): Advice {
  return canSuggest(context) ? didYouMean(span, closest(text, known())) : {};
}
