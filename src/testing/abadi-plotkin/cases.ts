import fc from 'fast-check';
import type { Main, Point } from '../../ad/engine';
import { mainOf, programOfMain } from '../../ad/main';
import { closeTrace, evaluateTrace, type LiteralTrace, traceLiterally } from '../../ad/abadi-plotkin/literal/evaluate';
import { pointValues } from '../../ad/abadi-plotkin/literal/engine';
import type { TraceTerm } from '../../ad/abadi-plotkin/literal/term';
import { operationRow } from '../../language/operations/table';
import { NOWHERE } from '../../language/source/span';
import type { Type } from '../../language/types/type';
import { compile } from '../../semantics/compile';
import { run } from '../../semantics/evaluate';
import type { Budget, Outcome } from '../../semantics/outcome';
import { realValues } from '../../semantics/present';
import { drain } from '../../semantics/task';
import { primalOf, type Value } from '../../semantics/value';
import { executableOf, inputsAt } from '../../ad/executable';
import { checked } from '../checked';
import type { PaperAnswer } from './answer';
import type { Environment } from './environments';
import {
  type Closed,
  type PaperInput,
  type PaperProgram,
  type PaperTerm,
  textOfProgram,
  type Variables,
} from './language';
import { typeOfTerm } from './reverse';

export const PAPER_BUDGET: Budget = { seconds: 20, steps: 1e6, bytes: 1e8 };

/** A program of the paper in the representation of the engines. */
export interface PaperCase {
  readonly text: string;
  readonly main: Main;
  readonly point: Point;
}

export function caseOf(program: PaperProgram): PaperCase {
  return caseOfText(textOfProgram(program), program.inputs);
}

/** Returns a case without running it, so the program may have no value. The cotangent is 1, 1, ... */
export function caseOfText(text: string, inputs: readonly PaperInput[]): PaperCase {
  const found = mainOf(checked(text));
  if (found === undefined) throw new Error('nothing to differentiate');
  const { main } = found;
  const point: Point = { arguments: inputs.map(({ value }) => machineValue(value)), cotangent: ones(main.target) };
  return { text, main, point };
}

export function environmentOf({ inputs }: PaperProgram): Environment {
  return new Map(inputs.map(({ name, value }) => [name, value]));
}

/** Returns a closed value in the machine's representation. */
export function machineValue(value: Closed): Value {
  if (value === null) return undefined;
  return typeof value === 'number' ? value : value.map(machineValue);
}

function ones(type: Type): Value {
  if (type.tag === 'product') return type.items.map(ones);
  return type.tag === 'real' ? 1 : undefined;
}

/** Returns the reals that the machine computes; with a bound, of the approximant. */
export function machineReals({ main, point }: PaperCase, bound?: number): PaperAnswer<readonly number[]> {
  const executable = bound === undefined ? executableOf(main) : compile(programOfMain(main), { bound });
  const outcome = drain(run(executable, { budget: PAPER_BUDGET, inputs: inputsAt(main, point) }));
  return outcome.tag === 'ok'
    ? { tag: 'value', value: realValues(outcome.value.outputs.at(-1), main.target, main.variants).map(primalOf) }
    : undefinedBy(outcome);
}

/** M ~> C by the machine's observer. Cases whose terms are too large to write out are skipped. */
export function literally({ main, point }: PaperCase, bound?: number): PaperAnswer<LiteralTrace> {
  const outcome = drain(traceLiterally(main, point, PAPER_BUDGET, bound));
  if (outcome.tag === 'ok') return { tag: 'value', value: outcome.value };
  fc.pre(outcome.diagnostic.code !== 'unsupported');
  return undefinedBy(outcome);
}

/** C => V. */
export function literalReals({ main, point }: PaperCase, trace: LiteralTrace): PaperAnswer<readonly number[]> {
  return realsOfTrace(closeTrace(trace, pointValues(main, point)));
}

export function realsOfTrace(closed: TraceTerm): PaperAnswer<readonly number[]> {
  const outcome = drain(evaluateTrace(closed, PAPER_BUDGET));
  return outcome.tag === 'ok' ? { tag: 'value', value: outcome.value.reals } : undefinedBy(outcome);
}

function undefinedBy(outcome: Exclude<Outcome<unknown>, { readonly tag: 'ok' }>): PaperAnswer<never> {
  return { tag: 'undefined', code: outcome.diagnostic.code };
}

/** Returns the answer, or skips the test case if the transcribed rules gave up. */
export function within<T>(found: PaperAnswer<T>): PaperAnswer<T> {
  fc.pre(found.tag === 'value' || found.code !== 'too large');
  return found;
}

export function definedValue<T>(found: PaperAnswer<T>): T {
  if (found.tag === 'undefined') throw new Error(`not defined: ${found.code}`);
  return found.value;
}

/** Whether reals agree up to rounding, given the largest intermediate number. */
export function sameReals(left: readonly number[], right: readonly number[], largest: number): boolean {
  return left.length === right.length && left.every((a, at) => Math.abs(a - (right[at] ?? NaN)) <= 1e-9 * largest);
}

/** Returns a term without conditionals, functions and derivatives as a trace term with unique bound names. */
export function traceTermOf(root: PaperTerm, variables: Variables, fresh: (name: string) => string): TraceTerm {
  const origin = NOWHERE;
  const inner = (term: PaperTerm, names: ReadonlyMap<string, TraceTerm>): TraceTerm => {
    const part = (piece: PaperTerm): TraceTerm => inner(piece, names);
    switch (term.tag) {
      case 'variable': {
        const found = names.get(term.name);
        if (found === undefined) throw new Error(`${term.name} is not in scope`);
        return found;
      }
      case 'constant':
        return { tag: 'constant', value: term.value, origin };
      case 'unit':
        return { tag: 'unit', origin };
      case 'sum':
        return { tag: 'sum', type: { tag: 'real' }, left: part(term.left), right: part(term.right), origin };
      case 'operation': {
        const leaves = operationRow(term.operation).parameters.map(() => undefined);
        return { tag: 'operation', operation: term.operation, leaves, argument: part(term.argument), origin };
      }
      case 'let': {
        const name = fresh(term.name);
        const body = inner(
          term.body,
          new Map(names).set(term.name, { tag: 'variable', name, type: term.type, origin }),
        );
        return { tag: 'let', name, type: term.type, value: part(term.value), body, origin };
      }
      case 'pair':
        return { tag: 'pair', first: part(term.first), second: part(term.second), origin };
      case 'fst':
      case 'snd':
        return { tag: term.tag, pair: part(term.pair), origin };
      default:
        throw new Error(`${term.tag} is in no trace term`);
    }
  };
  const made = inner(
    root,
    new Map([...variables].map(([name, type]) => [name, { tag: 'variable', name, type, origin }])),
  );
  typeOfTerm(made);
  return made;
}
