import { operationRow } from '../../../language/operations/table';
import { assertNever } from '../../../language/source/internal-error';
import type { LeafValue } from '../../../language/operations/operation';
import type { TraceLet, TraceTerm } from '../literal/term';
import {
  appliedForm,
  binderForm,
  bracketedForm,
  number,
  operationName,
  operationForm,
  STAR,
  traceTypeText,
  tupleForm,
} from './forms';
import { type Block, block, headed, joined, keyword, type Piece, piece, text } from '../../notation/line';

/** Writes a trace term, one `let` per line; values that are lets themselves go below their names. */
export function traceLines(term: TraceTerm): Block {
  const { origin } = term;
  switch (term.tag) {
    case 'variable':
      return block(piece('name', term.name, origin));
    case 'constant':
      return block(number(term.value, origin));
    case 'unit':
      return STAR;
    case 'zero':
      return term.type.tag === 'real' ? block(number(0, origin)) : block(number(0, origin), typeSub(term));
    case 'sum': {
      const plus: Piece[] = term.type.tag === 'real' ? [text(' + ')] : [text(' +'), typeSub(term), text(' ')];
      return joined([summand(term.left), summand(term.right)], plus);
    }
    case 'operation':
      return operationForm(term.operation, operands(term.argument, term.leaves), origin);
    // W.op_r(D)
    case 'reverse':
      return appliedForm(
        [
          ...flat(operand(term.cotangent)),
          text('.'),
          operationName(term.operation, origin),
          { kind: 'sub', text: 'r' },
        ],
        joined(operands(term.argument, term.leaves, true), [text(', ')]),
      );
    case 'let': {
      const lets: TraceLet[] = [];
      let body: TraceTerm = term;
      for (; body.tag === 'let'; { body } = body) lets.push(body);
      return [...lets.flatMap(letLines), ...traceLines(body)];
    }
    case 'pair':
      return tupleForm([traceLines(term.first), traceLines(term.second)]);
    case 'fst':
    case 'snd':
      return appliedForm([piece('function', term.tag, origin)], traceLines(term.pair));
    default:
      return assertNever(term);
  }
}

/** `let x : T = C in`. */
export function letLines({ name, type, value }: Pick<TraceLet, 'name' | 'type' | 'value'>): Block {
  const head = binderForm('let', [piece('name', name, value.origin)], traceTypeText(type));
  return headed(head, traceLines(value), [keyword(' in')]);
}

/** Returns the real arguments and the leaves, in order; `op_r` takes the pair itself. */
function operands(argument: TraceTerm, leaves: readonly (LeafValue | undefined)[], whole = false): readonly Block[] {
  const reals = argument.tag === 'pair' && !whole ? [argument.first, argument.second] : [argument];
  if (leaves.every((leaf) => leaf === undefined)) return reals.map(whole ? traceLines : operand);
  let next = 0;
  return leaves.map((leaf) => {
    if (leaf !== undefined) return block(typeof leaf === 'number' ? number(leaf) : text(String(leaf)));
    const real = reals[next++];
    return real === undefined ? STAR : operand(real);
  });
}

function operand(term: TraceTerm): Block {
  const lines = traceLines(term);
  const isBracketed =
    term.tag === 'sum' ||
    term.tag === 'let' ||
    (term.tag === 'operation' && operationRow(term.operation).notation.form !== 'function') ||
    (term.tag === 'constant' && term.value < 0);
  return isBracketed ? bracketedForm(lines) : lines;
}

function summand(term: TraceTerm): Block {
  return term.tag === 'let' ? bracketedForm(traceLines(term)) : traceLines(term);
}

function flat(lines: Block): readonly Piece[] {
  return lines.flatMap(({ pieces }) => pieces);
}

function typeSub(term: Extract<TraceTerm, { readonly tag: 'zero' | 'sum' }>): Piece {
  return { kind: 'sub', text: traceTypeText(term.type) };
}
