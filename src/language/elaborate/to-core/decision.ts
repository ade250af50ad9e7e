import * as core from '../../core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../core/patterns';
import type { FreshNames } from '../../core/fresh-names';
import type { MatchArm, Pattern, Term, Variable } from '../../core/tree';
import { internalError } from '../../source/internal-error';
import type { Span } from '../../source/span';
import type { Type } from '../../types/type';
import type { DraftBinder, DraftPattern } from '../draft';

/**
 * A match as a decision tree: on the way to an arm, each value is taken apart once and each test is made once. Leaves
 * say what the names of the arm's pattern stand for.
 */
export type Decision =
  | { readonly tag: 'leaf'; readonly arm: number; readonly bound: ReadonlyMap<DraftBinder, Variable> }
  | { readonly tag: 'fail' }
  | {
      readonly tag: 'switch';
      readonly on: Variable;
      readonly cases: readonly Case[];
      /** Undefined if the cases cover everything. */
      readonly otherwise: Decision | undefined;
    }
  /** Whether a boolean is true. */
  | { readonly tag: 'test'; readonly on: Variable; readonly same: Decision; readonly other: Decision }
  /** Tests of one variable, made one after the other. */
  | { readonly tag: 'tests'; readonly on: Variable; readonly cases: readonly Tested[]; readonly otherwise: Decision }
  | { readonly tag: 'apart'; readonly on: Variable; readonly pattern: Pattern; readonly rest: Decision };

interface Case {
  readonly name: string;
  readonly payload: Pattern | undefined;
  readonly decision: Decision;
}

interface Tested {
  readonly value: Term;
  readonly decision: Decision;
}

/** The undecided part of an arm: the tests that are left. */
export interface PendingArm {
  readonly tests: readonly Test[];
  readonly bound: ReadonlyMap<DraftBinder, Variable>;
  readonly arm: number;
}

interface Test {
  readonly on: Variable;
  readonly pattern: DraftPattern;
}

export interface Surroundings {
  readonly fresh: (base: string) => string;
  /** Returns the type without variables. */
  readonly solve: (type: Type) => Type;
  readonly origin: Span;
  /** Counts work on rows; returns false if there has been too much, since a decision tree can be exponentially large. */
  readonly spend: (rows: number) => boolean;
}

export function decide(surroundings: Surroundings, given: readonly PendingArm[]): Decision {
  if (!surroundings.spend(1 + given.length)) return { tag: 'fail' };
  const rows = given.map(settled);
  const [first] = rows;
  if (first === undefined) return { tag: 'fail' };
  const [test] = first.tests;
  if (test === undefined) return { tag: 'leaf', arm: first.arm, bound: first.bound };
  const { on, pattern } = test;
  switch (pattern.tag) {
    case 'tuple':
    case 'record':
      return takeApart(surroundings, rows, on, pattern);
    case 'literal':
      return testLiteral(surroundings, rows, on, pattern);
    case 'constructor':
      return switchOn(surroundings, rows, on, pattern);
    case 'variable':
    case 'wildcard':
      return internalError('a pattern that fits all is settled');
  }
}

/** Returns the row without tests that always succeed. */
function settled(row: PendingArm): PendingArm {
  if (row.tests.every(({ pattern }) => pattern.tag !== 'variable' && pattern.tag !== 'wildcard')) return row;
  const tests: Test[] = [];
  const bound = new Map(row.bound);
  for (const test of row.tests) {
    const { on, pattern } = test;
    if (pattern.tag === 'variable') bound.set(pattern.binder, on);
    else if (pattern.tag !== 'wildcard') tests.push(test);
  }
  return { tests, bound, arm: row.arm };
}

function testOf(row: PendingArm, on: Variable): Test | undefined {
  return row.tests.find((test) => test.on.name === on.name);
}

/** Returns the row with other tests instead of the test on a variable. */
function instead(row: PendingArm, on: Variable, tests: readonly Test[]): PendingArm {
  return { ...row, tests: row.tests.flatMap((test) => (test.on.name === on.name ? tests : [test])) };
}

function takeApart(
  surroundings: Surroundings,
  rows: readonly PendingArm[],
  on: Variable,
  whole: Extract<DraftPattern, { tag: 'tuple' | 'record' }>,
): Decision {
  const taken = parts(surroundings, rows, whole, (row) => testOf(row, on)?.pattern);
  const rest = decide(
    surroundings,
    rows.map((row) => {
      const pattern = testOf(row, on)?.pattern;
      return pattern === undefined ? row : instead(row, on, taken.tests(pattern));
    }),
  );
  return { tag: 'apart', on, pattern: taken.pattern, rest };
}

