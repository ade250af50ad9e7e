import {
  bracketed,
  bracketedFill,
  choice,
  chosenLine,
  concat,
  fill,
  group,
  hardLine,
  join,
  line,
  nest,
  parenthesised,
  softLine,
  spacedLine,
  type Doc,
} from './layout';
import { BINARY_OPERATORS, LEVEL, PATTERN_LEVEL, TYPE_LEVEL, type OperatorShape } from './precedence';
import { literalText, patternDoc } from './print-patterns';
import { typeDoc } from './print-types';
import type { Style } from './style';
import type { Arm, Binding, Expression, FieldExpression, SurfacePattern, Statement } from './tree';

type Binary = Extract<Expression, { readonly tag: 'binary' }>;
type Function = Extract<Expression, { readonly tag: 'function' }>;
type Let = Extract<Expression, { readonly tag: 'let' }>;
type If = Extract<Expression, { readonly tag: 'if' }>;

/**
 * Prints an expression where one of at least `level` is required, in parentheses if it binds less tightly. `inArm`
 * means that an arm encloses it with no bracket or keyword to end it, so a `match` needs parentheses.
 */
export function expressionDoc(style: Style, expression: Expression, level: number, inArm = false): Doc {
  if (needsParentheses(expression, level, inArm)) return parenthesised(bodyDoc(style, expression));
  return expression.tag === 'binary' ? nestedChain(style, expression) : bareExpression(style, expression, inArm);
}

function needsParentheses(expression: Expression, level: number, inArm: boolean): boolean {
  return expressionLevel(expression) < level || (inArm && expression.tag === 'match');
}

/** Prints an expression that has its lines to itself, like the body of a definition: operators start its lines. */
export function bodyDoc(style: Style, expression: Expression, inArm = false): Doc {
  if (expression.tag !== 'binary') return expressionDoc(style, expression, LEVEL.block, inArm);
  const [first, others] = chainParts(style, expression);
  return group(concat(first, ...others));
}

function nestedChain(style: Style, expression: Binary): Doc {
  const [first, others] = chainParts(style, expression);
  return group(concat(first, nest(2, concat(...others))));
}

/** Prints an operand, keeping the parentheses that the reader put around an operation. */
function operandDoc(style: Style, operand: Expression, level: number): Doc {
  return expressionDoc(style, operand, isGrouped(style, operand) ? LEVEL.atom : level);
}

/** Whether the reader put parentheses around an operation; they are part of its span. */
function isGrouped(style: Style, expression: Expression): boolean {
  if (!style.asWritten) return false;
  if (expression.tag === 'binary') return expression.span.start < expression.left.span.start;
  return expression.tag === 'negate' && expression.span.end > expression.operand.span.end;
}

function expressionLevel(expression: Expression): number {
  switch (expression.tag) {
    case 'variable':
    case 'unit':
    case 'tuple':
    case 'sequence':
    case 'record':
    case 'update':
    case 'annotated':
    case 'do':
    case 'constructor':
      return LEVEL.atom;
    case 'literal':
      if (expression.literal.tag !== 'number') return LEVEL.atom;
      return expression.literal.text.startsWith('-') ? LEVEL.negation : LEVEL.atom;
    case 'field':
    case 'projection':
    case 'index':
      return LEVEL.postfix;
    case 'apply':
      return LEVEL.application;
    case 'negate':
      return LEVEL.negation;
    case 'binary':
      return BINARY_OPERATORS[expression.operator].level;
    case 'let':
    case 'function':
    case 'if':
    case 'match':
    case 'fold':
      return LEVEL.block;
  }
}

