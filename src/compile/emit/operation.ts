import type { OperationName } from '../../language/operations/names';
import { WASM } from '../../language/operations/wasm';
import { internalError } from '../../language/source/internal-error';
import type { Atom, Operation, Variable } from '../ir/tree';
import { type Opcode, opcodeOf } from './instructions';
import { hasConstructor } from './constructors';
import { canOverflow } from './finite';
import { FAULT } from './host';
import { variantOf } from './layout';
import { type Power, powerOf, writePower } from './powers';
import type { Writer } from './writer';

const LARGEST_INT = Number.MAX_SAFE_INTEGER;

/** Writes an operation of the language's table. */
export function operation(writer: Writer, statement: Operation): void {
  const { operation, arguments: given, targets, derivative } = statement;
  const { code } = writer;
  const made = targets[0] ?? internalError('a target');
  const { form, within } = formOf(operation);
  const first = given[0];
  const second = given[1];
  const power = powerOf(statement);
  if (first !== undefined && second?.tag === 'constant' && byPowerOfTwo(writer, operation, first, second, made)) return;
  // A function that waits has only those locals afterwards that the program uses by name.
  const isKept = writer.resumable === undefined && derivative;
  if (isKept && first?.tag === 'variable' && second?.tag === 'constant') {
    if (operation === 'addInt') writer.sums.set(made.id, { base: first, offset: Number(second.value) });
    if (operation === 'subtractInt') writer.sums.set(made.id, { base: first, offset: -Number(second.value) });
  }
  if (operation === 'equalInt' && first?.tag === 'variable' && second?.tag === 'constant') {
    const data = writer.tags.get(first.id);
    if (data !== undefined && isConstructor(writer, data, Number(second.value))) {
      code.set(writer.declare(made));
      return;
    }
  }
  if (within !== undefined && !derivative && power?.isInverse !== false) {
    sequence(writer, within, operation, given);
    code.op('i32.eqz');
    writer.faultIf(FAULT.program);
  }
  if (power !== undefined && first !== undefined) powerCode(writer, power, first);
  else sequence(writer, form, operation, given);
  const place = writer.declare(made);
  code.set(place);
  if (made.kind === 'real' && writer.needsTest.has(made.id)) writer.testFinite(place);
  if (made.kind === 'int' && canOverflow(operation) && !derivative) {
    code.get(place).op('i64.const', LARGEST_INT).op('i64.add');
    code.op('i64.const', 2 * LARGEST_INT).op('i64.gt_u');
    writer.faultIf(FAULT.result);
  }
}

/** Writes whether data has a constructor, if that has a way of its own. */
function isConstructor(writer: Writer, data: Atom, constructor_: number): boolean {
  return hasConstructor(writer.code, variantOf(data.kind), constructor_, () => {
    writer.atom(data);
  });
}

/** Leaves a power. */
function powerCode(writer: Writer, power: Power, of: Atom): void {
  const { code } = writer;
  const place = code.local('f64');
  writePower(power, {
    base: () => writer.atom(of),
    multiply: () => code.op('f64.mul'),
    square: () => code.set(place).get(place).get(place).op('f64.mul'),
    invert: () => code.set(place).op('f64.const', 1).get(place).op('f64.div'),
  });
  code.release(place);
}

/** Writes a division of ints by a constant power of two: both round down. */
function byPowerOfTwo(
  writer: Writer,
  operation: OperationName,
  value: Atom,
  divisor: Extract<Atom, { tag: 'constant' }>,
  target: Variable,
): boolean {
  if (operation !== 'div' && operation !== 'mod') return false;
  const bits = Math.log2(Number(divisor.value));
  if (!Number.isInteger(bits) || bits < 0 || bits > 52) return false;
  writer.atom(value);
  if (operation === 'div') writer.code.op('i64.const', bits).op('i64.shr_s');
  else writer.code.op('i64.const', 2 ** bits - 1).op('i64.and');
  writer.code.set(writer.declare(target));
  return true;
}

/** Writes code of the table of operations. */
function sequence(writer: Writer, form: Form, operation: OperationName, given: readonly Atom[]): void {
  for (const { op, argument, immediate } of form) {
    if (argument !== undefined) writer.atom(given[argument] ?? internalError('an argument'));
    else if (op === 'call') writer.apply(operation);
    else if (op !== undefined) writer.code.op(op, immediate);
  }
}

/** An instruction, or the place of an argument. */
export interface Token {
  readonly op?: Opcode;
  readonly argument?: number;
  readonly immediate?: number;
}

export type Form = readonly Token[];

/** Returns code of the table of operations in parts. */
export function parsed(text: string): Form {
  return text.split(' ').map((word): Token => {
    if (word.startsWith('$')) return { argument: Number(word.slice(1)) };
    const [name = '', immediate] = word.split(':');
    const op = opcodeOf(name) ?? internalError(`no instruction ${name}`);
    return immediate === undefined ? { op } : { op, immediate: Number(immediate) };
  });
}

interface Forms {
  readonly form: Form;
  readonly within: Form | undefined;
}

const FORMS = new Map<OperationName, Forms>();

/** Returns the code of an operation, and that of its domain. */
function formOf(operation: OperationName): Forms {
  let forms = FORMS.get(operation);
  if (forms === undefined) {
    const { code, within } = WASM[operation];
    forms = { form: parsed(code), within: within === undefined ? undefined : parsed(within) };
    FORMS.set(operation, forms);
  }
  return forms;
}
