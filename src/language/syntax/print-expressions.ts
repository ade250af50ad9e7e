import { choice, concat, fill, group, join, line, nest, type Doc } from './layout';
import { BINARY_OPERATORS, LEVEL, PATTERN_LEVEL, TYPE_LEVEL, type OperatorShape } from './precedence';
import { literalText, patternDoc } from './print-patterns';
import { typeDoc } from './print-types';
import type { Arm, Binding, Expression, FieldExpression, Pattern, Statement } from './tree';

type Binary = Extract<Expression, { readonly tag: 'binary' }>;
type Spine = Extract<Expression, { readonly tag: 'let' | 'if' }>;

/**
 * An expression where one of at least `level` must stand, in parentheses if it is looser. `inArm`: an arm encloses it
 * with no bracket or keyword to end it, so that a `match` needs parentheses.
 */
export function expressionDoc(expression: Expression, level: number, inArm = false): Doc {
  const parenthesised = expressionLevel(expression) < level || (inArm && expression.tag === 'match');
  if (!parenthesised) return bareExpression(expression, inArm);
  return group(concat('(', nest(1, bareExpression(expression, false)), ')'));
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

function bareExpression(expression: Expression, inArm: boolean): Doc {
  switch (expression.tag) {
    case 'variable':
    case 'constructor':
      return expression.name;
    case 'literal':
      return literalText(expression.literal);
    case 'unit':
      return '()';
    case 'tuple':
      return fill('(', expression.items.map(delimited), ')');
    case 'sequence':
      return fill('[', expression.items.map(delimited), ']');
    case 'record':
      return fill('{ ', expression.fields.map(fieldDoc), ' }');
    case 'update': {
      const record = expressionDoc(expression.record, LEVEL.cons);
      return concat('{ ', nest(2, concat(record, ' with ', fill('', expression.fields.map(fieldDoc), ''))), ' }');
    }
    case 'annotated':
      return concat(
        '(',
        nest(1, delimited(expression.expression)),
        ' : ',
        typeDoc(expression.type, TYPE_LEVEL.function),
        ')',
      );
    case 'let':
    case 'if':
      return spineDoc(expression, inArm);
    case 'function':
      return functionDoc(expression.parameters, expression.body, inArm);
    case 'match':
      return matchDoc(expression.scrutinee, expression.arms);
    case 'fold': {
      const patterns = [expression.item, expression.accumulator].map((p) => patternDoc(p, PATTERN_LEVEL.annotated));
      const head = concat('fold ', fill('(', patterns, ')'), ' ->');
      const tail = concat(
        'over ',
        delimited(expression.over),
        ' from ',
        expressionDoc(expression.from, LEVEL.block, inArm),
      );
      return group(concat(head, nest(2, concat(line, delimited(expression.body), line, tail))));
    }
    case 'do': {
      const statements = join(expression.statements.map(statementDoc), concat(';', line));
      return group(concat('do {', nest(2, concat(line, statements)), line, '}'));
    }
    case 'binary':
      return binaryDoc(expression);
    case 'negate':
      return concat('-', operandOfNegation(expression.operand));
    case 'apply':
      return applicationDoc(expression);
    case 'field':
      return concat(selectedFrom(expression.record), '.', expression.field.text);
    case 'projection':
      return concat(selectedFrom(expression.tuple), `.${expression.index}`);
    case 'index':
      return concat(selectedFrom(expression.sequence), '[', nest(1, delimited(expression.index)), ']');
  }
}

/** An expression that a bracket or a keyword ends. */
function delimited(expression: Expression): Doc {
  return expressionDoc(expression, LEVEL.block);
}

function fieldDoc(field: FieldExpression): Doc {
  return concat(field.name.text, ' = ', nest(2, delimited(field.value)));
}

/** Two minus signs in a row would start a comment. */
function operandOfNegation(operand: Expression): Doc {
  const signed = operand.tag === 'negate' || literalIsNegative(operand);
  return expressionDoc(operand, signed ? LEVEL.atom : LEVEL.negation);
}

function literalIsNegative(expression: Expression): boolean {
  return expression.tag === 'literal' && literalText(expression.literal).startsWith('-');
}

/** `Foo.bar` is a qualified name and `1.2` a number: to select from these needs parentheses. */
function selectedFrom(expression: Expression): Doc {
  const isNumber = expression.tag === 'literal' && expression.literal.tag === 'number';
  if (isNumber || expression.tag === 'constructor') return concat('(', bareExpression(expression, false), ')');
  return expressionDoc(expression, LEVEL.postfix);
}

/** A chain of `let ... in` and `else`, without recursion along it. */
function spineDoc(expression: Spine, inArm: boolean): Doc {
  const steps: Spine[] = [];
  let end: Expression = expression;
  while (end.tag === 'let' || end.tag === 'if') {
    steps.push(end);
    end = end.tag === 'let' ? end.body : end.alternative;
  }
  let doc = expressionDoc(end, LEVEL.block, inArm);
  let following: Expression = end;
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    doc = step.tag === 'let' ? letDoc(step, doc) : ifDoc(step, following, doc);
    following = step;
  }
  return group(doc);
}

