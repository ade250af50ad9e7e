import { let_, lambda, real, tuple, unit, variable } from '../../language/core/builders';
import { freshNames } from '../../language/core/fresh-names';
import type { FreshNames } from '../../language/core/fresh-names';
import { tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { walk } from '../../language/core/traverse';
import type { CoreProgram, Pattern, Term, Variable, VariantDeclaration } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import type { Span } from '../../language/source/span';
import { REAL, UNIT } from '../../language/types/type';
import type { Atom, Line, StraightLine } from './straight-line';
import { reverseSweep } from './straight-line';

/** Names for the entries of a trace, from the program that it is of. */
export interface EntryNames {
  readonly fresh: FreshNames;
  /** The name to try first: of the variable whose value the entry is, else `t`. */
  readonly hint: (origin: Span) => string;
}

/** The variables of the program by the place of the term that they are bound to. */
export function entryNames(body: Term, used: Iterable<string> = []): EntryNames {
  const names = new Map<string, string>();
  const name = (pattern: Pattern, bound: Term): void => {
    let value = bound;
    while (value.tag === 'let' || value.tag === 'letrec') value = value.body;
    if (pattern.tag === 'variable' && value.tag === 'operation') names.set(key(value.origin), writtenName(pattern));
    if (pattern.tag !== 'tuple' || value.tag !== 'tuple') return;
    const parts = value.items;
    pattern.items.forEach((item, at) => {
      const part = parts[at];
      if (part !== undefined) name(item, part);
    });
  };
  walk(body, {
    enter: (term) => {
      if (term.tag === 'let') name(term.pattern, term.value);
    },
  });
  return { fresh: freshNames(used), hint: (origin) => names.get(key(origin)) ?? 't1' };
}

/** Bound names are made unique by a suffix `_1`; the span of the name tells how long it was. */
function writtenName({ name, origin }: Extract<Pattern, { readonly tag: 'variable' }>): string {
  const written = name.slice(0, origin.end - origin.start);
  return written !== '' && /^_[0-9]+$/u.test(name.slice(written.length)) ? written : name;
}

function key({ cell, start, end }: Span): string {
  return `${cell}:${start}:${end}`;
}

/** A label of a real leaf as a name: `q.2` is `q2`, `q.name` is `q_name`. */
export function leafName(label: string): string {
  return label.replace(/\.(\d+)/gu, '$1').replace(/[^\p{L}\d_']+/gu, '_');
}

export function leafVariable(label: string, fresh: FreshNames, origin: Span): Variable {
  return variable(fresh(leafName(label)), REAL, origin);
}

/** `let x1 = R1 in ... let xn = Rn in body`. */
export function bindLines(lines: readonly Line[], body: Term): Term {
  return lines.reduceRight(
    (rest, { name, term }) => let_(variablePattern(name, REAL, term.origin), term, rest, term.origin),
    body,
  );
}

/** The trace as a program of its own: a function of the real leaves, whose result `result` is built of the code's results. */
export function traceProgram(code: StraightLine, result: Term, variants: readonly VariantDeclaration[]): CoreProgram {
  return outputOf(lambda(leavesPattern(code.inputs), bindLines(code.lines, result)), variants);
}

/** A code with its derivative: after the lines of the trace, those of the reverse sweep. */
export interface TraceDerivative {
  readonly code: StraightLine;
  readonly cotangents: readonly Variable[];
  readonly sweep: readonly Line[];
  readonly adjoints: readonly Atom[];
}

/** W.R_V(x : T. C) for variables W, one a real leaf of the result. */
export function differentiateTrace(code: StraightLine, fresh: FreshNames): TraceDerivative {
  const cotangents = code.results.map((result) => variable(fresh('w'), REAL, result.origin));
  const { lines, adjoints } = reverseSweep(code, cotangents, fresh);
  return { code, cotangents, sweep: lines, adjoints };
}

/** The derivative as a program of its own: from the real leaves of the point, and the cotangents, to the adjoints. */
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

/** The unit, the one, or the tuple of several. */
export function tupled(terms: readonly Term[]): Term {
  const [first, ...others] = terms;
  if (first === undefined) return unit(NOWHERE);
  return others.length === 0 ? first : tuple([first, ...others]);
}

/** The derivative at numbers: the lines `let x : real = V in` and `let w : real = W in` come first, as in Figure 6. */
export function atNumbers(variables: readonly Variable[], values: readonly number[]): readonly Line[] {
  return variables.map(({ name, origin }, at) => ({
    name,
    term: real(values[at] ?? internalError('a leaf without a value'), origin),
  }));
}
