import { constructorsOf } from '../../language/core/constructors';
import { INTRINSICS, type IntrinsicRule } from '../../language/core/intrinsics';
import { leafType } from '../../language/core/leaf-type';
import type { VariantDeclaration } from '../../language/core/tree';
import { operationRow } from '../../language/operations/table';
import { assertNever } from '../../language/source/internal-error';
import { showType } from '../../language/types/print';
import { sameType, sameTypes } from '../../language/types/structure';
import { BOOL, functionType, product, type Type } from '../../language/types/type';
import {
  entriesOf,
  type CaseOf,
  type Combinator,
  type Combinators,
  type Space,
} from '../../ad/differentiable-curry/combinator';

/**
 * Returns the violations of the typing rules in section 2 of "The Differentiable Curry" (and those of our own
 * combinators) in a term of claimed type source ⇝ target. Each node is checked against the claimed types of its parts,
 * so a term can be as deep as memory allows. As in the paper, Δ stands for the tuple of its types.
 */
export function combinatorProblems(root: Combinator, { variants, constants }: Signature): readonly string[] {
  const problems: string[] = [];
  const pending: Combinator[] = [root];
  for (let term = pending.pop(); term !== undefined; term = pending.pop()) {
    const { tag, source, target } = term;
    const rules = rulesFor(term, variants, constants);
    for (const problem of rules.problems) {
      problems.push(`${tag} : ${showSpace(source)} ⇝ ${showType(target)}: ${problem}`);
    }
    for (const { part, from, to } of rules.parts) {
      if (!sameSpace(part.source, from)) {
        problems.push(`${part.tag} in ${tag} is from ${showSpace(part.source)}, should be from ${showSpace(from)}`);
      }
      if (to !== undefined && !sameType(part.target, to)) {
        problems.push(`${part.tag} in ${tag} is to ${showType(part.target)}, should be to ${showType(to)}`);
      }
      pending.push(part);
    }
  }
  return problems;
}

export interface Signature {
  readonly variants: readonly VariantDeclaration[];
  /** The types of closed definitions. */
  readonly constants: ReadonlyMap<string, Type>;
}

/**
 * Returns the problems of a translated main expression and of its definitions, each of which starts from the empty
 * context.
 */
export function problemsOf(
  { definitions, main }: Combinators,
  variants: readonly VariantDeclaration[],
): readonly string[] {
  const constants = new Map<string, Type>();
  const problems: string[] = [];
  for (const { names, term } of definitions) {
    for (const { name, path } of names) {
      const type = path.reduce<Type | undefined>((at, index) => at && componentsOf(at)?.[index], term.target);
      if (type === undefined) problems.push(`${name} is no part of a ${showType(term.target)}`);
      else constants.set(name, type);
    }
  }
  for (const { term } of definitions) {
    if (!sameSpace(term.source, product([]))) problems.push(`a definition from ${showSpace(term.source)}`);
    problems.push(...combinatorProblems(term, { variants, constants }));
  }
  return [...problems, ...combinatorProblems(main, { variants, constants })];
}

interface Rules {
  readonly problems: readonly string[];
  /** The parts, and the types that they must have; without `to` the rule does not fix a part's target. */
  readonly parts: readonly { readonly part: Combinator; readonly from: Space; readonly to?: Type }[];
}

