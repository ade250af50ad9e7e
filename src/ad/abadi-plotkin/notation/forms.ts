import type { OperationName } from '../../../language/operations/names';
import { operationRow } from '../../../language/operations/table';
import type { Span } from '../../../language/source/span';
import { showReal } from '../../../semantics/present';
import type { Type } from '../../../language/types/type';
import { showType } from '../../../language/types/print';
import type { TraceType } from '../literal/term';
import { before, type Block, block, enclosed, joined, type Piece, piece, text } from '../../notation/line';

/* Pieces shared by terms and traces. */

export function number(value: number, span?: Span): Piece {
  return piece('number', showReal(value, 6), span);
}

/** Brackets negative numbers beside an operator. */
export function bracketedForm(lines: Block): Block {
  return enclosed([text('(')], lines, [text(')')]);
}

export function tupleForm(items: readonly Block[]): Block {
  return enclosed([text('⟨')], joined(items, [text(', ')]), [text('⟩')]);
}

/** `f(M)`. */
export function appliedForm(head: readonly Piece[], argument: Block): Block {
  return enclosed([...head, text('(')], argument, [text(')')]);
}

/** Writes an operation with its arguments: infix, before its one argument, or as a function. */
export function operationForm(name: OperationName, args: readonly Block[], span: Span): Block {
  const { form, unicode } = operationRow(name).notation;
  const [first, second] = args;
  if (form === 'infix' && first !== undefined && second !== undefined) {
    return joined([first, second], [piece('text', ` ${unicode} `, span)]);
  }
  if (form === 'prefix' && first !== undefined) return before([piece('text', unicode, span)], first);
  return appliedForm([piece('function', unicode, span)], joined(args, [text(', ')]));
}

/** Whether an operation is infix: its applications are bracketed beside another operation. */
export function isInfix(name: OperationName): boolean {
  return operationRow(name).notation.form === 'infix';
}

/** Returns the name of an operation that is not applied: `(×)`, `sin`. */
export function operationName(name: OperationName, span: Span): Piece {
  const { form, unicode } = operationRow(name).notation;
  return form === 'function' ? piece('function', unicode, span) : piece('text', `(${unicode})`, span);
}

/** Writes `let x : T = ` and similar heads. */
export function binderForm(word: string, bound: readonly Piece[], type: string): readonly Piece[] {
  return [{ kind: 'keyword', text: `${word} ` }, ...bound, text(` : ${type} = `)];
}

export function typeText(type: Type): string {
  return paperType(showType(type));
}

export function traceTypeText(type: TraceType): string {
  switch (type.tag) {
    case 'real':
      return 'ℝ';
    case 'unit':
      return 'unit';
    case 'pair': {
      const second = traceTypeText(type.second);
      return `${traceTypeText(type.first)} × ${type.second.tag === 'pair' ? `(${second})` : second}`;
    }
  }
}

function paperType(shown: string): string {
  return shown
    .replace(/\breal\b/gu, 'ℝ')
    .replace(/ \* /gu, ' × ')
    .replace(/->/gu, '→');
}

/** Writes a term as one subscript line: `rd` at its point. */
export function subscript(lines: Block): Piece {
  const flat = lines.map(({ pieces }) => pieces.map((each) => each.text).join('')).join(' ');
  return { kind: 'sub', text: flat };
}

export const STAR: Block = block(text('∗'));
