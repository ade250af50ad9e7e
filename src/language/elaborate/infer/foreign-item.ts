import { error, warning, type Diagnostic } from '../../source/diagnostic';
import { removal, replacement } from '../../source/fix';
import { PRELUDE_CELL } from '../../source/span';
import { FOREIGN_SYNTAX, FOREIGN_WORDS, SIGNATURE } from '../../syntax/foreign-words';
import type { Expression, Identifier, Item } from '../../syntax/tree';
import { resolve } from '../../types/resolve';
import { canSuggest } from '../context';
import type { Context } from '../context';
import { definitionWord, isKnown } from '../messages/foreign';
import { closest } from '../messages/suggest';
import { BUILTINS } from './builtins';

type Binary = Extract<Expression, { tag: 'binary' }>;

export interface ForeignDefinition {
  readonly diagnostic: Diagnostic;
  /** The name that the item is meant to define. */
  readonly name: Identifier;
  readonly body: Expression;
}

/** Returns the error for an expression that is a definition in other languages: `x = 5`, `f(x) = ...`, `const x = 5`. */
export function foreignDefinition(context: Context, item: Item): ForeignDefinition | undefined {
  if (item.tag !== 'expression') return undefined;
  return (
    foreignImport(context, item.expression) ??
    foreignBlock(context, item.expression) ??
    foreignSignature(context, item.expression) ??
    dataWithoutColon(context, item.expression) ??
    foreignEquation(context, item)
  );
}

/** `import numpy as np`, `using LinearAlgebra` */
function foreignImport(context: Context, expression: Expression): ForeignDefinition | undefined {
  const { head, given } = spineOf(expression);
  const word = head.tag === 'variable' && !isKnown(context, head.name) ? FOREIGN_WORDS.get(head.name) : undefined;
  if (word?.roles.includes('import') !== true || given.length === 0) return undefined;
  const last = given.findLast((each) => each.tag === 'variable');
  const name = last?.tag === 'variable' ? { text: last.name, span: last.span } : { text: '', span: head.span };
  const diagnostic = error(FOREIGN_SYNTAX, expression.span, word.message, {
    hint: word.hint,
    fix: removal(expression.span),
  });
  return { diagnostic, name, body: { tag: 'unit', span: expression.span } };
}

/** A function whose body follows without a sign: `function f(x)`, and its body in the lines below. */
function foreignBlock(context: Context, expression: Expression): ForeignDefinition | undefined {
  let first = expression;
  while (first.tag === 'binary') first = first.left;
  const { head, given: all } = spineOf(first);
  const word = definitionWord(context, head);
  // `local function f(x)` has two such words.
  const given = all[0] !== undefined && definitionWord(context, all[0]) !== undefined ? all.slice(1) : all;
  const [name, parameter] = given;
  if (word === undefined || name?.tag !== 'variable' || parameter === undefined) return undefined;
  if (equationOf(expression) !== undefined) return undefined;
  const diagnostic = error(FOREIGN_SYNTAX, head.span, word.message, { hint: word.hint });
  return { diagnostic, name: { text: name.name, span: name.span }, body: { tag: 'unit', span: expression.span } };
}

const TYPE_NAMES: ReadonlySet<string> = new Set(
  'real int bool string unit Double Float Int Integer Bool String'.split(' '),
);

/** `x :: real`; a signature with an arrow does not parse, and is reported by the parser. */
function foreignSignature(context: Context, expression: Expression): ForeignDefinition | undefined {
  if (expression.tag !== 'binary' || expression.operator !== '::') return undefined;
  const { left, right, operatorSpan } = expression;
  if (left.tag !== 'variable' || isKnown(context, left.name)) return undefined;
  if ((right.tag !== 'variable' && right.tag !== 'constructor') || !TYPE_NAMES.has(right.name)) return undefined;
  const diagnostic = error(FOREIGN_SYNTAX, operatorSpan, SIGNATURE, {
    hint: `annotate the definition: \`let ${left.name} : real = ...\``,
  });
  return { diagnostic, name: { text: left.name, span: left.span }, body: { tag: 'unit', span: expression.span } };
}

/** `data v array real` */
function dataWithoutColon(context: Context, expression: Expression): ForeignDefinition | undefined {
  const equation = equationOf(expression);
  const { head, given } = spineOf(equation?.left ?? expression);
  const [name, type] = given;
  if (head.tag !== 'variable' || head.name !== 'data' || isKnown(context, 'data')) return undefined;
  if (name?.tag !== 'variable' || type === undefined) return undefined;
  const place = { ...name.span, start: name.span.end };
  const diagnostic = error(FOREIGN_SYNTAX, name.span, `the type of the data \`${name.name}\` follows a colon`, {
    hint: `write \`data ${name.name} : type\``,
    fix: { tag: 'edit', title: 'Add `:`', edits: [{ span: place, text: ' :' }] },
  });
  return { diagnostic, name: { text: name.name, span: name.span }, body: { tag: 'unit', span: expression.span } };
}