function bareExpression(style: Style, expression: Exclude<Expression, Binary>, inArm: boolean): Doc {
  const item = (part: Expression): Doc => expressionDoc(style, part, LEVEL.block);
  switch (expression.tag) {
    case 'variable':
    case 'constructor':
      return expression.name;
    case 'literal':
      return literalText(expression.literal);
    case 'unit':
      return '()';
    case 'tuple':
      return bracketed('(', expression.items.map(item), ')');
    case 'sequence': {
      if (expression.items.length === 0) return '[]';
      const items = expression.items.map(item);
      return expression.items.every(isSmall) ? bracketedFill('[', items, ']') : bracketed('[', items, ']');
    }
    case 'record':
      return bracketed('{', fieldDocs(style, expression.fields), '}', ' ');
    case 'update': {
      const record = expressionDoc(style, expression.record, LEVEL.cons);
      const fields = join(fieldDocs(style, expression.fields), concat(',', spacedLine));
      return group(concat('{ ', nest(2, concat(record, ' with', line, fields)), ' }'));
    }
    case 'annotated': {
      const type = typeDoc(expression.type, TYPE_LEVEL.function);
      return parenthesised(concat(item(expression.expression), line, ': ', nest(2, type)));
    }
    case 'let':
    case 'if':
      return spineDoc(style, expression, inArm);
    case 'function':
      if (expression.parameters.length === 0) return bodyDoc(style, expression.body, inArm);
      return concat(...functionParts(style, expression, inArm));
    case 'match':
      return matchDoc(style, expression.scrutinee, expression.arms);
    case 'fold': {
      const patterns = [expression.item, expression.accumulator].map((p) =>
        patternDoc(style, p, PATTERN_LEVEL.annotated),
      );
      const head = concat('fold ', bracketed('(', patterns, ')'), ' ->');
      const from = expressionDoc(style, expression.from, LEVEL.block, inArm);
      const tail = group(concat('over ', nest(2, item(expression.over)), line, 'from ', nest(2, from)));
      return group(concat(head, nest(2, concat(line, bodyDoc(style, expression.body))), line, tail));
    }
    case 'do': {
      const statements = expression.statements.map((statement) => statementDoc(style, statement));
      return group(concat('do {', nest(2, concat(chosenLine, join(statements, concat(';', chosenLine)))), line, '}'));
    }
    case 'negate':
      return concat('-', operandOfNegation(style, expression.operand));
    case 'apply':
      return applicationDoc(style, expression);
    case 'field':
      return selection(selectedFrom(style, expression.record), `.${expression.field.text}`);
    case 'projection':
      return selection(selectedFrom(style, expression.tuple), `.${expression.index}`);
    case 'index': {
      const index = group(nest(2, concat('[', softLine, item(expression.index), ']')));
      return concat(selectedFrom(style, expression.sequence), index);
    }
  }
}

/** Whether an item is so small that many are laid out as a table instead of a column. */
function isSmall(item: Expression): boolean {
  switch (item.tag) {
    case 'literal':
    case 'variable':
    case 'constructor':
      return true;
    case 'negate':
      return isSmall(item.operand);
    case 'tuple':
      return item.items.every(isSmall);
    default:
      return false;
  }
}

function fieldDocs(style: Style, fields: readonly FieldExpression[]): readonly Doc[] {
  return fields.map(({ name, value }) => group(concat(name.text, ' =', nest(2, concat(line, bodyDoc(style, value))))));
}

/** Prints the operand of a minus. Two minus signs in a row would start a comment. */
function operandOfNegation(style: Style, operand: Expression): Doc {
  const signed = operand.tag === 'negate' || literalIsNegative(operand);
  return operandDoc(style, operand, signed ? LEVEL.atom : LEVEL.negation);
}

function literalIsNegative(expression: Expression): boolean {
  return expression.tag === 'literal' && literalText(expression.literal).startsWith('-');
}

function selection(operand: Doc, selector: string): Doc {
  return concat(operand, group(nest(2, concat(softLine, selector))));
}

/** Prints the expression before a selection. It needs parentheses if `Foo.bar` or `1.2` would be read as one token. */
function selectedFrom(style: Style, expression: Expression): Doc {
  const isNumber = expression.tag === 'literal' && expression.literal.tag === 'number';
  if (isNumber || expression.tag === 'constructor')
    return concat('(', expressionDoc(style, expression, LEVEL.block), ')');
  return expressionDoc(style, expression, LEVEL.postfix);
}

