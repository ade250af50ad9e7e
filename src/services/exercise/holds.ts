import { isFirstOrder } from '../../language/types/structure';
import { showType } from '../../language/types/print';
import type { Term, VariantDeclaration } from '../../language/core/tree';
import { operationRow } from '../../language/operations/table';
import type { Type } from '../../language/types/type';
import { compile } from '../../semantics/compile';
import { choices } from '../../semantics/choices';
import { run, type RunOutcome } from '../../semantics/evaluate';
import type { Budget } from '../../semantics/outcome';
import { showStart } from '../../semantics/present';
import { MISMATCH, Reals } from '../../semantics/reals';
import type { Task } from '../../semantics/task';
import { primalOf, type Value } from '../../semantics/value';
import { workingTime } from '../../semantics/working-time';
import { cases, withoutValues, type Quantified } from './generate';
import { programOfCase, variableTypes, type LineProgram } from './line-program';
import type { Binder } from './lines';
import { shrinkCase } from './shrink-case';
import type { Verdict } from './verdict';

/** The time that one line may take, as a multiple of the time of one run. */
const RUNS = 5;
/** Milliseconds and cases in which a failing case is made smaller. */
const SHRINKING = 1_000;
const MOST_SHRUNK = 500;
/** Characters of a value that are shown. */
const SHOWN = 200;

interface Question {
  readonly line: LineProgram;
  readonly binders: readonly Binder[];
  /** The tolerance of `equals`; undefined for a condition. */
  readonly within: number | undefined;
  readonly budget: Budget;
}

type Case = readonly Value[];

/**
 * Returns whether a condition is true, or the two sides of `equals` are equal, in every case. The cases are the same in
 * every run. A case that fails is made smaller.
 */
export function* holds({ line, binders, within, budget }: Question): Task<Verdict> {
  const { variants } = line.core;
  const judge = within === undefined ? conditionOf(line) : equalityOf(line, within);
  if ('status' in judge) return judge;
  const types = variableTypes(line, binders.length);
  const variables = binders.flatMap(({ name, domain }, at): readonly Quantified[] => {
    const type = types[at];
    return type === undefined ? [] : [{ name, type, domain: domain.tag === 'range' ? domain : undefined }];
  });
  const empty = withoutValues(variables, variants);
  if (empty !== undefined)
    return { status: 'failed', message: empty, hint: 'take a type of numbers, tuples, lists or constructors' };
  const end = workingTime() + 1000 * RUNS * budget.seconds;
  const runOn = runner(line, budget, end);
  const execute = runOn(judge.terms);
  const test = function* (given: Case): Task<Verdict> {
    const outcome = yield* execute(given);
    const verdict =
      outcome.tag === 'ok' ? judge.verdict(outcome.value.outputs, variants) : judge.undone(outcome, variants);
    return variables.length === 0 || verdict.status === 'passed'
      ? verdict
      : { ...verdict, input: shownCase(variables, given, variants) };
  };
  const found = cases(variables, variants, choices(0));
  for (let tried = 0; ; tried++) {
    const next = found.next();
    if (next.done === true) return { status: 'passed' };
    if (workingTime() > end)
      return { status: 'not yet', message: `only ${tried} cases were tried in ${RUNS * budget.seconds} s`, hint: SLOW };
    const verdict = yield* test(next.value);
    if (verdict.status === 'passed') continue;
    const until = workingTime() + SHRINKING;
    const fails = function* (candidate: Case): Task<boolean> {
      return workingTime() < until && (yield* test(candidate)).status !== 'passed';
    };
    const least = yield* shrinkCase(next.value, variables, variants, fails, MOST_SHRUNK);
    const smaller = least === next.value ? verdict : yield* test(least);
    const [given, final] = smaller.status === 'passed' ? [next.value, verdict] : [least, smaller];
    if (final.message !== undefined || judge.explain === undefined) return final;
    const message = yield* judge.explain(given, runOn);
    return message === undefined ? final : { ...final, message };
  }
}

const SLOW = 'make the program faster, or the cases smaller';

function shownCase(variables: readonly Quantified[], given: Case, variants: readonly VariantDeclaration[]): string {
  return variables
    .map(({ name, type }, at) => `${name} = ${showStart(given[at], type, 'full', variants, SHOWN)}`)
    .join(', ');
}

/** Computes terms of a line for cases. */
type RunOn = (terms: readonly Term[]) => (given: Case) => Task<RunOutcome>;

function runner(line: LineProgram, budget: Budget, end: number): RunOn {
  return (terms) => {
    const { program, input } = programOfCase(line, terms);
    const executable = compile(program);
    return (given) => {
      const left = Math.max(0.1, (end - workingTime()) / 1000);
      const value = given.length === 1 ? given[0] : given;
      const inputs = new Map(given.length === 0 ? [] : [[input, value]]);
      return run(executable, {
        budget: { ...budget, seconds: Math.min(budget.seconds, left) },
        tracing: 'none',
        inputs,
      });
    };
  };
}

