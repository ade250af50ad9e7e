import { leafType } from '../../core/leaf-type';
import type { Operation } from '../../operations/operation';
import type { OperationName } from '../../operations/names';
import { OPERATIONS, OVERLOADED_FUNCTIONS } from '../../operations/table';
import type { Span } from '../../source/span';
import { functionType, product, REAL, STRING } from '../../types/type';
import type { Type } from '../../types/type';
import type { Builtin } from './builtin';
import { freshBinder, freshVariable, monomorphicGroup } from '../context';
import type { Context } from '../context';
import type { Draft, OverloadedFunction } from '../draft';

/** The functions that take their arguments one by one. All others take one tuple; applied to two arguments, they take those. */
const CURRIED: ReadonlySet<OperationName> = new Set(['div', 'mod', 'uniform', 'polygamma', 'checkPivot', 'checkSide']);

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

function tupled(row: Operation): Builtin {
  const { documentation } = row;
  const curriedToo = row.parameters.length === 2 ? { apart: curried(row).instance } : {};
  return {
    documentation,
    ...curriedToo,
    instance: (context) => {
      const [parameters, result] = typesOf(context, row);
      const [only] = parameters;
      const parameter = parameters.length === 1 && only !== undefined ? only : product(parameters);
      return {
        type: functionType(parameter, result),
        arity: 1,
        build: (inner, given, type, origin) =>
          parameters.length === 1
            ? operation(row.name, given, type, origin)
            : spread(inner, given, parameters, (items) => operation(row.name, items, type, origin)),
      };
    },
  };
}

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

/** Returns the components of an argument that is a tuple, evaluated once. */
function spread(
  context: Context,
  given: readonly Draft[],
  types: readonly Type[],
  use: (items: readonly Draft[]) => Draft,
): Draft {
  const [argument] = given;
  if (argument === undefined) return use([]);
  if (argument.tag === 'tuple') return use(argument.items);
  const { origin } = argument;
  if (argument.tag === 'variable') {
    return use(types.map((type, index) => ({ tag: 'projection', tuple: argument, index, type, origin })));
  }
  const binders = types.map(() => freshBinder(context, 'x'));
  const items = binders.map(
    (binder, index) => ({ tag: 'variable', binder, type: types[index] ?? REAL, origin }) as const,
  );
  const body = use(items.map((item) => ({ ...item, instance: undefined })));
  const pattern = { tag: 'tuple', items, type: product(types), origin } as const;
  const definition = { tag: 'value', pattern, group: monomorphicGroup(), value: argument, origin } as const;
  return { tag: 'let', definition, body, type: body.type, origin: body.origin };
}

const ROWS: readonly Operation[] = Object.values(OPERATIONS);

/** The operations of the table that are written as functions, by name. */
export const OPERATION_BUILTINS: readonly (readonly [string, Builtin])[] = ROWS.filter(
  ({ name, notation: { form, symbol } }) =>
    form === 'function' && (!OVERLOADED_FUNCTIONS.has(symbol) || OVERLOADED[name] !== undefined),
).map((row) => [row.notation.symbol, CURRIED.has(row.name) ? curried(row) : tupled(row)]);
