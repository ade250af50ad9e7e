import { int, let_, lambda, operation, real, tuple, unit, variable } from '../../../language/core/builders';
import { freshNames, type FreshNames } from '../../../language/core/fresh-names';
import { RESERVED_NAMES } from '../../../language/core/reserved-names';
import { tuplePattern, variablePattern, wildcardPattern } from '../../../language/core/patterns';
import { itemTerms, walk } from '../../../language/core/traverse';
import type { CoreProgram, Pattern, Term, Variable, VariantDeclaration } from '../../../language/core/tree';
import { internalError } from '../../../language/source/internal-error';
import { NOWHERE, PRELUDE_CELL, type Span } from '../../../language/source/span';
import { OPERATION_NAMES } from '../../../language/operations/names';
import { operationRow } from '../../../language/operations/table';
import { REAL, UNIT } from '../../../language/types/type';
import type { Task } from '../../../semantics/task';
import { COPY, INPUT, NO_OPERAND, type Trace } from '../../../semantics/trace';
import { Traced, type Value } from '../../../semantics/value';
import type { Main } from '../../engine';
import { type Atom, type TraceLine, type StraightLine, LINES_A_SLICE, reverseSweep } from './straight-line';

/** Names for the entries of a trace, taken from its program. */
export interface EntryNames {
  readonly fresh: FreshNames;
  /** Returns a new name: that of the variable bound to the entry's value, else t and the number of the entry, from 1. */
  readonly entry: (origin: Span, entry: number) => string;
}

/** Returns names for the entries, using the program's variables by the place of the term they are bound to. */
export function entryNames({ definitions, body }: Pick<Main, 'definitions' | 'body'>): EntryNames {
  const names = new Map<string, string>();
  const name = (pattern: Pattern, bound: Term): void => {
    let value = bound;
    while (value.tag === 'let' || value.tag === 'letrec') value = value.body;
    if (pattern.tag === 'variable' && value.tag === 'operation') names.set(key(value.origin), nameAsWritten(pattern));
    if (pattern.tag !== 'tuple' || value.tag !== 'tuple') return;
    const parts = value.items;
    pattern.items.forEach((item, at) => {
      const part = parts[at];
      if (part !== undefined) name(item, part);
    });
  };
  const enter = (term: Term): void => {
    if (term.tag === 'let') name(term.pattern, term.value);
  };
  for (const item of definitions) {
    // The prelude's own variables say nothing to a reader.
    if (item.origin.cell === PRELUDE_CELL) continue;
    if (item.tag === 'let') name(item.pattern, item.value);
    for (const term of itemTerms(item)) walk(term, { enter });
  }
  walk(body, { enter });
  const fresh = freshNames(RESERVED_NAMES);
  return { fresh, entry: (origin, entry) => fresh(names.get(key(origin)) ?? `t${entry + 1}`) };
}

/**
 * Returns a bound name without the suffix `_1` that makes it unique; the span of the name tells its original length.
 */
export function nameAsWritten({ name, origin }: { readonly name: string; readonly origin: Span }): string {
  const written = name.slice(0, origin.end - origin.start);
  return written !== '' && /^_[0-9]+$/u.test(name.slice(written.length)) ? written : name;
}

function key({ cell, start, end }: Span): string {
  return `${cell}:${start}:${end}`;
}

