import { DELTA_DECLARATION } from '../../core/delta';
import { error, type Advice, type Diagnostic } from '../../source/diagnostic';
import type { Identifier } from '../../syntax/tree';
import { BUILTINS } from '../infer/builtins';
import type { Context } from '../context';
import { closest, didYouMean } from './suggest';

/** Of programs with more errors than this, names are not compared any more: that takes time, and nobody reads them all. */
const MOST_SUGGESTIONS = 100;

export function unknownName(context: Context, { text, span }: Identifier): Diagnostic {
  return error(
    'unknown-name',
    span,
    `there is no \`${text}\` here`,
    suggestion(context, { text, span }, knownNames(context)),
  );
}

/** Without the constructors of a type that did not parse. */
function* knownNames(context: Context): Generator<string> {
  for (const name of context.scope.names()) if (!/^\p{Lu}[^.]*$/u.test(name)) yield name;
  yield* BUILTINS.keys();
}

export function unknownConstructor(context: Context, { text, span }: Identifier): Diagnostic {
  const known = [...context.constructors.keys(), ...DELTA_DECLARATION.constructors.map(({ name }) => name)];
  const message = `there is no constructor \`${text}\` here`;
  return error('unknown-constructor', span, message, suggestion(context, { text, span }, known));
}

function suggestion(context: Context, { text, span }: Identifier, known: Iterable<string>): Advice {
  if (context.errors >= MOST_SUGGESTIONS) return {};
  return didYouMean(span, closest(text, known));
}