/** What is computed for a case, and what its values say. */
interface Judge {
  readonly terms: readonly Term[];
  readonly verdict: (values: readonly Value[], variants: readonly VariantDeclaration[]) => Verdict;
  /** What a run says that failed or stopped. */
  readonly undone: (outcome: Undone, variants: readonly VariantDeclaration[]) => Verdict;
  /** Returns more about a case that fails. */
  readonly explain?: (given: Case, runOn: RunOn) => Task<string | undefined>;
}

type Undone = Exclude<RunOutcome, { readonly tag: 'ok' }>;

function equalityOf({ body }: LineProgram, within: number): Judge | Verdict {
  const [left, right] = body.tag === 'sequence' ? body.items : [];
  if (left === undefined || right === undefined)
    return { status: 'failed', message: '`equals` compares two values', hint: 'write `EXPR equals EXPR`' };
  const { type } = left;
  if (!isFirstOrder(type))
    return {
      status: 'failed',
      message: `values of type \`${showType(type)}\` cannot be compared`,
      hint: 'compare what the functions return',
    };
  const show = (value: Value, digits: 6 | 'full', variants: readonly VariantDeclaration[]): string =>
    showStart(value, type, digits, variants, SHOWN);
  return {
    // The expected value comes first, so that it is known if the other one cannot be computed.
    terms: [right, left],
    verdict([expected, got], variants) {
      if (isSame(got, expected, type, variants, within)) return { status: 'passed' };
      const digits = show(got, 6, variants) === show(expected, 6, variants) ? 'full' : 6;
      return { status: 'not yet', expected: show(expected, digits, variants), got: show(got, digits, variants) };
    },
    undone({ partial, diagnostic }, variants) {
      if (partial.outputs.length === 0) return failure(diagnostic);
      const expected = show(partial.outputs[0], 6, variants);
      return { status: 'not yet', expected, got: `an error: ${diagnostic.message}`, hint: diagnostic.hint };
    },
  };
}

function failure({ message, hint }: Undone['diagnostic']): Verdict {
  return { status: 'not yet', message, hint };
}

/** Returns whether two values are equal: reals within the tolerance, everything else exactly. */
function isSame(
  got: Value,
  expected: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
  within: number,
): boolean {
  let same = true;
  const compareReals = (a: Value, b: Value): Value => {
    const [x, y] = [primalOf(a), primalOf(b)];
    same &&= Math.abs(x - y) <= within * Math.max(1, Math.abs(y));
    return x;
  };
  const compareOthers = (a: Value, b: Value): void => {
    same &&= a === b || typeof a === 'object';
  };
  return new Reals(variants).zip(type, got, expected, compareReals, compareOthers) !== MISMATCH && same;
}

function conditionOf({ body, core: { variants } }: LineProgram): Judge | Verdict {
  if (body.type.tag !== 'bool')
    return {
      status: 'failed',
      message: `a check must have type bool, but this one has type ${showType(body.type)}`,
      hint: 'to compare two values, write `EXPR equals EXPR`',
    };
  return {
    terms: [body],
    verdict: ([isTrue]) => ({ status: isTrue === true ? 'passed' : 'not yet' }),
    undone: ({ diagnostic }) => failure(diagnostic),
    /** Returns the sides of the first comparison that is false: `0.25 < 0.1 is false`. */
    *explain(given, runOn) {
      for (const part of conjunctsOf(body)) {
        const { sides, symbol } = comparisonOf(part);
        const outcome = yield* runOn([part, ...sides])(given);
        if (outcome.tag !== 'ok') return undefined;
        const [isTrue, ...values] = outcome.value.outputs;
        if (isTrue === true) continue;
        const shown = sides.map(({ type }, at) => showStart(values[at], type, 6, variants, SHOWN));
        return sides.length === 0 ? undefined : `${shown.join(` ${symbol} `)} is false`;
      }
      return undefined;
    },
  };
}

/** Returns `a`, `b` and `c` of `a && b && c`. */
function conjunctsOf(term: Term): readonly Term[] {
  const isAnd = term.tag === 'if' && term.alternative.tag === 'literal' && term.alternative.value === false;
  return isAnd ? [...conjunctsOf(term.condition), ...conjunctsOf(term.consequent)] : [term];
}

/** Returns the sides of a comparison; none of another condition. */
function comparisonOf(term: Term): { readonly sides: readonly Term[]; readonly symbol: string } {
  const notation = term.tag === 'operation' ? operationRow(term.operation).notation : undefined;
  return term.tag === 'operation' && notation?.form === 'infix'
    ? { sides: term.arguments, symbol: notation.symbol }
    : { sides: [], symbol: '' };
}
