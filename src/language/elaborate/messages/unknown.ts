import { DELTA_DECLARATION } from '../../core/delta';
import { error, type Advice, type Diagnostic } from '../../source/diagnostic';
import type { Identifier } from '../../syntax/tree';
import { BUILTINS } from '../infer/builtins';
import { canSuggest } from '../context';
import type { Context } from '../context';
import { closest, didYouMean } from './suggest';

export function unknownName(context: Context, { text, span }: Identifier): Diagnostic {
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

export function unknownConstructor(context: Context, { text, span }: Identifier): Diagnostic {
  const known = (): string[] => [
    ...context.constructors.entries().map(([name]) => name),
    ...DELTA_DECLARATION.constructors.map(({ name }) => name),
  ];
  const message = `the constructor \`${text}\` is not defined`;
  if (text === 'True' || text === 'False')
    return error('unknown-constructor', span, message, didYouMean(span, text.toLowerCase()));
  return error('unknown-constructor', span, message, suggestion(context, { text, span }, known));
}

function suggestion(context: Context, { text, span }: Identifier, known: () => Iterable<string>): Advice {
  return canSuggest(context) ? didYouMean(span, closest(text, known())) : {};
}
