import { leafType } from '../../core/leaf-type';
import type { Operation } from '../../operations/operation';
import type { OperationName } from '../../operations/names';
import { operationRow, OPERATIONS } from '../../operations/table';
import type { Span } from '../../source/span';
import { functionType, product, REAL } from '../../types/type';
import type { Type } from '../../types/type';
import type { Builtin } from './builtin';
import { freshBinder, monomorphicGroup } from '../context';
import type { Context } from '../context';
import type { Draft } from '../draft';

/** The functions that take their arguments one by one. All others take one tuple. */
const CURRIED: ReadonlySet<OperationName> = new Set(['div', 'mod', 'uniform', 'polygamma', 'checkPivot', 'checkSide']);

function tupled(name: OperationName): Builtin {
  const row = operationRow(name);
  const parameters = row.parameters.map(leafType);
  const [only] = parameters;
  const parameter = parameters.length === 1 && only !== undefined ? only : product(parameters);
  return {
    documentation: row.documentation,
    instance: () => ({
      type: functionType(parameter, leafType(row.result)),
      arity: 1,
      build: (context, given, result, origin) =>
        parameters.length === 1
          ? fixed(name, given, result, origin)
          : spread(context, given, parameters, (items) => fixed(name, items, result, origin)),
    }),
  };
}

function curried(name: OperationName): Builtin {
  const row = operationRow(name);
  const type = row.parameters.reduceRight<Type>(
    (result, leaf) => functionType(leafType(leaf), result),
    leafType(row.result),
  );
  return {
    documentation: row.documentation,
    instance: () => ({
      type,
      arity: row.parameters.length,
      build: (_context, given, result, origin) => fixed(name, given, result, origin),
    }),
  };
}

function fixed(name: OperationName, given: readonly Draft[], type: Type, origin: Span): Draft {
  return { tag: 'operation', operation: { tag: 'fixed', name }, arguments: given, type, origin };
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
  ({ notation }) => notation.form === 'function',
).map(({ name, notation }) => [notation.symbol, CURRIED.has(name) ? curried(name) : tupled(name)]);
