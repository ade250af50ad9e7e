import { operationRow } from '../operations/table';
import { assertNever } from '../source/internal-error';
import { BOOL, functionType, monad, PICTURE, product, REAL, STRING, UNIT, type Type } from '../types/type';
import { constructorsOf } from './constructors';
import { INTRINSICS, type IntrinsicRule } from './intrinsics';
import { leafType } from './leaf-type';
import { isFirstOrder, sameType } from '../types/structure';
import { showType } from '../types/print';
import type { Derivative, Literal, Match, Pattern, RecordTerm, Term, VariantDeclaration } from './tree';

/** Returns what is wrong with one node, trusting the types of its parts. The caller checks scoping. */
export function nodeProblems(term: Term, variants: readonly VariantDeclaration[]): readonly string[] {
  switch (term.tag) {
    case 'variable':
      return [];
    case 'literal':
      return literalProblems(term);
    case 'tuple':
      return [
        ...(term.items.length < 2 ? ['a tuple has at least two items'] : []),
        ...has(term, product(term.items.map((item) => item.type))),
      ];
    case 'projection': {
      const { type } = term.tuple;
      const item = type.tag === 'product' ? type.items[term.index] : undefined;
      return item === undefined ? [`component ${term.index} of a ${showType(type)}`] : has(term, item);
    }
    case 'record':
      return recordProblems(term);
    case 'field': {
      const { type } = term.record;
      const found = type.tag === 'record' ? type.fields.find((field) => field.name === term.name) : undefined;
      return found === undefined ? [`field ${term.name} of a ${showType(type)}`] : has(term, found.type);
    }
    case 'construct': {
      const constructors = constructorsOf(term.type, variants) ?? [];
      const signature = constructors.find((candidate) => candidate.name === term.constructorName);
      if (signature === undefined) return [`no constructor of ${showType(term.type)}`];
      return payloadProblems(signature.payload, term.payload?.type);
    }
    case 'match':
      return matchProblems(term, variants);
    case 'lambda':
      return [...patternProblems(term.parameter), ...has(term, functionType(term.parameter.type, term.body.type))];
    case 'apply':
      return needs('the function', term.function, functionType(term.argument.type, term.type));
    case 'let':
      return [
        ...patternProblems(term.pattern),
        ...needs('the value', term.value, term.pattern.type),
        ...has(term, term.body.type),
      ];
    case 'letrec':
      return [...(term.functions.length === 0 ? ['let rec without functions'] : []), ...has(term, term.body.type)];
    case 'if':
      return [
        ...needs('the condition', term.condition, BOOL),
        ...needs('the first branch', term.consequent, term.type),
        ...needs('the second branch', term.alternative, term.type),
      ];
    case 'operation': {
      const row = operationRow(term.operation);
      if (row.parameters.length !== term.arguments.length) {
        return [`${term.arguments.length} arguments for ${row.parameters.length}`];
      }
      return [
        ...row.parameters.flatMap((leaf, i) => {
          const argument = term.arguments[i];
          return argument === undefined ? [] : needs(`argument ${i}`, argument, leafType(leaf));
        }),
        ...has(term, leafType(row.result)),
      ];
    }
    case 'intrinsic': {
      const rule: IntrinsicRule = INTRINSICS[term.intrinsic];
      const types = term.arguments.map((argument) => argument.type);
      const result = rule(types);
      return result === undefined ? [`of ${types.map(showType).join(', ')}`] : has(term, result);
    }
    case 'sequence': {
      const { type } = term;
      if (type.tag !== 'sequence') return [`has the type ${showType(type)}`];
      return term.items.flatMap((item, i) => needs(`item ${i}`, item, type.item));
    }
    case 'fold': {
      const { type } = term.sequence;
      if (type.tag !== 'sequence') return [`over a ${showType(type)}`];
      return [
        ...patternProblems(term.item),
        ...patternProblems(term.accumulator),
        ...(sameType(term.item.type, type.item) ? [] : [`an item pattern of ${showType(term.item.type)}`]),
        ...(sameType(term.accumulator.type, term.type) ? [] : ['an accumulator pattern of another type']),
        ...needs('the body', term.body, term.type),
        ...needs('the start', term.start, term.type),
      ];
    }
    case 'derivative':
      return derivativeProblems(term);
    case 'fail':
      return [];
    case 'watch':
      return [
        ...needs('the name', term.name, STRING),
        ...(isFirstOrder(term.value.type) || sameType(term.value.type, PICTURE)
          ? []
          : [`of a ${showType(term.value.type)}`]),
        ...has(term, term.value.type),
      ];
    case 'pure':
      return has(term, monad(term.value.type));
    case 'bind':
      return [
        ...patternProblems(term.pattern),
        ...needs('the action', term.action, monad(term.pattern.type)),
        ...(term.body.type.tag === 'monad' ? [] : [`the body is a ${showType(term.body.type)}, no action`]),
        ...has(term, term.body.type),
      ];
    default:
      return assertNever(term);
  }
}

