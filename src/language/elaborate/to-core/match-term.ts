import * as core from '../../core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../core/patterns';
import type { Lambda, Pattern, Term, Variable } from '../../core/tree';
import { internalError } from '../../source/internal-error';
import type { Span } from '../../source/span';
import { UNIT } from '../../types/type';
import type { Type } from '../../types/type';
import { copyName, solve, spend } from './copies';
import type { State } from './copies';
import { decide, decisionTerm, leafCounts, variableFor } from './decision';
import { patternVariables } from '../pattern-variables';
import type { DraftBinder, Draft, DraftMatch, DraftPattern } from '../draft';

type Specialise = (state: State, draft: Draft) => Term;

/** Returns the core of a match. An arm with several leaves becomes a function. */
export function specialiseMatch(
  state: State,
  { scrutinee, arms, missing, type: open, origin }: DraftMatch,
  specialise: Specialise,
): Term {
  const type = solve(state, open);
  const surroundings = {
    fresh: (base: string) => state.names.fresh(base),
    solve: (part: Type) => solve(state, part),
    origin,
    spend: (rows: number) => spend(state, rows, 'too-large-match', origin),
  };
  const patterns = arms.map(({ pattern }) => pattern);
  const { tests, lets } = scrutinised(state, specialise(state, scrutinee), patterns);
  const decision = decide(
    surroundings,
    arms.map(({ pattern }, arm) => ({ tests: tests(pattern), bound: new Map(), arm })),
  );
  const counts = leafCounts(decision);
  const shared = new Map<number, Variable>();
  for (const [arm, { pattern, body }] of arms.entries()) {
    if ((counts.get(arm) ?? 0) < 2 || isSmall(body)) continue;
    const lambda = specialiseArm(state, patternVariables(pattern), () => specialise(state, body), origin);
    const variable = core.variable(state.names.fresh('arm'), lambda.type, origin);
    lets.push({ pattern: variablePattern(variable.name, variable.type, origin), value: lambda, isNamed: true });
    shared.set(arm, variable);
  }
  const leaf = (arm: number, bound: ReadonlyMap<DraftBinder, Variable>): Term => {
    const draft = arms[arm] ?? internalError('a decision for an arm that is not there');
    const whole = shared.get(arm);
    if (whole !== undefined)
      return core.apply(whole, argumentOf(patternVariables(draft.pattern), bound, origin), origin);
    for (const [binder, variable] of bound) state.current.set(binder, variable.name);
    return specialise(state, draft.body);
  };
  const what = missing === undefined || missing === '_' ? 'its value' : `\`${missing}\``;
  const text = `this \`match\` has no arm for ${what}`;
  const fail = (): Term => core.fail('no-match', text, type, origin);
  const term = decisionTerm(decision, type, origin, { leaf, fail });
  return lets.reduceRight<Term>(
    (body, held) => inPlace(body, held) ?? core.let_(held.pattern, held.value, body, origin),
    term,
  );
}

/** Puts the scrutinee in place of its variable, if it is used once and no arm names it. */
function inPlace(body: Term, { pattern, value, isNamed }: Held): Term | undefined {
  const isScrutinee = (term: Term): boolean =>
    term.tag === 'variable' && pattern.tag === 'variable' && term.name === pattern.name;
  if (isNamed) return undefined;
  if (body.tag === 'match' && isScrutinee(body.scrutinee)) return { ...body, scrutinee: value };
  if (body.tag === 'let' && isScrutinee(body.value)) return { ...body, value };
  return body.tag === 'if' && isScrutinee(body.condition) ? { ...body, condition: value } : undefined;
}

interface Scrutinised {
  readonly tests: (pattern: DraftPattern) => readonly { readonly on: Variable; readonly pattern: DraftPattern }[];
  readonly lets: Held[];
}

interface Held {
  readonly pattern: Pattern;
  readonly value: Term;
  /** Whether an arm names the value. */
  readonly isNamed: boolean;
}

/**
 * Names the values that are matched: the components of a tuple, unless an arm names the whole. Each has a variable of
 * its own, since a row of the decision has one test of a variable.
 */
function scrutinised(state: State, scrutinee: Term, patterns: readonly DraftPattern[]): Scrutinised {
  const lets: Held[] = [];
  const known = new Set<string>();
  const hold = (value: Term, looks: readonly DraftPattern[]): Variable => {
    if (value.tag === 'variable' && !known.has(value.name)) {
      known.add(value.name);
      return value;
    }
    const variable = variableFor((base) => state.names.fresh(base), looks, value.type, value.origin);
    const isNamed = looks.some(({ tag }) => tag === 'variable');
    lets.push({ pattern: variablePattern(variable.name, variable.type, variable.origin), value, isNamed });
    return variable;
  };
  if (scrutinee.tag === 'tuple' && patterns.every(({ tag }) => tag === 'tuple' || tag === 'wildcard')) {
    const held = scrutinee.items.map((item, index) =>
      hold(
        item,
        patterns.flatMap((pattern) => (pattern.tag === 'tuple' ? (pattern.items[index] ?? []) : [])),
      ),
    );
    const tests = (pattern: DraftPattern): ReturnType<Scrutinised['tests']> =>
      pattern.tag !== 'tuple'
        ? []
        : pattern.items.flatMap((part, index) => {
            const on = held[index];
            return on === undefined ? [] : [{ on, pattern: part }];
          });
    return { tests, lets };
  }
  const on = hold(scrutinee, patterns);
  return { tests: (pattern) => [{ on, pattern }], lets };
}

type BoundVariable = Extract<DraftPattern, { tag: 'variable' }>;

function specialiseArm(state: State, variables: readonly BoundVariable[], body: () => Term, origin: Span): Lambda {
  const items = variables.map(({ binder, type, origin: at }) =>
    variablePattern(copyName(state, binder), solve(state, type), at),
  );
  const [only] = items;
  const parameter =
    only === undefined ? wildcardPattern(UNIT, origin) : items.length === 1 ? only : tuplePattern(items, origin);
  return core.lambda(parameter, body(), origin);
}

function argumentOf(
  variables: readonly BoundVariable[],
  bound: ReadonlyMap<DraftBinder, Variable>,
  origin: Span,
): Term {
  const items = variables.map(
    ({ binder }) => bound.get(binder) ?? internalError(`${binder.text} is bound by no decision`),
  );
  const [only] = items;
  if (only === undefined) return core.unit(origin);
  return items.length === 1 ? only : core.tuple(items, origin);
}

/** Whether a draft is small enough to be duplicated. */
function isSmall(draft: Draft): boolean {
  return (
    draft.tag === 'variable' || draft.tag === 'literal' || (draft.tag === 'construct' && draft.payload === undefined)
  );
}
