import { error, type Advice } from '../../source/diagnostic';
import { assertNever } from '../../source/internal-error';
import { replacement } from '../../source/fix';
import type { Span } from '../../source/span';
import { FOREIGN_TYPES } from '../../syntax/foreign-words';
import type { Identifier, TypeExpression } from '../../syntax/tree';
import {
  BOOL,
  DELTA,
  DELTA_MAP,
  MARK,
  PICTURE,
  functionType,
  INT,
  monad,
  product,
  REAL,
  sequenceType,
  STRING,
  UNIT,
} from '../../types/type';
import type { Type } from '../../types/type';
import { isModest } from './unify';
import { canSuggest, DEPTH_LIMIT, freshVariable, report } from '../context';
import type { Context } from '../context';
import { closest, didYouMean } from '../messages/suggest';
import { tooDeep, typeTooLarge } from '../messages/messages';
import { recordType, reportTwice } from '../infer/record';
import { substituteTypes } from './generalise';

const BASE_TYPES = { real: REAL, int: INT, bool: BOOL, string: STRING, unit: UNIT };
const MODULE_TYPES: ReadonlyMap<string, Type> = new Map([
  ['Delta.Delta', DELTA],
  ['Delta.Map', DELTA_MAP],
  ['Draw.Mark', MARK],
  ['Draw.Picture', PICTURE],
]);

/** Returns the type that the reader wrote. Within an item, equal type variables are the same type. */
export function readType(context: Context, expression: TypeExpression): Type {
  const budget = { expansions: MOST_EXPANSIONS };
  const type = read(context, expression, context.annotationVariables, 0, budget);
  if (budget.expansions === MOST_EXPANSIONS || isModest(type, MOST_PARTS)) return type;
  report(context, typeTooLarge(expression.span));
  return freshVariable(context);
}

/** The number of abbreviations in a type, and of its parts: each abbreviation can double what it stands for. */
const MOST_EXPANSIONS = 2000;
const MOST_PARTS = 20_000;

function read(
  context: Context,
  expression: TypeExpression,
  variables: Map<string, Type>,
  depth: number,
  budget: { expansions: number },
): Type {
  if (depth > DEPTH_LIMIT) {
    report(context, tooDeep(expression.span));
    return freshVariable(context);
  }
  // Types inside an abbreviation were recorded where it is declared.
  const mention = (name: Identifier, definition: Span | undefined): void => {
    if (variables === context.annotationVariables) mentionType(context, name, definition);
  };
  const inner = (type: TypeExpression): Type => read(context, type, variables, depth + 1, budget);
  switch (expression.tag) {
    case 'base':
      return BASE_TYPES[expression.name];
    case 'variable': {
      const known = variables.get(expression.name);
      if (known !== undefined) return known;
      // A type that was declared with this name was reported.
      if (context.aliases.get(expression.name) !== undefined) {
        context.doubts += 1;
        return freshVariable(context);
      }
      const fresh = freshVariable(context);
      // A type variable is the same type in the whole item, so an inner definition must not generalise it.
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
      const given = expression.arguments.map(inner);
      const counted = (parameters: number): boolean => {
        if (given.length === parameters) return true;
        const message = `the type \`${name.text}\` takes ${countOf(parameters)}, but ${given.length} ${given.length === 1 ? 'is' : 'are'} given`;
        report(context, error('type-arguments', expression.span, message));
        return false;
      };
      const [only] = given;
      const ofModule = MODULE_TYPES.get(name.text);
      if (ofModule !== undefined) return counted(0) ? ofModule : freshVariable(context);
      if (name.text === 'Delta.M') return counted(1) && only !== undefined ? monad(only) : freshVariable(context);
      const variant = context.variants.get(name.text);
      if (variant !== undefined) {
        mention(name, variant.span);
        if (!counted(variant.parameters.length)) return freshVariable(context);
        return substituteTypes(
          new Map(variant.parameters.map((each, index) => [each, given[index] ?? UNIT])),
          variant.type,
        );
      }
      const alias = context.aliases.get(name.text);
      if (alias === undefined) {
        const hint = context.declaring ? `to declare a constructor of this name, write \`| ${name.text}\`` : undefined;
        const advice: Advice = { hint, ...suggestedType(context, name) };
        report(context, error('unknown-type', name.span, `the type \`${name.text}\` is not defined`, advice));
        return freshVariable(context);
      }
      mention(name, alias.span);
      if (alias.type === undefined) {
        context.doubts += 1;
        return freshVariable(context);
      }
      if (!counted(alias.parameters.length)) return freshVariable(context);
      const bound = new Map(alias.parameters.map((parameter, index) => [parameter, given[index] ?? UNIT]));
      budget.expansions -= 1;
      if (alias.known !== undefined) return alias.known;
      if (budget.expansions === 0) report(context, typeTooLarge(expression.span));
      return budget.expansions > 0 ? read(context, alias.type, bound, depth + 1, budget) : freshVariable(context);
    }
    case 'sequence':
      return sequenceType(expression.container, inner(expression.item));
    case 'record': {
      reportTwice(
        context,
        expression.fields.map((field) => field.name),
      );
      const fields = expression.fields.map(({ name, type }) => ({ name: name.text, type: inner(type) }));
      return recordType(fields);
    }
    case 'sum':
      return { tag: 'sum', left: inner(expression.left), right: inner(expression.right) };
    default:
      return assertNever(expression);
  }
}

function suggestedType(context: Context, { text, span }: Identifier): Advice {
  const instead = FOREIGN_TYPES.get(text);
  if (instead !== undefined) return { hint: `write \`${instead}\``, fix: replacement(span, instead) };
  if (!canSuggest(context)) return {};
  const declared = [...context.aliases.entries(), ...context.variants.entries()].map(([name]) => name);
  return didYouMean(span, closest(text, [...Object.keys(BASE_TYPES), ...declared]));
}

export function mentionType(context: Context, { text: name, span }: Identifier, definition: Span | undefined): void {
  context.mentions.push({ span, name, kind: 'type', definition, type: undefined, documentation: undefined });
}

function countOf(parameters: number): string {
  if (parameters === 0) return 'no arguments';
  return parameters === 1 ? 'one argument' : `${parameters} arguments`;
}
