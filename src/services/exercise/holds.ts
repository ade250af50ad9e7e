import { isFirstOrder } from '../../language/types/structure';
import { showType } from '../../language/types/print';
import type { Term, VariantDeclaration } from '../../language/core/tree';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import { compile } from '../../semantics/compile';
import { choices } from '../../semantics/choices';
import { run, type RunOutcome } from '../../semantics/evaluate';
import type { Budget } from '../../semantics/outcome';
import { realValues, showStart } from '../../semantics/present';
import { MISMATCH, Reals } from '../../semantics/reals';
import type { Task } from '../../semantics/task';
import { primalOf, type Value } from '../../semantics/value';
import { workingTime } from '../../semantics/working-time';
import { cases, withoutValues, type Quantified } from './generate';
import type { AnyEngineId } from '../../ad/engine';
import { allEngines } from './cost';
import { engineAnswers, enginesNamed } from './engine-answers';
import { madeVariables, programOfCase, variableTypes, writtenCase, type LineProgram } from './line-program';
import type { Binder, Equality } from './lines';
import { shrinkCase } from './shrink-case';
import { RUNS, type Verdict } from './verdict';

/** Milliseconds and cases in which a failing case is made smaller. */
const SHRINKING = 1_000;
const MOST_SHRUNK = 500;
/** Characters of a value that are shown, and that are written as a program. */
const SHOWN = 200;
const MOST_WRITTEN = 4_000;

interface Question {
  readonly line: LineProgram;
  readonly binders: readonly Binder[];
  readonly cases: number;
  /** Undefined for a condition. */
  readonly equals: Equality | undefined;
  readonly budget: Budget;
}

type Case = readonly Value[];

/** What a line says, with the definitions of the variables at which it is not passed, as program text. */
export interface HoldsVerdict extends Verdict {
  readonly failing?: readonly string[];
}

/**
 * Returns whether a condition is true, or the two sides of `equals` are equal, in every case. The cases are the same in
 * every run. A case that fails is made smaller.
 */
export function* holds(question: Question): Task<HoldsVerdict> {
  const { line, binders, equals, budget } = question;
  const { variants } = line.core;
  const judge = equals === undefined ? conditionOf(line) : equalityOf(line, equals, budget);
  if ('status' in judge) return judge;
  const types = variableTypes(line, binders.length);
  const variables = binders.flatMap(({ name, domain }, at): readonly Quantified[] => {
    const type = types[at];
    return type === undefined ? [] : [{ name, type, domain: domain.tag === 'range' ? domain : undefined }];
  });
  const empty = withoutValues(variables, variants);
  if (empty !== undefined)
    return { status: 'failed', message: empty, hint: 'take a type of numbers, tuples, lists or constructors' };
  // Each engine gets as much time again as the comparison itself.
  const named = equals === undefined ? [] : enginesNamed(equals.engines);
  const seconds = RUNS * budget.seconds * (1 + named.length);
  const end = workingTime() + 1000 * seconds;
  const runOn = runner(line, budget, end);
  const execute = runOn(judge.terms);
  const test = function* (given: Case): Task<Verdict> {
    const outcome = yield* execute(given);
    if (outcome.tag !== 'ok') return judge.undone(outcome, variants);
    const verdict = judge.verdict(outcome.value.outputs, variants);
    return verdict.status === 'passed' && judge.more !== undefined
      ? yield* judge.more(asOneValue(given), outcome.value.outputs)
      : verdict;
  };
  const found = cases(variables, variants, choices(0), question.cases);
  for (let tried = 0; ; tried++) {
    const next = found.next();
    if (next.done === true) return judge.end?.() ?? { status: 'passed' };
    if (workingTime() > end)
      return { status: 'not yet', message: `only ${tried} cases were tried in ${seconds} s`, hint: SLOW };
    const verdict = yield* test(next.value);
    if (verdict.status === 'passed') continue;
    if (verdict.status === 'failed') return verdict;
    const until = workingTime() + SHRINKING;
    const fails = function* (candidate: Case): Task<boolean> {
      return workingTime() < until && (yield* test(candidate)).status !== 'passed';
    };
    const least = yield* shrinkCase(next.value, variables, variants, fails, MOST_SHRUNK);
    const smaller = least === next.value ? verdict : yield* test(least);
    const [given, final] = smaller.status === 'passed' ? [next.value, verdict] : [least, smaller];
    const explained = final.message === undefined && judge.explain !== undefined;
    const message = explained ? yield* judge.explain(given, runOn) : final.message;
    const shown = variables.length === 0 ? {} : yield* shownCase(question, variables, given, runOn);
    return { ...final, ...(message !== undefined && { message }), ...shown };
  }
}