/** Returns a real leaf's label as a name: `q.2` becomes `q2`, `q.name` becomes `q_name`. */
export function leafName(label: string): string {
  return label.replace(/\.(\d+)/gu, '$1').replace(/[^\p{L}\d_']+/gu, '_');
}

/**
 * Returns the machine's trace as code. `inputs` are the variables of its INPUT entries, in order; `results` are the
 * real leaves of the result, as the machine holds them.
 */
export function* straightLine(
  trace: Trace,
  inputs: readonly Variable[],
  results: readonly Value[],
  names: EntryNames,
): Task<StraightLine> {
  const atoms: Variable[] = [];
  const lines: TraceLine[] = [];
  let nextInput = 0;
  const atom = (operand: number, isInt: boolean, origin: Span): Atom => {
    if (operand >= 0) return atoms[operand] ?? internalError('an operand comes after its use');
    const value = trace.valueOf(operand);
    return isInt ? int(value, origin) : real(value, origin);
  };
  for (let entry = 0; entry < trace.length; entry++) {
    if (entry % LINES_A_SLICE === 0) yield;
    const operationIndex = trace.operations[entry] ?? INPUT;
    if (operationIndex === INPUT) {
      atoms.push(inputs[nextInput++] ?? internalError('an input without a name'));
      continue;
    }
    const origin = trace.spanOf(entry) ?? NOWHERE;
    const operands = [trace.left[entry] ?? NO_OPERAND, trace.right[entry] ?? NO_OPERAND];
    const term = ((): Term => {
      if (operationIndex === COPY) return atom(operands[0] ?? NO_OPERAND, false, origin);
      const name = OPERATION_NAMES[operationIndex] ?? internalError('an unknown operation');
      const args = operationRow(name).parameters.map((leaf, at) =>
        atom(operands[at] ?? NO_OPERAND, leaf === 'int', origin),
      );
      return operation(name, args, 'primal', origin);
    })();
    const name = names.entry(origin, entry);
    lines.push({ name, term });
    atoms.push(variable(name, REAL, origin));
  }
  return {
    inputs,
    lines,
    results: results.map((leaf) => {
      if (leaf instanceof Traced)
        return atoms[leaf.node] ?? internalError('a result that is not an entry of the trace');
      return real(leaf as number);
    }),
  };
}

/** Returns lines that bind variables to reals. */
export function boundReals(variables: readonly Variable[], reals: readonly number[]): readonly TraceLine[] {
  return variables.map(({ name, origin }, at) => ({ name, term: real(reals[at] ?? 0, origin) }));
}

/** `let x1 = R1 in ... let xn = Rn in body`. */
export function bindLines(lines: readonly TraceLine[], body: Term): Term {
  return lines.reduceRight(
    (rest, { name, term }) => let_(variablePattern(name, REAL, term.origin), term, rest, term.origin),
    body,
  );
}

/** Returns the trace as a program: a function of the real leaves, with `result` built from the code's results. */
export function traceProgram(code: StraightLine, result: Term, variants: readonly VariantDeclaration[]): CoreProgram {
  return outputOf(lambda(leavesPattern(code.inputs), bindLines(code.lines, result)), variants);
}

/** A code with its derivative: the lines of the trace, then those of the reverse sweep. */
export interface TraceDerivative {
  readonly code: StraightLine;
  readonly cotangents: readonly Variable[];
  readonly sweep: readonly TraceLine[];
  readonly adjoints: readonly Atom[];
}

/** W.R_V(x : T. C) for variables W, one per real leaf of the result. */
export function* differentiateTrace(code: StraightLine, fresh: FreshNames): Task<TraceDerivative> {
  const cotangents = code.results.map((result, at) =>
    variable(fresh(code.results.length === 1 ? 'w' : `w${at + 1}`), REAL, result.origin),
  );
  const { lines, adjoints } = yield* reverseSweep(code, cotangents, fresh);
  return { code, cotangents, sweep: lines, adjoints };
}

/** Returns the derivative as a program: from the real leaves of the point and the cotangents to the adjoints. */
export function derivativeProgram(derivative: TraceDerivative): CoreProgram {
  const { code, cotangents, sweep, adjoints } = derivative;
  const body = bindLines([...code.lines, ...sweep], tupled(adjoints));
  const inner = lambda(leavesPattern(cotangents), body);
  return outputOf(lambda(leavesPattern(code.inputs), inner), []);
}

function outputOf(term: Term, variants: readonly VariantDeclaration[]): CoreProgram {
  return { variants, items: [{ tag: 'output', term, origin: term.origin }] };
}

function leavesPattern(leaves: readonly Variable[]): Pattern {
  const [first, ...others] = leaves.map(({ name, type, origin }) => variablePattern(name, type, origin));
  if (first === undefined) return wildcardPattern(UNIT);
  return others.length === 0 ? first : tuplePattern([first, ...others]);
}

/** Returns the unit for no terms, the term itself for one, and a tuple for several. */
export function tupled(terms: readonly Term[]): Term {
  const [first, ...others] = terms;
  if (first === undefined) return unit(NOWHERE);
  return others.length === 0 ? first : tuple([first, ...others]);
}