function letDoc(step: Extract<Spine, { readonly tag: 'let' }>, body: Doc): Doc {
  const bindings = join(step.bindings.map(bindingDoc), concat(line, 'and '));
  return concat(step.recursive ? 'let rec ' : 'let ', bindings, ' in', line, body);
}

function ifDoc(step: Extract<Spine, { readonly tag: 'if' }>, following: Expression, alternative: Doc): Doc {
  const condition = nest(3, expressionDoc(step.condition, LEVEL.pipe));
  const head = group(concat('if ', condition, ' then', nest(2, concat(line, delimited(step.consequent)))));
  if (following.tag === 'if') return concat(head, line, 'else ', alternative);
  if (following.tag === 'let') return concat(head, line, 'else', nest(2, concat(line, alternative)));
  return concat(head, line, 'else ', nest(2, alternative));
}

export function bindingDoc(binding: Binding): Doc {
  return group(concat(nest(4, bindingHead(binding)), ' =', nest(2, concat(line, delimited(binding.body)))));
}

function bindingHead(binding: Binding): Doc {
  if (binding.tag === 'pattern') return boundPattern(binding.pattern);
  const parameters = binding.parameters.map((parameter) => patternDoc(parameter, PATTERN_LEVEL.atom));
  const type = binding.annotation === undefined ? '' : concat(' : ', typeDoc(binding.annotation, TYPE_LEVEL.function));
  return concat(join([binding.name.text, ...parameters], ' '), type);
}

/** A pattern that starts with a name needs parentheses, lest it be read as the definition of that name. */
function boundPattern(pattern: Pattern): Doc {
  if (pattern.tag === 'variable') return `(${pattern.name})`;
  if (pattern.tag === 'annotated' && pattern.pattern.tag === 'variable') return patternDoc(pattern, PATTERN_LEVEL.atom);
  return patternDoc(pattern, PATTERN_LEVEL.annotated);
}

function functionDoc(parameters: readonly Pattern[], body: Expression, inArm: boolean): Doc {
  const bodyDoc = expressionDoc(body, LEVEL.block, inArm);
  if (parameters.length === 0) return bodyDoc;
  const head = parameters.map((parameter) => patternDoc(parameter, PATTERN_LEVEL.atom));
  return group(concat('fun ', join(head, ' '), ' ->', nest(2, concat(line, bodyDoc))));
}

function matchDoc(scrutinee: Expression, arms: readonly Arm[]): Doc {
  const head = concat('match ', nest(2, expressionDoc(scrutinee, LEVEL.pipe)), ' with', line, choice('| ', ''));
  return group(concat(head, join(arms.map(armDoc), concat(line, '| '))));
}

function armDoc(arm: Arm): Doc {
  const body = expressionDoc(arm.body, LEVEL.block, true);
  return group(concat(patternDoc(arm.pattern, PATTERN_LEVEL.cons), ' ->', nest(4, concat(line, body))));
}

function statementDoc(statement: Statement): Doc {
  const value = nest(2, delimited(statement.expression));
  if (statement.pattern === undefined) return value;
  return concat(patternDoc(statement.pattern, PATTERN_LEVEL.annotated), ' <- ', value);
}

/** A chain of operators of one level, without recursion along it. */
function binaryDoc(expression: Binary): Doc {
  const shape: OperatorShape = BINARY_OPERATORS[expression.operator];
  return shape.associativity === 'right' ? rightChain(expression, shape) : leftChain(expression, shape);
}

function leftChain(expression: Binary, shape: OperatorShape): Doc {
  const parts: Doc[] = [];
  let left: Expression = expression;
  while (sameChain(left, shape) && (left === expression || shape.associativity === 'left')) {
    parts.push(concat(line, left.operator, ' ', nest(2, expressionDoc(left.right, shape.level + 1))));
    left = left.left;
  }
  return group(concat(expressionDoc(left, shape.level + 1), nest(2, concat(...parts.reverse()))));
}

function rightChain(expression: Binary, shape: OperatorShape): Doc {
  const first = expressionDoc(expression.left, shape.level + 1);
  const parts: Doc[] = [];
  let last: Binary = expression;
  while (sameChain(last.right, shape)) {
    parts.push(concat(line, last.operator, ' ', nest(2, expressionDoc(last.right.left, shape.level + 1))));
    last = last.right;
  }
  const lastLevel = shape.level === LEVEL.power ? LEVEL.negation : shape.level + 1;
  parts.push(concat(line, last.operator, ' ', nest(2, expressionDoc(last.right, lastLevel))));
  return group(concat(first, nest(2, concat(...parts))));
}

function sameChain(expression: Expression, shape: OperatorShape): expression is Binary {
  return expression.tag === 'binary' && BINARY_OPERATORS[expression.operator].level === shape.level;
}

function applicationDoc(expression: Expression): Doc {
  const parts: Doc[] = [];
  let applied = expression;
  while (applied.tag === 'apply') {
    parts.push(concat(line, nest(2, expressionDoc(applied.argument, LEVEL.postfix))));
    applied = applied.function;
  }
  return group(concat(expressionDoc(applied, LEVEL.application), nest(2, concat(...parts.reverse()))));
}
