import { error, type Diagnostic } from '../../source/diagnostic';
import { replacement, type Fix } from '../../source/fix';
import type { Span } from '../../source/span';
import {
  BLOCK_WORDS,
  END,
  FOREIGN_MODULES,
  FOREIGN_NAMES,
  FOREIGN_SYNTAX,
  FOREIGN_WORDS,
  type ForeignWord,
} from '../../syntax/foreign-words';
import type { Expression, Identifier, Item } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import type { Context } from '../context';
import { BUILTINS } from '../infer/builtins';

/** Whether the reader, the prelude or the language defines the name. */
export function isKnown(context: Context, name: string): boolean {
  return context.scope.lookup(name) !== undefined || BUILTINS.has(name);
}

/** Returns the error for a word of another language that stands before its argument, such as `return`. */
export function foreignPrefix(text: string, span: Span, next: Span | undefined): Diagnostic | undefined {
  const word = FOREIGN_WORDS.get(text);
  if (word === undefined || next === undefined) return undefined;
  if (!word.roles.includes('prefix') && !word.roles.includes('loop')) return undefined;
  const fix = word.instead === '' ? removal(text, span, next) : undefined;
  return error(FOREIGN_SYNTAX, span, word.message, { hint: word.hint, fix });
}

function removal(text: string, span: Span, next: Span): Fix {
  return { tag: 'edit', title: `Remove \`${text}\``, edits: [{ span: { ...span, end: next.start }, text: '' }] };
}

/** Returns the error for `begin` or `end` around a block. */
export function foreignBlockWord(text: string, span: Span): Diagnostic | undefined {
  const hint = BLOCK_WORDS.get(text);
  return hint === undefined ? undefined : error(FOREIGN_SYNTAX, span, `blocks have no \`${text}\``, { hint });
}

/** Returns the error for `xs[end]`, at its `end`. */
export function lastItem(sequence: Expression, span: Span): Diagnostic {
  const name = sequence.tag === 'variable' ? sequence.name : undefined;
  const fix = name === undefined ? undefined : replacement(span, `length ${name} - 1`);
  const hint = `the last item is \`${name ?? 'xs'}[length ${name ?? 'xs'} - 1]\``;
  return error(FOREIGN_SYNTAX, span, '`end` is no index', { hint, fix });
}

/** Whether an item is the `end` of a block, on a line of its own. */
export function isForeignEnd(context: Context, item: Item): boolean {
  if (item.tag !== 'expression' || item.expression.tag !== 'variable') return false;
  return item.expression.name === END && !isKnown(context, END);
}

/** Returns the error for a function of another language, `len` or `Math.exp`, that is found here under another name. */
export function foreignName(context: Context, text: string, span: Span): Diagnostic | undefined {
  const dot = text.indexOf('.');
  const name = dot < 0 ? text : text.slice(dot + 1);
  const known = dot >= 0 && isKnown(context, name) ? { instead: name } : FOREIGN_NAMES.get(name);
  if (known === undefined) return undefined;
  const instead = known.instead;
  const hint = instead === undefined ? known.hint : `it is called \`${instead}\` here`;
  const fix = instead === undefined ? undefined : replacement(span, instead);
  return error('unknown-name', span, `\`${text}\` is not defined`, { hint, fix });
}

/** Returns the error for a function of a module, `np.exp`, if the module is one of another language and is not defined. */
export function foreignMember(
  context: Context,
  record: Expression,
  field: Identifier,
  span: Span,
): Diagnostic | undefined {
  if (record.tag !== 'variable' || !FOREIGN_MODULES.has(record.name) || isKnown(context, record.name)) return undefined;
  const name = `${record.name}.${field.text}`;
  const hint = 'functions have plain names here, such as `exp` and `sum`';
  return foreignName(context, name, span) ?? error('unknown-name', span, `\`${name}\` is not defined`, { hint });
}

/** Returns the error for a word of another language between two expressions, as in `a or b`. */
export function foreignInfix(context: Context, head: Expression, given: readonly Expression[]): Diagnostic | undefined {
  const index = given.findIndex(
    (each) => each.tag === 'variable' && isInfix(each.name) && !isKnown(context, each.name),
  );
  const word = given[index];
  if (word?.tag !== 'variable' || index === given.length - 1) return undefined;
  // `map or xs` passes a function.
  if (index === 0 && isFunction(context, head)) return undefined;
  const found = FOREIGN_WORDS.get(word.name);
  if (found === undefined) return undefined;
  const fix = found.instead === undefined ? undefined : replacement(word.span, found.instead);
  return error(FOREIGN_SYNTAX, word.span, found.message, { hint: found.hint, fix });
}

function isInfix(name: string): boolean {
  return FOREIGN_WORDS.get(name)?.roles.includes('infix') === true;
}

/** Whether the expression is the name of a function. */
export function isFunction(context: Context, head: Expression): boolean {
  if (head.tag !== 'variable') return false;
  const meaning = context.scope.lookup(head.name);
  if (meaning?.tag === 'bound') return resolve(meaning.type).tag === 'function';
  const builtin = meaning === undefined ? BUILTINS.get(head.name) : undefined;
  return builtin !== undefined && resolve(builtin.instance(context).type).tag === 'function';
}

/** Returns the word if it starts definitions in another language, and is not defined. */
export function definitionWord(context: Context, head: Expression): ForeignWord | undefined {
  if (head.tag !== 'variable' || isKnown(context, head.name)) return undefined;
  const word = FOREIGN_WORDS.get(head.name);
  return word?.roles.includes('definition') === true ? word : undefined;
}