/** Returns variables for the components of a product or record that some row looks at. */
function parts(
  { fresh, solve, origin }: Surroundings,
  rows: readonly PendingArm[],
  whole: Extract<DraftPattern, { tag: 'tuple' | 'record' }>,
  patternOf: (row: PendingArm) => DraftPattern | undefined,
): { readonly pattern: Pattern; readonly tests: (pattern: DraftPattern) => readonly Test[] } {
  const components = (pattern: DraftPattern | undefined): readonly DraftPattern[] => {
    if (pattern?.tag === 'tuple') return pattern.items;
    return pattern?.tag === 'record' ? pattern.fields.map((field) => field.pattern) : [];
  };
  const variables = components(whole).map((component, index): Variable | undefined => {
    const looks = rows.flatMap((row) => components(patternOf(row))[index] ?? []);
    const looked = looks.filter(({ tag }) => tag !== 'wildcard');
    if (looked.length === 0) return undefined;
    return variableFor(fresh, looked, solve(component.type), origin);
  });
  const items = components(whole).map((component, index): Pattern => {
    const variable = variables[index];
    if (variable === undefined) return wildcardPattern(solve(component.type), origin);
    return variablePattern(variable.name, variable.type, variable.origin);
  });
  const pattern: Pattern =
    whole.tag === 'tuple'
      ? tuplePattern(items, origin)
      : {
          tag: 'record',
          fields: whole.fields.map(({ name }, index) => ({
            name,
            pattern: items[index] ?? internalError('a record pattern lost a field'),
          })),
          type: solve(whole.type),
          origin,
        };
  const tests = (of: DraftPattern): readonly Test[] =>
    components(of).flatMap((component, index) => {
      const on = variables[index];
      return on === undefined ? [] : [{ on, pattern: component }];
    });
  return { pattern, tests };
}

/** Returns a variable for the value that the patterns match, named after the first pattern that names it. */
export function variableFor(fresh: FreshNames, patterns: readonly DraftPattern[], type: Type, origin: Span): Variable {
  const named = patterns.find((pattern) => pattern.tag === 'variable');
  return core.variable(fresh(named?.binder.text ?? 'v'), type, named?.origin ?? origin);
}

function testLiteral(
  surroundings: Surroundings,
  rows: readonly PendingArm[],
  on: Variable,
  { value, type: open }: Extract<DraftPattern, { tag: 'literal' }>,
): Decision {
  const type = surroundings.solve(open);
  const { origin } = surroundings;
  const { groups, others } = grouped(surroundings, rows, on, literalOf);
  const among = (literal: Literal): readonly PendingArm[] =>
    (groups.get(literal) ?? others).map((row) => instead(row, on, []));
  // A boolean that is not true is false.
  if (typeof value === 'boolean') {
    const same = decide(surroundings, among(value));
    const other = decide(surroundings, among(!value));
    return value ? { tag: 'test', on, same, other } : { tag: 'test', on, same: other, other: same };
  }
  const cases: Tested[] = [];
  const tested = new Set<Literal>();
  const isLeft = (row: PendingArm): boolean => {
    const literal = literalOf(testOf(row, on)?.pattern);
    return literal === undefined || !tested.has(literal);
  };
  // The next test is of the same variable while the first arm that is left looks at it first.
  for (const row of rows) {
    if (!isLeft(row)) continue;
    const [next] = row.tests;
    const literal = next?.on.name === on.name ? literalOf(next.pattern) : undefined;
    if (literal === undefined) break;
    tested.add(literal);
    const decision = decide(surroundings, among(literal));
    cases.push({ value: { tag: 'literal', value: literal, type, origin }, decision });
  }
  return { tag: 'tests', on, cases, otherwise: decide(surroundings, rows.filter(isLeft)) };
}

type Literal = number | boolean | string;

function literalOf(pattern: DraftPattern | undefined): Literal | undefined {
  return pattern?.tag === 'literal' ? pattern.value : undefined;
}

/**
 * Groups rows by a key of their pattern for a variable. The rows without a test of it, `others`, are in every group, in
 * order.
 */
function grouped<Key>(
  { spend }: Surroundings,
  rows: readonly PendingArm[],
  on: Variable,
  keyOf: (pattern: DraftPattern | undefined) => Key | undefined,
): { readonly groups: ReadonlyMap<Key, readonly PendingArm[]>; readonly others: readonly PendingArm[] } {
  const groups = new Map<Key, PendingArm[]>();
  const others: PendingArm[] = [];
  for (const row of rows) {
    const key = keyOf(testOf(row, on)?.pattern);
    if (key === undefined) {
      if (!spend(groups.size)) break;
      for (const group of groups.values()) group.push(row);
      others.push(row);
      continue;
    }
    const known = groups.get(key);
    if (known !== undefined) known.push(row);
    else if (spend(others.length)) groups.set(key, [...others, row]);
    else break;
  }
  return { groups, others };
}

function switchOn(
  surroundings: Surroundings,
  rows: readonly PendingArm[],
  on: Variable,
  { family }: Extract<DraftPattern, { tag: 'constructor' }>,
): Decision {
  const constructorOf = (row: PendingArm): Extract<DraftPattern, { tag: 'constructor' }> | undefined => {
    const pattern = testOf(row, on)?.pattern;
    return pattern?.tag === 'constructor' ? pattern : undefined;
  };
  const { groups, others } = grouped(surroundings, rows, on, (pattern) =>
    pattern?.tag === 'constructor' ? pattern.name : undefined,
  );
  const cases = family.flatMap(({ name }): Case[] => {
    const fitting = groups.get(name);
    if (fitting === undefined) return [];
    return [caseFor(surroundings, fitting, on, name, (row) => constructorOf(row)?.payload)];
  });
  const otherwise = cases.length === family.length ? undefined : decide(surroundings, others);
  return { tag: 'switch', on, cases, otherwise };
}