function rulesFor(term: Combinator, variants: readonly VariantDeclaration[], constants: Signature['constants']): Rules {
  const { source, target } = term;
  switch (term.tag) {
    case 'id':
      return { problems: wants(source, target), parts: [] };
    case 'proj': {
      const items = componentsOf(source);
      const item = items?.[term.index];
      const problems = [
        ...(items?.length === term.width ? [] : [`a tuple of ${term.width}`]),
        ...(item === undefined ? [`no component ${term.index}`] : has(target, item)),
      ];
      return { problems, parts: [] };
    }
    case 'const': {
      const { constant } = term;
      const known = constant.tag === 'literal' ? constant.type : constants.get(constant.name);
      const problems = known === undefined ? ['an unknown constant'] : has(target, known);
      return { problems: [...problems, ...has(target, constant.type)], parts: [] };
    }
    case 'prod': {
      const items = componentsOf(target) ?? [];
      const problems =
        target.tag === 'product' || target.tag === 'record' ? sameCount(items.length, term.parts.length) : ['no tuple'];
      return { problems, parts: term.parts.map((part, i) => ({ part, from: source, to: items[i] ?? target })) };
    }
    case 'compose':
      return {
        problems: [],
        parts: [
          { part: term.first, from: source },
          { part: term.second, from: term.first.target, to: target },
        ],
      };
    case 'curry': {
      if (target.tag !== 'function') return { problems: ['no function'], parts: [] };
      return { problems: [], parts: [{ part: term.body, from: more(source, target.parameter), to: target.result }] };
    }
    case 'eval': {
      const [callee, argument] = componentsOf(source) ?? [];
      const fits = callee && argument && sameType(callee, functionType(argument, target));
      return { problems: fits === true ? [] : ['not from a function and its argument'], parts: [] };
    }
    case 'operation': {
      const { parameters, result } = operationRow(term.operation);
      const types = parameters.map(leafType);
      const [only] = types;
      const from = types.length === 1 && only !== undefined ? only : product(types);
      return { problems: [...wants(source, from), ...has(target, leafType(result))], parts: [] };
    }
    case 'if':
      return {
        problems: [],
        parts: [
          { part: term.condition, from: source, to: BOOL },
          { part: term.consequent, from: source, to: target },
          { part: term.alternative, from: source, to: target },
        ],
      };
    case 'inject': {
      const found = constructorsOf(target, variants)?.find(({ name }) => name === term.constructorName);
      if (found === undefined) return { problems: [`no constructor ${term.constructorName}`], parts: [] };
      const { payload } = found;
      const problems = (payload !== undefined) === term.hasPayload ? [] : ['a payload where there is none, or none'];
      return { problems: [...problems, ...(payload === undefined ? [] : wants(source, payload))], parts: [] };
    }
    case 'case':
      return caseRules(term, variants);
    case 'list': {
      const fits = target.tag === 'sequence' && target.container === term.container;
      const to = target.tag === 'sequence' ? target.item : target;
      return {
        problems: fits ? [] : ['another container'],
        parts: term.items.map((part) => ({ part, from: source, to })),
      };
    }
    case 'fold': {
      const over = term.sequence.target;
      const item = over.tag === 'sequence' ? over.item : target;
      return {
        problems: over.tag === 'sequence' ? [] : ['over no sequence'],
        parts: [
          { part: term.sequence, from: source },
          { part: term.start, from: source, to: target },
          { part: term.body, from: more(source, item, target), to: target },
        ],
      };
    }
    case 'rec': {
      const types = term.functions.length === 1 ? [target] : (componentsOf(target) ?? []);
      const isGroup = types.length === term.functions.length && types.every(({ tag }) => tag === 'function');
      return {
        problems: isGroup ? [] : ['no tuple of functions'],
        parts: term.functions.flatMap(({ body }, i) => {
          const type = types[i];
          if (type?.tag !== 'function') return [];
          return [{ part: body, from: more(source, target, type.parameter), to: type.result }];
        }),
      };
    }
    case 'intrinsic': {
      const rule: IntrinsicRule = INTRINSICS[term.intrinsic];
      const isUnary = term.intrinsic === 'length' || term.intrinsic === 'toArray';
      const types = isUnary ? [typeOf(source)] : (componentsOf(source) ?? []);
      const result = rule(types);
      return { problems: result === undefined ? ['of other arguments'] : has(target, result), parts: [] };
    }
    case 'fail':
      return { problems: [], parts: [] };
    default:
      return assertNever(term);
  }
}

function caseRules(
  { source, target, scrutinee, arms, otherwise }: CaseOf,
  variants: readonly VariantDeclaration[],
): Rules {
  const constructors = constructorsOf(scrutinee.target, variants);
  const names = new Set(arms.map(({ constructorName }) => constructorName));
  const isExhaustive = constructors?.every(({ name }) => names.has(name)) ?? false;
  const problems = [
    ...(constructors === undefined ? ['of no variant'] : []),
    ...(names.size === arms.length ? [] : ['an arm twice']),
    ...(isExhaustive === (otherwise === undefined) ? [] : ['an arm too few, or one that is never taken']),
  ];
  const parts = arms.map(({ constructorName, hasPayload, body }) => {
    const found = constructors?.find(({ name }) => name === constructorName);
    if (found === undefined || (found.payload !== undefined) !== hasPayload) {
      problems.push(`the arm ${constructorName} does not fit`);
    }
    return { part: body, from: found?.payload === undefined ? source : more(source, found.payload), to: target };
  });
  return {
    problems,
    parts: [
      { part: scrutinee, from: source },
      ...parts,
      ...(otherwise === undefined ? [] : [{ part: otherwise, from: source, to: target }]),
    ],
  };
}

/** Returns the types of a tuple's components, or of a context's entries. */
function componentsOf(space: Space): readonly Type[] | undefined {
  if (space.tag === 'context') return entriesOf(space).map(({ type }) => type);
  if (space.tag === 'product') return space.items;
  return space.tag === 'record' ? space.fields.map(({ type }) => type) : undefined;
}

function typeOf(space: Space): Type {
  return space.tag === 'context' ? product(componentsOf(space) ?? []) : space;
}

/** (Δ, A, ...) */
function more(space: Space, ...types: readonly Type[]): Type {
  return product([...(componentsOf(space) ?? [typeOf(space)]), ...types]);
}

export function sameSpace(left: Space, right: Space): boolean {
  if (left === right) return true;
  if (left.tag !== 'context' && right.tag !== 'context') {
    // A product of one type or none is a context.
    if (left.tag === 'product' && right.tag === 'product') return sameTypes(left.items, right.items);
    return sameType(left, right);
  }
  return sameSpace(typeOf(left), typeOf(right));
}

function wants(found: Space, wanted: Space): readonly string[] {
  return sameSpace(found, wanted) ? [] : [`from ${showSpace(found)}, should be from ${showSpace(wanted)}`];
}

function has(found: Type, wanted: Type): readonly string[] {
  return sameType(found, wanted) ? [] : [`to ${showType(found)}, should be to ${showType(wanted)}`];
}

function sameCount(wanted: number, found: number): readonly string[] {
  return wanted === found ? [] : [`${found} parts for ${wanted}`];
}

function showSpace(space: Space): string {
  const items = space.tag === 'context' ? componentsOf(space) : undefined;
  return items === undefined ? showType(typeOf(space)) : `(${items.map(showType).join(', ')})`;
}
