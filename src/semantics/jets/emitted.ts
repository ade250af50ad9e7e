import { OPERATION_NAMES, type OperationName } from '../../language/operations/names';
import type { PartialTerm } from '../../language/operations/operation';
import { internalError } from '../../language/source/internal-error';
import type { Emitter } from '../emit';
import { RUN_TIME_ROWS } from '../rows';
import { markNeeded, type SweepProblem } from '../sweep';
import type { Task } from '../task';
import { COPY, type Trace } from '../trace';
import { primalOf, type Value } from '../value';

/**
 * The known Taylor coefficients of a real that depends on the point, each a number or an entry of the trace. A partial
 * derivative also has a series: that of its term, in which equal parts are shared.
 */
interface Series {
  readonly id: number;
  /** Undefined for the point and for constants. */
  readonly operation: OperationName | undefined;
  readonly operands: readonly Series[];
  /** Whether it depends on the point; otherwise its first coefficient is its only one. */
  readonly moves: boolean;
  readonly coefficients: Value[];
}

interface Book {
  readonly emitter: Emitter;
  /** Known series by operation and operands. */
  readonly known: Map<string, Series>;
  readonly numbers: Map<number, Series>;
  count: number;
}

/**
 * Computes (1,R) jets with recorded arithmetic, so that an outer derivative can differentiate it: the Taylor
 * coefficients of the entry `result`, from those of the entries from `start` on that it is computed from and that
 * depend on the first, the copy of the point (`marks`). From v = op(u) follows
 *
 *     i v_i = Σ_j (i - j) p_j u_(i-j)   where p is the partial derivative of op at u,
 *
 * and the partials are terms of the same operations. So R orders take R² operations, where nested derivatives would
 * take exponentially many. Sums, products and quotients have rules of their own.
 */
export function* emitJets(
  emitter: Emitter,
  trace: Trace,
  start: number,
  marks: Uint8Array,
  result: number,
  order: number,
): Task<readonly Value[] | SweepProblem | 'memory'> {
  const book: Book = { emitter, known: new Map(), numbers: new Map(), count: 0 };
  const series: (Series | undefined)[] = [];
  const needed = markNeeded(trace, start, result);
  for (let entry = start; entry <= result; entry++) {
    if (marks[entry - start] === 0 || needed[entry - start] === 0) continue;
    emitter.at(trace.origins[entry] ?? 0, trace.calls[entry] ?? 0);
    const made = entry === start ? point(book, emitter.entry(entry)) : seriesOf(book, trace, entry, start, series);
    series[entry - start] = made;
    for (let i = 0; i <= order; i++) {
      if (!Number.isFinite(primalOf(coefficient(book, made, i)))) return { tag: 'problem', entry };
      if (emitter.isFull) return 'memory';
    }
    yield;
  }
  return series[result - start]?.coefficients ?? [];
}

function seriesOf(
  book: Book,
  trace: Trace,
  entry: number,
  start: number,
  series: readonly (Series | undefined)[],
): Series {
  const operation = trace.operations[entry] ?? COPY;
  const operand = (index: 0 | 1): Series => {
    const at = (index === 0 ? trace.left[entry] : trace.right[entry]) ?? -1;
    return series[at - start] ?? constant(book, book.emitter.operandOf(entry, index));
  };
  if (operation === COPY) return operand(0);
  const name = OPERATION_NAMES[operation] ?? internalError('no operation');
  const operands = RUN_TIME_ROWS[name].isBinary ? [operand(0), operand(1)] : [operand(0)];
  return apply(book, name, operands, book.emitter.entry(entry));
}

function point(book: Book, value: Value): Series {
  return { id: book.count++, operation: undefined, operands: [], moves: true, coefficients: [value, 1] };
}

function constant(book: Book, value: Value): Series {
  const known = typeof value === 'number' ? book.numbers.get(value) : undefined;
  if (known !== undefined) return known;
  const made: Series = { id: book.count++, operation: undefined, operands: [], moves: false, coefficients: [value] };
  if (typeof value === 'number') book.numbers.set(value, made);
  return made;
}

/**
 * Returns the series of an operation, which is shared if it is known. `value` is its first coefficient, if already
 * computed.
 */
function apply(book: Book, operation: OperationName, operands: readonly Series[], value?: Value): Series {
  const key = `${operation} ${operands.map(({ id }) => id).join(' ')}`;
  const known = book.known.get(key);
  if (known !== undefined) return known;
  const moves = RUN_TIME_ROWS[operation].isReal && operands.some((operand) => operand.moves);
  const coefficients = value === undefined ? [] : [value];
  const made: Series = { id: book.count++, operation, operands, moves, coefficients };
  book.known.set(key, made);
  return made;
}

function partial(book: Book, term: PartialTerm, operands: readonly Series[]): Series {
  switch (term.tag) {
    case 'argument':
      return operands[term.index] ?? internalError('a partial derivative by what is no argument');
    case 'real':
    case 'int':
      return constant(book, term.value);
    case 'operation':
      return apply(
        book,
        term.operation,
        term.arguments.map((argument) => partial(book, argument, operands)),
      );
  }
}

function coefficient(book: Book, series: Series, i: number): Value {
  const { coefficients, moves } = series;
  while (coefficients.length <= i && (moves || coefficients.length === 0)) coefficients.push(next(book, series));
  return coefficients[i] ?? 0;
}

function next(book: Book, series: Series): Value {
  const { emitter } = book;
  const { operation, operands, coefficients } = series;
  const i = coefficients.length;
  if (operation === undefined) return 0;
  const of = (operand: 0 | 1, at: number): Value =>
    coefficient(book, operands[operand] ?? internalError('an operation without its operand'), at);
  if (i === 0) {
    return emitter.operate(RUN_TIME_ROWS[operation], of(0, 0), operands.length === 2 ? of(1, 0) : undefined);
  }
  switch (operation) {
    case 'add':
      return emitter.plus(of(0, i), of(1, i));
    case 'subtract':
      return emitter.plus(of(0, i), emitter.times(of(1, i), -1));
    case 'negate':
      return emitter.times(of(0, i), -1);
    case 'multiply':
      return sum(book, i + 1, (j) => emitter.times(of(0, j), of(1, i - j)));
    case 'divide': {
      // x_i = Σ_j v_j y_(i-j)
      const rest = sum(book, i, (j) => emitter.times(emitter.times(coefficients[j], of(1, i - j)), -1));
      const numerator = emitter.plus(of(0, i), rest);
      return numerator === 0 ? 0 : emitter.operate(RUN_TIME_ROWS.divide, numerator, of(1, 0));
    }
    default: {
      const terms = RUN_TIME_ROWS[operation].row.partials;
      return operands.reduce<Value>((all, operand, k) => {
        const term = terms[k];
        if (!operand.moves || term === undefined) return all;
        const slope = partial(book, term, operands);
        const share = sum(book, i, (j) => {
          const change = emitter.times(coefficient(book, operand, i - j), (i - j) / i);
          return change === 0 ? 0 : emitter.times(coefficient(book, slope, j), change);
        });
        return emitter.plus(all, share);
      }, 0);
    }
  }
}

function sum({ emitter }: Book, count: number, term: (j: number) => Value): Value {
  let total: Value = 0;
  for (let j = 0; j < count; j++) total = emitter.plus(total, term(j));
  return total;
}