function foreignEquation(context: Context, item: Item): ForeignDefinition | undefined {
  const equation = item.tag === 'expression' ? equationOf(item.expression) : undefined;
  if (equation === undefined) return undefined;
  const { head, given } = spineOf(equation.left);
  if (head.tag !== 'variable') return undefined;
  const [first] = given;
  const word = definitionWord(context, head);
  if (word !== undefined) {
    if (first?.tag !== 'variable') return undefined;
    const fix = replacement(head.span, 'let');
    const diagnostic = error(FOREIGN_SYNTAX, head.span, word.message, { hint: word.hint, fix });
    return { diagnostic, name: { text: first.name, span: first.span }, body: equation.right };
  }
  if (head.name === 'data' && given.length === 1 && first?.tag === 'variable' && !isKnown(context, 'data')) {
    const hint = `write \`data ${first.name} : type = value\`, such as \`data ${first.name} : array real = ...\``;
    const diagnostic = error(FOREIGN_SYNTAX, first.span, `the data \`${first.name}\` needs a type`, { hint });
    return { diagnostic, name: { text: first.name, span: first.span }, body: equation.right };
  }
  const isNew =
    given.length === 0 ? isNewValue(context, head.name, equation.right) : isNewFunction(context, head.name, given);
  if (!isNew || FOREIGN_WORDS.has(head.name)) return undefined;
  const shape = given.length === 0 ? `let ${head.name} = ...` : `let ${head.name} ... = ...`;
  const edits = [{ span: { ...head.span, end: head.span.start }, text: 'let ' }];
  const fix = { tag: 'edit', title: 'Add `let`', edits } as const;
  const name = { text: head.name, span: head.span };
  const diagnostic = isKnown(context, name.text)
    ? error(FOREIGN_SYNTAX, name.span, 'a definition starts with `let`', { hint: `write \`${shape}\``, fix })
    : error('unknown-name', name.span, `\`${name.text}\` is not defined`, {
        hint: `to define it, write \`${shape}\``,
        fix,
      });
  return { diagnostic, name, body: equation.right };
}

/** Returns a warning for `a[1] = 5`, which is a comparison here. Parentheses around it say that it is meant. */
export function assignmentWarning(item: Item): Diagnostic | undefined {
  const equation = item.tag === 'expression' ? equationOf(item.expression) : undefined;
  if (equation?.left.tag !== 'index') return undefined;
  const hint = '`update a 1 5` is a changed copy of the array; put the comparison in parentheses if it is meant';
  const message = 'this compares two values; an array does not change';
  return warning('item-assignment', equation.operatorSpan, message, { hint });
}

/** Returns `left = right` if it is spelled so, without parentheses around it. */
function equationOf(expression: Expression): Binary | undefined {
  if (expression.tag !== 'binary' || expression.operator !== '=') return undefined;
  const { operatorSpan, span, left } = expression;
  const isPlain = operatorSpan.end - operatorSpan.start === 1 && span.start === left.span.start;
  return isPlain && !isParenthesised(left) ? expression : undefined;
}

/** Whether parentheses are around a name or an application, of which the head is a name. */
function isParenthesised(expression: Expression): boolean {
  if (expression.tag === 'apply') return expression.span.start !== expression.function.span.start;
  return expression.tag === 'variable' && expression.span.end - expression.span.start > expression.name.length;
}

function spineOf(left: Expression): { readonly head: Expression; readonly given: readonly Expression[] } {
  const given: Expression[] = [];
  let head = left;
  while (head.tag === 'apply') {
    given.unshift(head.argument);
    head = head.function;
  }
  return { head, given };
}

/** Whether `name = value` cannot compare: the name is unknown, or a function of the prelude beside what is no name. */
function isNewValue(context: Context, name: string, value: Expression): boolean {
  if (!isKnown(context, name)) return true;
  const meaning = context.scope.lookup(name);
  if (value.tag === 'variable' || meaning?.tag === 'unknown') return false;
  if (meaning !== undefined) return meaning.span.cell === PRELUDE_CELL && resolve(meaning.type).tag === 'function';
  const builtin = BUILTINS.get(name);
  return builtin !== undefined && resolve(builtin.instance(context).type).tag === 'function';
}

/** Whether `name` is unknown and applied to what can be parameters. With known arguments it may be misspelt. */
function isNewFunction(context: Context, name: string, given: readonly Expression[]): boolean {
  // The line above may be a type signature.
  if (isKnown(context, name) && context.scope.lookup(name)?.tag !== 'unknown') return false;
  const names = given.map(parameterNames);
  if (!names.every((each) => each !== undefined)) return false;
  if (names.flat().some((each) => !isKnown(context, each))) return true;
  if (!canSuggest(context)) return false;
  return closest(name, [...context.scope.names(), ...BUILTINS.keys()]) === undefined;
}

/** Returns the names in an expression that can be a parameter, or undefined. */
function parameterNames(expression: Expression): readonly string[] | undefined {
  if (expression.tag === 'variable') return [expression.name];
  if (expression.tag === 'unit') return [];
  if (expression.tag === 'annotated') return parameterNames(expression.expression);
  if (expression.tag !== 'tuple') return undefined;
  const names = expression.items.map(parameterNames);
  return names.every((each) => each !== undefined) ? names.flat() : undefined;
}
