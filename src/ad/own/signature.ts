import { OPERATION_NAMES, type OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { leafType } from '../../language/core/leaf-type';
import type { Operation } from '../../language/operations/operation';
import { functionType, product, sequenceType, monad, REAL, type Type } from '../../language/types/type';
import { sameType } from '../../language/types/structure';
import { showType } from '../../language/types/print';

/**
 * A record of the reader's that says what numbers are:
 *
 *   constant : real -> N        primal : N -> real        an operation op : N * ... -> N, or N * ... -> M N
 *   gradient : (array N -> N) -> array real -> array real, with M N for N if an operation has the result M N
 *   argument : real -> N, in the place of a gradient, is what an input is, if not a constant.
 */
export interface OwnSignature {
  readonly number: Type;
  /** The operations that it supports, and whether their results are actions of `Delta.M`. */
  readonly operations: ReadonlyMap<OperationName, { readonly isAction: boolean }>;
  readonly isMonadic: boolean;
  readonly hasGradient: boolean;
  readonly hasArgument: boolean;
}

/** The fields that are no operations. */
export const SPECIAL_FIELDS = ['constant', 'primal', 'gradient', 'argument'] as const;

/** A fault of a field of an engine, or of the record if there is no field. */
export interface Misfit {
  readonly field?: string;
  readonly message: string;
  readonly hint: string;
}

/** Returns whether an operation takes reals to a real: only then an engine can have it. */
export function isOwnOperation({ parameters, result }: Operation): boolean {
  return result === 'real' && parameters.includes('real');
}

/** Returns the operations that an engine can have. */
export function ownOperations(): readonly OperationName[] {
  return OPERATION_NAMES.filter((name) => isOwnOperation(operationRow(name)));
}

/** Returns what an engine's operation takes: N for each real, and a tuple for several arguments. */
export function argumentType(name: OperationName, number: Type): Type {
  const types = operationRow(name).parameters.map((leaf) => (leaf === 'real' ? number : leafType(leaf)));
  const [only, ...more] = types;
  return only !== undefined && more.length === 0 ? only : product(types);
}

/** Returns the type of an engine's operation as a reader writes it. */
export function showOperation(name: OperationName, isAction: boolean): string {
  const parameters = operationRow(name).parameters.map((leaf) => (leaf === 'real' ? 'N' : leaf));
  return `${parameters.join(' * ')} -> ${isAction ? 'Delta.M N' : 'N'}`;
}

/** Returns what is wrong with the names of an engine's fields. */
export function misnamed(fields: readonly string[]): Misfit | undefined {
  for (const field of ['constant', 'primal'])
    if (!fields.includes(field)) {
      const type = field === 'constant' ? 'real -> N' : 'N -> real';
      return { message: `it has no \`${field}\``, hint: `add the field \`${field} : ${type}\`` };
    }
  const known: readonly string[] = [...SPECIAL_FIELDS, ...ownOperations()];
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined) {
    const message = `\`${unknown}\` is not an operation on reals`;
    return { field: unknown, message, hint: `the operations are ${ownOperations().join(', ')}` };
  }
  if (fields.includes('gradient') && fields.includes('argument')) {
    const hint = 'remove `argument`: `gradient` says what the inputs are';
    return { field: 'argument', message: 'it has a `gradient` and an `argument`', hint };
  }
  return undefined;
}

/** Reads the type of an engine, whose fields have the right names. */
export function signatureOf(type: Type): OwnSignature | Misfit {
  if (type.tag !== 'record') return notARecord(type);
  const typeOf = (name: string): Type | undefined => type.fields.find((field) => field.name === name)?.type;
  const constant = typeOf('constant');
  if (constant?.tag !== 'function') return mistyped('constant', 'real -> N');
  const number = constant.result;
  const fits = (field: string, ...expected: readonly Type[]): boolean => {
    const found = typeOf(field);
    return found === undefined || expected.some((each) => sameType(each, found));
  };
  if (!fits('constant', functionType(REAL, number))) return mistyped('constant', 'real -> N');
  if (!fits('primal', functionType(number, REAL))) return mistyped('primal', 'N -> real');
  if (!fits('argument', functionType(REAL, number))) return mistyped('argument', 'real -> N');
  const operations = new Map<OperationName, { readonly isAction: boolean }>();
  for (const name of ownOperations()) {
    const found = typeOf(name);
    if (found === undefined) continue;
    const parameter = argumentType(name, number);
    if (!fits(name, functionType(parameter, number), functionType(parameter, monad(number)))) {
      return mistyped(name, showOperation(name, false));
    }
    operations.set(name, { isAction: found.tag === 'function' && found.result.tag === 'monad' });
  }
  const isMonadic = [...operations.values()].some(({ isAction }) => isAction);
  const hasGradient = typeOf('gradient') !== undefined;
  const reals = sequenceType('array', REAL);
  const program = functionType(sequenceType('array', number), isMonadic ? monad(number) : number);
  if (!fits('gradient', functionType(program, functionType(reals, reals)))) {
    const result = isMonadic ? 'Delta.M N' : 'N';
    return mistyped('gradient', `(array N -> ${result}) -> array real -> array real`);
  }
  if (isMonadic && !hasGradient) {
    const hint =
      'add the field `gradient : (array N -> Delta.M N) -> array real -> array real`, which runs the actions';
    return { message: 'its operations are actions of Delta.M, and it has no `gradient`', hint };
  }
  return { number, operations, isMonadic, hasGradient, hasArgument: typeOf('argument') !== undefined };
}

export function notARecord(type: Type): Misfit {
  const hint = 'an engine is a record, with `constant`, `primal`, and a function for each operation';
  return { message: `its type is ${showType(type)}`, hint };
}

/** Returns that a field does not have its type. */
export function mistyped(field: string, type: string): Misfit {
  const message = `its field \`${field}\` does not have the type \`${type}\``;
  return { field, message, hint: 'N is the type that `constant` returns, and the same in every field' };
}