/** Prints a chain of `let ... in` and `else`, without recursion along it. */
function spineDoc(style: Style, expression: Let | If, inArm: boolean): Doc {
  const steps: (Let | If)[] = [];
  let end: Expression = expression;
  while (end.tag === 'let' || end.tag === 'if') {
    steps.push(end);
    end = end.tag === 'let' ? end.body : end.alternative;
  }
  let doc = bodyDoc(style, end, inArm);
  let following: Expression = end;
  for (const [index, step] of [...steps.entries()].reverse()) {
    const before = steps[index - 1];
    doc = step.tag === 'let' ? letDoc(style, step, following, before, doc) : ifDoc(style, step, following, doc);
    // The lets, or ifs, of a chain all break their lines together.
    if (before?.tag !== step.tag) doc = group(doc);
    following = step;
  }
  return doc;
}

/** Prints a `let`. Two lets in a row get lines of their own; a single one can share its line with its body. */
function letDoc(style: Style, step: Let, following: Expression, before: Expression | undefined, body: Doc): Doc {
  const alone = step.bindings.length === 1 && following.tag !== 'let' && before?.tag !== 'let';
  const bindings = step.bindings.map((binding) => bindingDoc(style, binding));
  const head = concat(step.recursive ? 'let rec ' : 'let ', join(bindings, concat(hardLine, 'and ')), ' in');
  return concat(head, alone ? chosenLine : hardLine, body);
}

/** Prints an `if`. Three or more alternatives get lines of their own; fewer can share one. */
function ifDoc(style: Style, step: If, following: Expression, alternative: Doc): Doc {
  const consequent = group(nest(2, concat(line, bodyDoc(style, step.consequent))));
  const head = concat('if ', nest(3, keywordEnded(style, step.condition)), ' then', consequent);
  if (following.tag === 'if')
    return concat(head, following.alternative.tag === 'if' ? hardLine : chosenLine, 'else ', alternative);
  return concat(head, chosenLine, 'else', group(nest(2, concat(line, alternative))));
}

/** Prints an expression between two keywords of a line: only operators and tighter forms go without parentheses. */
function keywordEnded(style: Style, expression: Expression): Doc {
  return expression.tag === 'binary' ? bodyDoc(style, expression) : expressionDoc(style, expression, LEVEL.pipe);
}

export function bindingDoc(style: Style, binding: Binding): Doc {
  return definition(style, concat(nest(4, bindingHead(style, binding)), ' ='), binding.body);
}

/** Prints `head` and its body. A function that is too long starts on the line of the head. */
function definition(style: Style, head: Doc, body: Expression): Doc {
  if (!isFunction(body)) return group(concat(head, nest(2, concat(line, bodyDoc(style, body)))));
  const [start, rest] = functionParts(style, body);
  return concat(group(concat(head, nest(2, concat(line, start)))), rest);
}

function bindingHead(style: Style, binding: Binding): Doc {
  if (binding.tag === 'pattern') return boundPattern(style, binding.pattern);
  const parameters = fill([binding.name.text, ...parameterDocs(style, binding.parameters)]);
  if (binding.annotation === undefined) return parameters;
  return concat(parameters, group(concat(line, ': ', typeDoc(binding.annotation, TYPE_LEVEL.function))));
}

function parameterDocs(style: Style, parameters: readonly SurfacePattern[]): readonly Doc[] {
  return parameters.map((parameter) => patternDoc(style, parameter, PATTERN_LEVEL.atom));
}

/**
 * Prints a pattern after `let`. If it starts with a name, it needs parentheses, or it would read as a definition of
 * that name.
 */
function boundPattern(style: Style, pattern: SurfacePattern): Doc {
  if (pattern.tag === 'variable') return `(${pattern.name})`;
  const startsWithName = pattern.tag === 'annotated' && pattern.pattern.tag === 'variable';
  return patternDoc(style, pattern, startsWithName ? PATTERN_LEVEL.atom : PATTERN_LEVEL.annotated);
}

function isFunction(expression: Expression): expression is Function {
  return expression.tag === 'function' && expression.parameters.length > 0;
}

