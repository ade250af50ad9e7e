import { leafType } from '../../core/leaf-type';
import type { Operation } from '../../operations/operation';
import type { OperationName } from '../../operations/names';
import { OPERATIONS, OVERLOADED_FUNCTIONS } from '../../operations/table';
import type { Span } from '../../source/span';
import { functionType, STRING } from '../../types/type';
import type { Type } from '../../types/type';
import type { Builtin } from './builtin';
import { freshVariable } from '../context';
import type { Context } from '../context';
import type { Draft, OverloadedFunction } from '../draft';

/** The overloaded functions, by their rows for reals. */
const OVERLOADED: Readonly<Partial<Record<OperationName, OverloadedFunction>>> = {
  max: 'max',
  min: 'min',
  showReal: 'show',
};

/** Returns the types of an operation's parameters and of its result. */
function typesOf(context: Context, { notation, parameters, result }: Operation): readonly [readonly Type[], Type] {
  if (!OVERLOADED_FUNCTIONS.has(notation.symbol)) return [parameters.map(leafType), leafType(result)];
  const at = freshVariable(context, 'num');
  return [parameters.map(() => at), result === 'string' ? STRING : at];
}

/** Returns the built-in function that takes the operation's arguments one by one. */
function curried(row: Operation): Builtin {
  return {
    documentation: row.documentation,
    instance: (context) => {
      const [parameters, result] = typesOf(context, row);
      return {
        type: parameters.reduceRight<Type>((rest, parameter) => functionType(parameter, rest), result),
        arity: parameters.length,
        build: (_context, given, type, origin) => operation(row.name, given, type, origin),
      };
    },
  };
}

function operation(name: OperationName, given: readonly Draft[], type: Type, origin: Span): Draft {
  const operator = OVERLOADED[name];
  const at = given[0]?.type ?? type;
  const of =
    operator === undefined ? ({ tag: 'fixed', name } as const) : ({ tag: 'overloaded', operator, at } as const);
  return { tag: 'operation', operation: of, arguments: given, type, origin };
}

const ROWS: readonly Operation[] = Object.values(OPERATIONS);

/** The operations of the table that are written as functions, by name. */
export const OPERATION_BUILTINS: readonly (readonly [string, Builtin])[] = ROWS.filter(
  ({ name, notation: { form, symbol } }) =>
    form === 'function' && (!OVERLOADED_FUNCTIONS.has(symbol) || OVERLOADED[name] !== undefined),
).map((row) => [row.notation.symbol, curried(row)]);
