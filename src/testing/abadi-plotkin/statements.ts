import type { AnyEngine } from '../../ad/engine';
import { pointReals } from '../../ad/point';
import { engineById } from '../../ad/registry';
import { internalError } from '../../language/source/internal-error';
import type { TraceType } from '../../ad/abadi-plotkin/literal/term';
import { drain } from '../../semantics/task';
import fc from 'fast-check';
import type { PaperAnswer } from './answer';
import { paperPrograms, type PaperOptions } from './arbitrary';
import { caseOf, machineReals, PAPER_BUDGET, sameReals } from './cases';
import { splits, type Split } from './contexts';
import {
  closedOf,
  type PaperProgram,
  paperOperation,
  type PaperTerm,
  paperType,
  quotedValue,
  type Variables,
} from './language';

/** What the terms of the statements of sections 3 to 6 are made of: contexts, terms without a value, derivatives. */

/** A program whose term is E[M]. */
export interface InContext {
  readonly program: PaperProgram;
  readonly split: Split;
  /** The type of M. */
  readonly type: TraceType;
}

/** Returns generated programs as E[M], with one of their contexts; the hole is never below a binder. */
export function programsInContext(options: Partial<PaperOptions> = {}): fc.Arbitrary<InContext> {
  return fc.tuple(paperPrograms(options), fc.nat(1000)).map(([program, at]) => {
    const all = splits(program.term);
    const split = all[at % all.length];
    if (split === undefined) throw new Error('a term has its trivial context');
    return { program, split, type: typeOfPart(split.part, program) };
  });
}

export function typeOfPart(part: PaperTerm, { inputs }: PaperProgram): TraceType {
  const variables: Variables = new Map(inputs.map(({ name, type }) => [name, type]));
  return paperType(part, new Map(), variables);
}

export function withTerm({ inputs }: PaperProgram, term: PaperTerm): PaperProgram {
  return { inputs, term };
}

/** A term of the type that has no value: let z : real = log (-1) in 0. */
export function nowhere(type: TraceType): PaperTerm {
  const value = paperOperation('log', { tag: 'constant', value: -1 });
  return { tag: 'let', name: 'nowhere', type: { tag: 'real' }, value, body: quotedValue(closedOf(type, [])) };
}

/** The reals that the machine computes. */
export function valueOf(program: PaperProgram): PaperAnswer<readonly number[]> {
  return machineReals(caseOf(program));
}

/** Engines of three papers, by three methods: by the trace, by Deltas, and forward. */
export const PAPER_ENGINES: readonly AnyEngine[] = (['trace', 'trace-anf', 'reverse', 'forward'] as const).map(
  (id) => engineById(id) ?? internalError(id),
);

/** d^r of the program by an engine, at the inputs and the cotangent 1, 1, ...; cases too large to write are skipped. */
export function derivativeBy(engine: AnyEngine, program: PaperProgram): PaperAnswer<readonly number[]> {
  const { main, point } = caseOf(program);
  const outcome = drain(engine.run(main, point, PAPER_BUDGET));
  if (outcome.tag === 'ok') {
    const reals = pointReals(main, { ...point, arguments: outcome.value.derivative });
    // The sign of a zero depends on the order of the sweep.
    return { tag: 'value', value: reals.map((real) => (real === 0 ? 0 : real)) };
  }
  fc.pre(outcome.diagnostic.code !== 'unsupported');
  return { tag: 'undefined', code: outcome.diagnostic.code };
}

/** Whether answers are the same, but for the order in which the sweeps of two traces add. */
export function upToRounding(left: PaperAnswer<readonly number[]>, right: PaperAnswer<readonly number[]>): boolean {
  if (left.tag === 'undefined' || right.tag === 'undefined') {
    return left.tag === 'undefined' && right.tag === 'undefined' && left.code === right.code;
  }
  return sameReals(left.value, right.value, Math.max(1, ...right.value.map(Math.abs)));
}

/** 1.rd_a(a : T. M) of a term with the one input a, as a term. */
export function gradientTerm({ inputs: [a], term }: PaperProgram, cotangent: PaperTerm): PaperTerm {
  if (a === undefined) throw new Error('an input');
  return {
    tag: 'derivative',
    cotangent,
    point: { tag: 'variable', name: a.name },
    name: a.name,
    type: a.type,
    body: term,
  };
}
