import type { Span } from '../../source/span';
import type { TextEdit } from '../../source/text-edit';
import type { Expression } from '../../syntax/tree';

type Tuple = Extract<Expression, { tag: 'tuple' }>;

/** Returns the edits that make separate arguments of a tuple, where the text before it ends at `before`. */
export function separated({ items, span }: Tuple, before: number): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  let text = before === span.start ? ' ' : '';
  let { start } = span;
  for (const item of items) {
    const [open, close] = isAtom(item) ? ['', ''] : ['(', ')'];
    edits.push({ span: { ...span, start, end: item.span.start }, text: text + open });
    start = item.span.end;
    text = `${close} `;
  }
  return [...edits, { span: { ...span, start }, text: text.trimEnd() }];
}

/** Whether the expression needs no parentheses as an argument, as far as its span tells whether it has them. */
function isAtom(expression: Expression): boolean {
  const isInParentheses = (first: Span): boolean => first.start > expression.span.start;
  switch (expression.tag) {
    case 'binary':
      return isInParentheses(expression.left.span);
    case 'apply':
      return isInParentheses(expression.function.span);
    case 'negate':
    case 'let':
    case 'function':
    case 'if':
    case 'match':
    case 'fold':
    case 'do':
      return false;
    default:
      return true;
  }
}
