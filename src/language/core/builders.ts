import { operationRow } from '../operations/table';
import type { OperationName } from '../operations/names';
import { internalError } from '../source/internal-error';
import { NOWHERE, type Span } from '../source/span';
import {
  BOOL,
  functionType,
  INT,
  monad,
  product,
  REAL,
  STRING,
  UNIT,
  type RecordField,
  type Type,
} from '../types/type';
import { INTRINSICS, type IntrinsicName, type IntrinsicRule } from './intrinsics';
import { leafType } from './leaf-type';
import { showType } from '../types/print';
import type {
  Apply,
  Bind,
  Construct,
  Derivative,
  Fail,
  Fold,
  If,
  IntrinsicTerm,
  Lambda,
  Let,
  LetRec,
  Literal,
  Match,
  MatchArm,
  OperationTerm,
  Pattern,
  Projection,
  Pure,
  RecordTerm,
  RecursiveFunction,
  FieldTerm,
  Sequence,
  Term,
  Tuple,
  Variable,
  Watch,
} from './tree';

/*
 * Builders of terms, which compute types from the parts. A part of the wrong type is a bug in the caller; `check.ts`
 * finds what the builders do not check.
 */

export function variable(name: string, type: Type, origin: Span = NOWHERE): Variable {
  return { tag: 'variable', name, type, origin };
}

export function real(value: number, origin: Span = NOWHERE): Literal {
  return { tag: 'literal', value, type: REAL, origin };
}

export function int(value: number, origin: Span = NOWHERE): Literal {
  return { tag: 'literal', value, type: INT, origin };
}

export function bool(value: boolean, origin: Span = NOWHERE): Literal {
  return { tag: 'literal', value, type: BOOL, origin };
}

export function string(value: string, origin: Span = NOWHERE): Literal {
  return { tag: 'literal', value, type: STRING, origin };
}

export function unit(origin: Span = NOWHERE): Literal {
  return { tag: 'literal', value: undefined, type: UNIT, origin };
}

export function tuple(items: readonly Term[], origin: Span = NOWHERE): Tuple {
  return { tag: 'tuple', items, type: product(items.map((item) => item.type)), origin };
}

/** Returns the component at `index`, which counts from 0. */
export function projection(of: Term, index: number, origin: Span = NOWHERE): Projection {
  const type = of.type.tag === 'product' ? of.type.items[index] : undefined;
  if (type === undefined) return internalError(`projection ${index} of ${showType(of.type)}`);
  return { tag: 'projection', tuple: of, index, type, origin };
}

export function record(
  fields: readonly { readonly name: string; readonly value: Term }[],
  origin: Span = NOWHERE,
): RecordTerm {
  return {
    tag: 'record',
    fields,
    type: recordType(fields.map(({ name, value }) => ({ name, type: value.type }))),
    origin,
  };
}