/** Returns the head `fun x -> fun y ->`, and the body after it. */
function functionParts(style: Style, expression: Function, inArm = false): readonly [head: Doc, body: Doc] {
  const heads: Doc[] = [];
  let body: Expression = expression;
  while (isFunction(body)) {
    heads.push(nest(4, concat(fill(['fun', ...parameterDocs(style, body.parameters)]), ' ->')));
    body = body.body;
  }
  return [fill(heads), group(nest(2, concat(line, bodyDoc(style, body, inArm))))];
}

function matchDoc(style: Style, scrutinee: Expression, arms: readonly Arm[]): Doc {
  const head = concat('match ', nest(6, keywordEnded(style, scrutinee)), ' with', chosenLine, choice('| ', ''));
  const armDocs = arms.map((arm) => armDoc(style, arm));
  return group(concat(head, join(armDocs, concat(chosenLine, '| '))));
}

function armDoc(style: Style, arm: Arm): Doc {
  const body = bodyDoc(style, arm.body, true);
  return group(concat(nest(4, patternDoc(style, arm.pattern, PATTERN_LEVEL.cons)), ' ->', nest(4, concat(line, body))));
}

function statementDoc(style: Style, { pattern, expression }: Statement): Doc {
  if (pattern === undefined) return nest(2, bodyDoc(style, expression));
  const head = concat(patternDoc(style, pattern, PATTERN_LEVEL.annotated), ' <-');
  return group(concat(head, nest(2, concat(line, bodyDoc(style, expression)))));
}

/**
 * Returns a chain of operators of one level, without recursion along it: its first operand, and the others with their
 * operators.
 */
function chainParts(style: Style, expression: Binary): readonly [first: Doc, others: readonly Doc[]] {
  const shape: OperatorShape = BINARY_OPERATORS[expression.operator];
  const further = (operator: string, operand: Expression, level: number): Doc =>
    concat(shape.level === LEVEL.pipe ? chosenLine : line, operator, ' ', nest(2, operandDoc(style, operand, level)));
  const others: Doc[] = [];
  if (shape.associativity === 'right') {
    let last = expression;
    while (sameChain(style, last.right, shape)) {
      others.push(further(last.operator, last.right.left, shape.level + 1));
      last = last.right;
    }
    others.push(further(last.operator, last.right, shape.level === LEVEL.power ? LEVEL.negation : shape.level + 1));
    return [operandDoc(style, expression.left, shape.level + 1), others];
  }
  let first: Expression = expression;
  do {
    others.push(further(first.operator, first.right, shape.level + 1));
    first = first.left;
  } while (shape.associativity === 'left' && sameChain(style, first, shape));
  return [operandDoc(style, first, shape.level + 1), others.reverse()];
}

function sameChain(style: Style, expression: Expression, shape: OperatorShape): expression is Binary {
  if (expression.tag !== 'binary' || isGrouped(style, expression)) return false;
  return BINARY_OPERATORS[expression.operator].level === shape.level;
}

/**
 * Prints a function and its arguments, on one line or one per line. A last argument that is a function ends the first
 * line.
 */
function applicationDoc(style: Style, expression: Expression, indent = 0): Doc {
  const operands: Expression[] = [];
  let applied = expression;
  while (applied.tag === 'apply') {
    operands.push(applied.argument);
    applied = applied.function;
  }
  operands.reverse();
  const first = nest(indent, expressionDoc(style, applied, LEVEL.application));
  const last = operands.at(-1);
  const others = operands.slice(0, -1);
  if (last === undefined || !isFunction(last) || !others.every(isSmall)) {
    const parts = operands.map((argument) => concat(line, expressionDoc(style, argument, LEVEL.postfix)));
    return group(concat(first, nest(2, concat(...parts))));
  }
  const small = others.map((argument) => expressionDoc(style, argument, LEVEL.postfix));
  const [head, body] = functionParts(style, last);
  return group(concat(nest(2, fill([first, ...small, concat('(', head)])), body, ')'));
}

/** Prints an expression that is an item: all its lines but the first are indented. */
export function itemExpressionDoc(style: Style, expression: Expression): Doc {
  return expression.tag === 'apply' ? applicationDoc(style, expression, 2) : nest(2, bodyDoc(style, expression));
}
