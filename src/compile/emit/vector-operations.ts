import { operationRow } from '../../language/operations/table';
import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import type { Atom, Operation } from '../ir/tree';
import type { Code } from './code';
import { opcodeOf } from './instructions';
import { type Form, parsed, type Token } from './operation';
import { powerOf, writePower } from './powers';

/* Operations on vectors of two reals. Each real is computed as if it were alone. */

/** Whether an operation on reals has code for two at once. */
export function isVectorOperation(statement: Operation): boolean {
  const { operation, derivative } = statement;
  if (operation === 'powerInt') {
    const power = powerOf(statement);
    return power !== undefined && (derivative || !power.isInverse);
  }
  const { parameters, result } = operationRow(operation);
  if (result !== 'real' || parameters.some((each) => each !== 'real')) return false;
  const { code, pair, within } = WASM[operation];
  return formOf(pair ?? code) !== undefined && (derivative || within === undefined || formOf(within) !== undefined);
}

/** Leaves the results of an operation; `argument` leaves one of its arguments for both. */
export function vectorOperation(code: Code, statement: Operation, argument: Argument): void {
  const { operation, arguments: given } = statement;
  const [base = internalError('an argument')] = given;
  const power = powerOf(statement);
  if (power === undefined) {
    const { code: text, pair } = WASM[operation];
    write(code, formOf(pair ?? text), given, argument);
    return;
  }
  const place = code.local('v128');
  writePower(power, {
    base: () => {
      argument(base);
    },
    multiply: () => code.op('f64x2.mul'),
    square: () => code.set(place).get(place).get(place).op('f64x2.mul'),
    invert: () => code.set(place).op('f64.const', 1).op('f64x2.splat').get(place).op('f64x2.div'),
  });
  code.release(place);
}

/** Whether an operation on vectors has arguments outside its domain. */
export function hasDomain({ operation }: Operation): boolean {
  return WASM[operation].within !== undefined && operation !== 'powerInt';
}

/** Leaves bits where arguments of an operation are outside its domain; returns whether it has one. */
export function outsideDomain(code: Code, statement: Operation, argument: Argument): boolean {
  if (!hasDomain(statement)) return false;
  write(code, formOf(WASM[statement.operation].within ?? ''), statement.arguments, argument);
  code.op('v128.not');
  return true;
}

type Argument = (atom: Atom) => void;

function write(code: Code, form: Form | undefined, given: readonly Atom[], argument: Argument): void {
  for (const { op, argument: index, immediate } of form ?? internalError('no form for vectors')) {
    if (index !== undefined) argument(given[index] ?? internalError('an argument'));
    else if (op !== undefined) code.op(op, immediate);
  }
}

/** Returns code of the table of operations for two reals at once, if there are such instructions. */
function formOf(text: string): Form | undefined {
  if (!FORMS.has(text)) {
    const forms = parsed(text).map(tokenOf);
    FORMS.set(text, forms.includes(undefined) ? undefined : forms.flatMap((each) => each ?? []));
  }
  return FORMS.get(text);
}

const FORMS = new Map<string, Form | undefined>();

function tokenOf(token: Token): Form | undefined {
  const { op } = token;
  if (op === undefined || op.startsWith('v128.') || op.startsWith('f64x2.')) return [token];
  if (op === 'f64.const') return [token, { op: 'f64x2.splat' }];
  const form = opcodeOf(op.replace('f64.', 'f64x2.'));
  return form === undefined || form === op ? undefined : [{ op: form }];
}