function caseFor(
  surroundings: Surroundings,
  rows: readonly PendingArm[],
  on: Variable,
  name: string,
  payloadOf: (row: PendingArm) => DraftPattern | undefined,
): Case {
  const payloads = rows.flatMap((row) => payloadOf(row) ?? []);
  const [first] = payloads;
  const without = (row: PendingArm): PendingArm => instead(row, on, []);
  if (first === undefined) return { name, payload: undefined, decision: decide(surroundings, rows.map(without)) };
  const { solve, fresh, origin } = surroundings;
  const whole = payloads.find((pattern) => pattern.tag === 'tuple' || pattern.tag === 'record');
  const apart = payloads.every(({ tag }) => tag !== 'variable') || name === '::';
  if (whole !== undefined && apart) {
    const taken = parts(surroundings, rows, whole, payloadOf);
    const below = rows.map((row) => {
      const payload = payloadOf(row);
      return payload === undefined ? without(row) : instead(row, on, taken.tests(payload));
    });
    return { name, payload: taken.pattern, decision: decide(surroundings, below) };
  }
  const type = solve(first.type);
  const looked = payloads.filter(({ tag }) => tag !== 'wildcard');
  if (looked.length === 0) {
    return { name, payload: wildcardPattern(type, origin), decision: decide(surroundings, rows.map(without)) };
  }
  const variable = variableFor(fresh, looked, type, origin);
  const below = rows.map((row) => {
    const payload = payloadOf(row);
    return instead(row, on, payload === undefined ? [] : [{ on: variable, pattern: payload }]);
  });
  const payload = variablePattern(variable.name, type, variable.origin);
  return { name, payload, decision: decide(surroundings, below) };
}

/** Returns how often each arm is a leaf. */
export function leafCounts(decision: Decision, counts = new Map<number, number>()): ReadonlyMap<number, number> {
  switch (decision.tag) {
    case 'leaf':
      counts.set(decision.arm, (counts.get(decision.arm) ?? 0) + 1);
      break;
    case 'fail':
      break;
    case 'switch':
      for (const each of decision.cases) leafCounts(each.decision, counts);
      if (decision.otherwise !== undefined) leafCounts(decision.otherwise, counts);
      break;
    case 'test':
      leafCounts(decision.same, counts);
      leafCounts(decision.other, counts);
      break;
    case 'tests':
      for (const each of decision.cases) leafCounts(each.decision, counts);
      leafCounts(decision.otherwise, counts);
      break;
    case 'apart':
      leafCounts(decision.rest, counts);
      break;
  }
  return counts;
}

/** Returns the core of a decision, with `leaf` and `fail` for its leaves. */
export function decisionTerm(
  decision: Decision,
  type: Type,
  origin: Span,
  ends: {
    readonly leaf: (arm: number, bound: ReadonlyMap<DraftBinder, Variable>) => Term;
    readonly fail: () => Term;
  },
): Term {
  const inner = (part: Decision): Term => decisionTerm(part, type, origin, ends);
  switch (decision.tag) {
    case 'leaf':
      return ends.leaf(decision.arm, decision.bound);
    case 'fail':
      return ends.fail();
    case 'switch': {
      const arms = decision.cases.map(({ name, payload, decision: next }): MatchArm => ({
        constructorName: name,
        payload,
        body: inner(next),
      }));
      const otherwise = decision.otherwise && inner(decision.otherwise);
      return { tag: 'match', scrutinee: decision.on, arms, otherwise, type, origin };
    }
    case 'test': {
      const { on: condition, same, other } = decision;
      return { tag: 'if', condition, consequent: inner(same), alternative: inner(other), type, origin };
    }
    case 'tests': {
      const { on, otherwise } = decision;
      const cases = decision.cases.map(({ value, decision: next }) => ({ value, consequent: inner(next) }));
      return cases.reduceRight<Term>((alternative, { value, consequent }) => {
        const condition = core.operation(EQUALITY[leafOf(value.type)], [on, value], 'primal', origin);
        return { tag: 'if', condition, consequent, alternative, type, origin };
      }, inner(otherwise));
    }
    case 'apart': {
      const { on, pattern, rest } = decision;
      return { tag: 'let', pattern, value: on, body: inner(rest), type, origin };
    }
  }
}

const EQUALITY = { real: 'equal', int: 'equalInt', bool: 'equalBool', string: 'equalString' } as const;

function leafOf(type: Type): keyof typeof EQUALITY {
  switch (type.tag) {
    case 'real':
    case 'int':
    case 'bool':
    case 'string':
      return type.tag;
    default:
      return internalError(`a literal of type ${type.tag}`);
  }
}
