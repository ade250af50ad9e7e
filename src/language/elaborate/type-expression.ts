import { assertNever } from '../source/internal-error';
import type { TypeExpression } from '../syntax/tree';
import { BOOL, functionType, INT, product, REAL, STRING, UNIT } from '../types/type';
import type { Type } from '../types/type';
import { DEPTH_LIMIT, freshVariable, report } from './context';
import type { Context } from './context';
import { closest, didYouMean } from './suggest';
import { tooDeep, unsupported } from './messages';

const BASE_TYPES = { real: REAL, int: INT, bool: BOOL, string: STRING, unit: UNIT };

/** The type that the reader wrote. Type variables are those of the item: one name, one type. */
export function readType(context: Context, expression: TypeExpression): Type {
  return read(context, expression, context.annotationVariables, 0);
}

function read(context: Context, expression: TypeExpression, variables: Map<string, Type>, depth: number): Type {
  if (depth > DEPTH_LIMIT) {
    report(context, tooDeep(expression.span));
    return freshVariable(context);
  }
  const inner = (type: TypeExpression): Type => read(context, type, variables, depth + 1);
  switch (expression.tag) {
    case 'base':
      return BASE_TYPES[expression.name];
    case 'variable': {
      const known = variables.get(expression.name);
      if (known !== undefined) return known;
      const fresh = freshVariable(context);
      // One name means one type in the whole item, so an inner definition must not generalise it.
      if (fresh.tag === 'variable') fresh.variable.level = Math.min(fresh.variable.level, 1);
      variables.set(expression.name, fresh);
      return fresh;
    }
    case 'product':
      return product(expression.items.map(inner));
    case 'function':
      return functionType(inner(expression.parameter), inner(expression.result));
    case 'name': {
      const { name } = expression;
      if (name.text.startsWith('Delta.')) {
        report(context, unsupported(name.span, `the type \`${name.text}\``));
        return freshVariable(context);
      }
      const alias = context.aliases.get(name.text);
      if (alias === undefined) {
        const suggestion = closest(name.text, [...Object.keys(BASE_TYPES), ...context.aliases.keys()]);
        report(context, {
          severity: 'error',
          code: 'unknown-type',
          message: `there is no type \`${name.text}\` here`,
          ...didYouMean(suggestion),
          span: name.span,
          related: [],
        });
        return freshVariable(context);
      }
      const given = expression.arguments.map(inner);
      if (alias.type === undefined) return freshVariable(context);
      if (given.length !== alias.parameters.length) {
        report(context, {
          severity: 'error',
          code: 'type-arguments',
          message: `the type \`${name.text}\` takes ${countOf(alias.parameters.length)}, but has ${given.length} here`,
          span: expression.span,
          related: [],
        });
        return freshVariable(context);
      }
      const bound = new Map(alias.parameters.map((parameter, index) => [parameter, given[index] ?? UNIT]));
      return read(context, alias.type, bound, depth + 1);
    }
    case 'sequence':
      report(context, unsupported(expression.span, `the type \`${expression.container}\``));
      return freshVariable(context);
    case 'record':
      report(context, unsupported(expression.span, 'a record type'));
      return freshVariable(context);
    case 'sum':
      report(context, unsupported(expression.span, 'a sum type'));
      return freshVariable(context);
    default:
      return assertNever(expression);
  }
}

function countOf(parameters: number): string {
  if (parameters === 0) return 'no arguments';
  return parameters === 1 ? 'one argument' : `${parameters} arguments`;
}
