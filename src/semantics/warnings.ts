import { warning, type Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { LeafValue, Operation } from '../language/operations/operation';
import { shortNumber } from './failure';

/** Collects boundary warnings (language.md, section 7), at most one per place. */
export class Warnings {
  private readonly found = new Map<Span, Diagnostic>();

  boundary(span: Span, row: Operation, argument: LeafValue): void {
    if (this.found.has(span)) return;
    const hint = `the derivative of this branch may not be that of the whole function; try a slightly different input${row.result === 'bool' ? ', or use <. and >.' : ''}`;
    this.found.set(span, warning('boundary', span, boundaryMessage(row, argument), { hint }));
  }

  all(): readonly Diagnostic[] {
    return [...this.found.values()];
  }
}

function boundaryMessage(row: Operation, argument: LeafValue): string {
  const { symbol } = row.notation;
  const shown = shortNumber(Number(argument));
  if (row.name === 'atan2') return 'atan2 is on its branch cut here: y is 0 and x is negative';
  if (row.name === 'floor') return `floor is at an integer here (${shown}), where it jumps`;
  if (row.result === 'bool')
    return `both sides of ${symbol} are ${shown} here: the input is on the boundary between two branches`;
  return row.parameters.length === 2
    ? `both arguments of ${symbol} are ${shown} here, where it has a kink`
    : `the argument of ${symbol} is ${shown} here, where it is not smooth`;
}