function recordType(fields: readonly RecordField[]): Type {
  return { tag: 'record', fields: [...fields].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

export function field(of: Term, name: string, origin: Span = NOWHERE): FieldTerm {
  const found = of.type.tag === 'record' ? of.type.fields.find((candidate) => candidate.name === name) : undefined;
  if (found === undefined) return internalError(`field ${name} of ${showType(of.type)}`);
  return { tag: 'field', record: of, name, type: found.type, origin };
}

export function construct(
  constructorName: string,
  payload: Term | undefined,
  type: Type,
  origin: Span = NOWHERE,
): Construct {
  return { tag: 'construct', constructorName, payload, type, origin };
}

export function fail(code: Fail['code'], message: string, type: Type, origin: Span = NOWHERE): Fail {
  return { tag: 'fail', code, message, type, origin };
}

export function match(scrutinee: Term, arms: readonly MatchArm[], otherwise?: Term, origin: Span = NOWHERE): Match {
  const type = (arms[0]?.body ?? otherwise)?.type ?? internalError('a match without arms');
  return { tag: 'match', scrutinee, arms, otherwise, type, origin };
}

export function lambda(parameter: Pattern, body: Term, origin: Span = NOWHERE): Lambda {
  return { tag: 'lambda', parameter, body, type: functionType(parameter.type, body.type), origin };
}

export function apply(callee: Term, argument: Term, origin: Span = NOWHERE): Apply {
  if (callee.type.tag !== 'function') return internalError(`application of a ${showType(callee.type)}`);
  return { tag: 'apply', function: callee, argument, type: callee.type.result, origin };
}

export function let_(pattern: Pattern, value: Term, body: Term, origin: Span = NOWHERE): Let {
  return { tag: 'let', pattern, value, body, type: body.type, origin };
}

export function letrec(functions: readonly RecursiveFunction[], body: Term, origin: Span = NOWHERE): LetRec {
  return { tag: 'letrec', functions, body, type: body.type, origin };
}

export function if_(condition: Term, consequent: Term, alternative: Term, origin: Span = NOWHERE): If {
  return { tag: 'if', condition, consequent, alternative, type: consequent.type, origin };
}

export function operation(
  name: OperationName,
  args: readonly Term[],
  role: OperationTerm['role'] = 'primal',
  origin: Span = NOWHERE,
): OperationTerm {
  const type = leafType(operationRow(name).result);
  return { tag: 'operation', operation: name, arguments: args, role, type, origin };
}

export function intrinsic(name: IntrinsicName, args: readonly Term[], origin: Span = NOWHERE): IntrinsicTerm {
  const types = args.map((argument) => argument.type);
  const rule: IntrinsicRule = INTRINSICS[name];
  const type = rule(types) ?? internalError(`${name} of ${types.map(showType).join(', ')}`);
  return { tag: 'intrinsic', intrinsic: name, arguments: args, type, origin };
}

export function sequence(
  container: 'list' | 'array',
  item: Type,
  items: readonly Term[],
  origin: Span = NOWHERE,
): Sequence {
  return { tag: 'sequence', items, type: { tag: 'sequence', container, item }, origin };
}

/** Returns `fold (item, accumulator) -> body over sequence from start`. */
export function fold(
  item: Pattern,
  accumulator: Pattern,
  body: Term,
  over: Term,
  start: Term,
  origin: Span = NOWHERE,
): Fold {
  return { tag: 'fold', item, accumulator, body, sequence: over, start, type: start.type, origin };
}

export function rd(callee: Term, point: Term, cotangent: Term, origin: Span = NOWHERE): Derivative {
  return {
    tag: 'derivative',
    operator: 'rd',
    sugar: undefined,
    function: callee,
    point,
    direction: cotangent,
    type: point.type,
    origin,
  };
}

export function fd(callee: Term, point: Term, tangent: Term, origin: Span = NOWHERE): Derivative {
  if (callee.type.tag !== 'function') return internalError(`derivative of a ${showType(callee.type)}`);
  return { ...rd(callee, point, tangent, origin), operator: 'fd', type: callee.type.result };
}

/** Returns `grad f x` or `deriv f x`, which stand for `rd f x 1`. */
export function grad(callee: Term, point: Term, sugar: 'grad' | 'deriv' = 'grad', origin: Span = NOWHERE): Derivative {
  return { ...rd(callee, point, real(1, origin), origin), sugar };
}

export function watch(name: string, value: Term, origin: Span = NOWHERE): Watch {
  return { tag: 'watch', name: string(name, origin), value, type: value.type, origin };
}

export function pure(value: Term, origin: Span = NOWHERE): Pure {
  return { tag: 'pure', value, type: monad(value.type), origin };
}

/** Returns `do { pattern <- action; body }`. */
export function bind(pattern: Pattern, action: Term, body: Term, origin: Span = NOWHERE): Bind {
  return { tag: 'bind', pattern, action, body, type: body.type, origin };
}