/** Returns a problem if the node's own type is not `type`. */
function has(term: Term, type: Type): readonly string[] {
  return sameType(term.type, type) ? [] : [`has the type ${showType(term.type)}, should have ${showType(type)}`];
}

function needs(part: string, term: Term, type: Type): readonly string[] {
  return sameType(term.type, type) ? [] : [`${part} is a ${showType(term.type)}, should be a ${showType(type)}`];
}

function literalProblems({ type, value }: Literal): readonly string[] {
  const fits =
    (type.tag === 'real' && typeof value === 'number' && Number.isFinite(value)) ||
    (type.tag === 'int' && typeof value === 'number' && Number.isSafeInteger(value)) ||
    (type.tag === 'bool' && typeof value === 'boolean') ||
    (type.tag === 'string' && typeof value === 'string') ||
    (sameType(type, UNIT) && value === undefined);
  return fits ? [] : [`no ${showType(type)}`];
}

function recordProblems(term: RecordTerm): readonly string[] {
  const fields = term.fields.map(({ name, value }) => ({ name, type: value.type }));
  const names = new Set(fields.map(({ name }) => name));
  fields.sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...(names.size < fields.length ? ['a field twice'] : []), ...has(term, { tag: 'record', fields })];
}

function payloadProblems(declared: Type | undefined, found: Type | undefined): readonly string[] {
  if (declared === undefined && found === undefined) return [];
  if (declared === undefined) return ['a payload where none is declared'];
  if (found === undefined) return [`no payload, should be a ${showType(declared)}`];
  return sameType(declared, found) ? [] : [`the payload is a ${showType(found)}, should be a ${showType(declared)}`];
}

function matchProblems(term: Match, variants: readonly VariantDeclaration[]): readonly string[] {
  const constructors = constructorsOf(term.scrutinee.type, variants);
  if (constructors === undefined) return [`on a ${showType(term.scrutinee.type)}`];
  const taken = new Set<string>();
  const problems: string[] = [];
  for (const { constructorName, payload, body } of term.arms) {
    const signature = constructors.find((candidate) => candidate.name === constructorName);
    if (signature === undefined)
      problems.push(`the arm ${constructorName} is none of ${showType(term.scrutinee.type)}`);
    else problems.push(...payloadProblems(signature.payload, payload?.type));
    if (taken.has(constructorName)) problems.push(`the arm ${constructorName} twice`);
    taken.add(constructorName);
    if (payload !== undefined) problems.push(...patternProblems(payload));
    problems.push(...needs(`the arm ${constructorName}`, body, term.type));
  }
  const exhaustive = constructors.every(({ name }) => taken.has(name));
  if (term.otherwise !== undefined) problems.push(...needs('the last arm', term.otherwise, term.type));
  if (exhaustive && term.otherwise !== undefined) problems.push('an arm that is never taken');
  if (!exhaustive && term.otherwise === undefined) problems.push('not all constructors have an arm');
  return problems;
}

function derivativeProblems(term: Derivative): readonly string[] {
  const { type } = term.function;
  if (type.tag !== 'function') return [`of a ${showType(type)}`];
  const problems = [
    ...[type.parameter, type.result].flatMap((part) =>
      isFirstOrder(part) ? [] : [`${showType(part)} is not first order`],
    ),
    ...needs('the point', term.point, type.parameter),
  ];
  switch (term.operator) {
    case 'rd':
      problems.push(...needs('the cotangent', term.direction, type.result), ...has(term, type.parameter));
      break;
    case 'fd':
      problems.push(...needs('the tangent', term.direction, type.parameter), ...has(term, type.result));
      break;
    default:
      assertNever(term.operator);
  }
  if (term.sugar !== undefined) {
    const { direction } = term;
    const one = direction.tag === 'literal' && direction.value === 1 && direction.type.tag === 'real';
    if (term.operator !== 'rd' || !one) problems.push(`${term.sugar} is rd with cotangent 1`);
    if (term.sugar === 'deriv' && !sameType(type.parameter, REAL)) problems.push('deriv of a function not of a real');
  }
  return problems;
}

/** Returns what is wrong with the types in a pattern. The caller checks its names. */
export function patternProblems(pattern: Pattern): readonly string[] {
  switch (pattern.tag) {
    case 'variable':
    case 'wildcard':
      return [];
    case 'tuple': {
      const type = product(pattern.items.map((item) => item.type));
      return [
        ...(pattern.items.length < 2 ? ['a tuple pattern has at least two items'] : []),
        ...(sameType(type, pattern.type) ? [] : [`a tuple pattern of ${showType(pattern.type)}`]),
        ...pattern.items.flatMap(patternProblems),
      ];
    }
    case 'record': {
      const fields = pattern.fields.map((field) => ({ name: field.name, type: field.pattern.type }));
      const type: Type = { tag: 'record', fields: fields.sort((a, b) => (a.name < b.name ? -1 : 1)) };
      return [
        ...(sameType(type, pattern.type) ? [] : [`a record pattern of ${showType(pattern.type)}`]),
        ...pattern.fields.flatMap((field) => patternProblems(field.pattern)),
      ];
    }
    default:
      return assertNever(pattern);
  }
}