const SLOW = 'make the program faster, or the cases smaller';

/** Returns a case as readers see it, with what generators make of it, and as definitions if it is not too long for them. */
function* shownCase(
  { line, binders }: Question,
  variables: readonly Quantified[],
  given: Case,
  runOn: RunOn,
): Task<Pick<HoldsVerdict, 'input' | 'failing'>> {
  const { variants } = line.core;
  const terms = madeVariables(line);
  const outcome = terms.length === 0 ? undefined : yield* runOn(terms)(given);
  const values = outcome?.tag === 'ok' ? outcome.value.outputs : undefined;
  let generated = 0;
  const shown = variables.map(({ name, type }, at) => {
    const { domain } = binders[at] ?? internalError('each variable has a binder');
    const isMade = domain.tag === 'type' && domain.by !== undefined;
    const from = isMade && values !== undefined ? generated++ : undefined;
    return from === undefined
      ? { name, type, value: given[at] }
      : { name, type: terms[from]?.type ?? type, value: values?.[from] };
  });
  const input = shown
    .map(({ name, type, value }) => `${name} = ${showStart(value, type, 'full', variants, SHOWN)}`)
    .join(', ');
  const failing = shown.map(
    ({ name, type, value }) =>
      `let ${name} : ${showType(type)} = ${showStart(value, type, 'full', variants, MOST_WRITTEN)}`,
  );
  return failing.some((text) => text.length > MOST_WRITTEN) ? { input } : { input, failing };
}

/** Returns the value of the input that holds a case. */
function asOneValue(given: Case): Value {
  return given.length === 1 ? given[0] : given;
}

/** Computes terms of a line for cases. */
type RunOn = (terms: readonly Term[]) => (given: Case) => Task<RunOutcome>;

function runner(line: LineProgram, budget: Budget, end: number): RunOn {
  return (terms) => {
    const { program, input } = programOfCase(line, terms);
    const executable = compile(program);
    return (given) => {
      const left = Math.max(0.1, (end - workingTime()) / 1000);
      const inputs = new Map(given.length === 0 ? [] : [[input, asOneValue(given)]]);
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
  /** Checks more of a case that passes. */
  readonly more?: (given: Value, values: readonly Value[]) => Task<Verdict>;
  /** Returns what is missing once every case has passed. */
  readonly end?: () => Verdict | undefined;
  /** Returns more about a case that fails. */
  readonly explain?: (given: Case, runOn: RunOn) => Task<string | undefined>;
}

type Undone = Exclude<RunOutcome, { readonly tag: 'ok' }>;

function equalityOf(line: LineProgram, { within, engines }: Equality, budget: Budget): Judge | Verdict {
  const { body, core } = line;
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
  const asked = enginesNamed(engines);
  if (typeof asked === 'string')
    return { status: 'failed', message: `there is no engine \`${asked}\``, hint: `one of ${allEngines()}` };
  const answered = new Set<AnyEngineId>();
  const show = (value: Value, digits: 6 | 'full', variants: readonly VariantDeclaration[]): string =>
    showStart(value, type, digits, variants, SHOWN);
  return {
    // The expected value comes first, so that it is known if the other one cannot be computed.
    terms: [right, left, ...(asked.length > 0 ? madeVariables(line) : [])],
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
    ...(asked.length > 0 && {
      *more(given: Value, [, got, ...generated]: readonly Value[]): Task<Verdict> {
        const reals = realValues(got, type, core.variants).map(primalOf);
        const program = writtenCase(line, right, given, generated);
        return yield* engineAnswers(program, asked, reals, within, budget, answered);
      },
      end(): Verdict | undefined {
        const silent = asked.find(({ id }) => !answered.has(id));
        const hint = 'name engines that take the program, or make its cases smaller';
        return silent && { status: 'not yet', message: `\`${silent.id}\` answers in no case`, hint };
      },
    }),
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
