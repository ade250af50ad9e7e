import type { Main, Point } from '../ad/engine';
import { cotangentReals, pointReals } from '../ad/point';
import { ENGINES } from '../ad/registry';
import { bindLines, differentiateTrace, tupled } from '../ad/trace/anf';
import { literalDerivative } from '../ad/trace/literal/engine';
import { type LiteralTrace, traceLiterally } from '../ad/trace/literal/evaluate';
import { traceSize, type TraceTerm } from '../ad/trace/literal/term';
import { traceToCore } from '../ad/trace/literal/to-core';
import { coreTypeOf, typeOfTrace } from '../ad/trace/literal/types';
import { coreLines } from '../ad/trace/notation/core-lines';
import { asTex, asText, type Block, type Line, piece } from '../ad/trace/notation/line';
import { typeText } from '../ad/trace/notation/forms';
import { traceLines } from '../ad/trace/notation/trace-lines';
import { codeOf, record } from '../ad/trace/record';
import { reify } from '../ad/trace/reify';
import { lambda, real } from '../language/core/builders';
import { variablePattern } from '../language/core/patterns';
import { printCore } from '../language/core/print';
import { itemTerms, termSize, walk } from '../language/core/traverse';
import type { CoreProgram, Term, Variable } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { NOWHERE } from '../language/source/span';
import type { Copies, TermName, TermPayload, TermReply, TermRequest } from '../protocol/terms';
import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { locatePoint, type Loaded, type Program } from './program';
import { translate } from './translation';

type TermAnswer = TermReply extends infer Reply ? (Reply extends TermReply ? Omit<Reply, 'revision'> : never) : never;

/** A term, printed: its windows are asked for one after the other. */
interface Printed {
  readonly block: Block;
  readonly size: number | undefined;
  readonly type: string;
  readonly via: 'trace' | undefined;
  readonly program: () => string;
}

/** Answers questions about terms. The last few are kept, so that scrolling prints nothing again. */
export function createTerms(): (loaded: Loaded, request: TermRequest) => Task<TermAnswer> {
  const kept = new Map<string, Printed>();
  let program: Program | undefined;
  return function* (loaded, request) {
    if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics };
    if (program !== loaded.program) kept.clear();
    ({ program } = loaded);
    const { term, bound, from, count } = request;
    const key = JSON.stringify([term, bound, request.inputs]);
    let printed = kept.get(key);
    if (printed === undefined) {
      const made = yield* print(loaded.program, request);
      if (made === undefined) return { state: 'error', diagnostics: [] };
      if (made.tag !== 'ok') return { state: 'error', diagnostics: [made.diagnostic] };
      printed = made.value;
      kept.set(key, printed);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    }
    const { block, size, type, via } = printed;
    const payload: TermPayload = {
      term,
      total: block.length,
      from,
      lines: block.slice(from, from + count),
      size,
      type,
      via,
      recursive: isRecursive(loaded.program.core),
      copies: request.copies ? copiesOf(printed) : undefined,
    };
    return { state: 'ok', payload };
  };
}

const KEPT = 6;

function copiesOf({ block, program }: Printed): Copies {
  return { text: asText(block), tex: asTex(block), program: program() };
}

/** Undefined where there is nothing to differentiate. */
function* print(program: Program, request: TermRequest): Task<Outcome<Printed> | undefined> {
  const located = yield* locatePoint(program, request.inputs, request.budget);
  if (located?.tag !== 'ok') return located;
  const { main, point } = located.value;
  return yield* printTerm(main, point, request.term, request.bound, request.budget);
}

function* printTerm(
  main: Main,
  point: Point,
  name: TermName,
  bound: number | undefined,
  budget: Budget,
): Task<Outcome<Printed>> {
  switch (name) {
    case 'trace': {
      const traced = yield* traceLiterally(main, point, budget, bound);
      return traced.tag === 'ok' ? { tag: 'ok', value: printedTrace(traced.value) } : traced;
    }
    case 'derivative': {
      const traced = yield* traceLiterally(main, point, budget, bound);
      if (traced.tag !== 'ok') return traced;
      const derived = literalDerivative(main, point, traced.value);
      return derived.tag === 'ok' ? { tag: 'ok', value: printedLiteral(derived.value, traced.value, []) } : derived;
    }
    case 'trace-anf':
    case 'derivative-anf':
      return yield* printedFlat(main, point, name, budget);
    default: {
      const engine = ENGINES.find(({ id }) => name === `translation-${id}`);
      if (engine === undefined) return internalError(`there is no engine of ${name}`);
      const translated = yield* translate(engine, main, point, budget);
      if (translated.tag !== 'ok') return translated;
      const { text, type, via } = translated.value;
      const block = text
        .trimEnd()
        .split('\n')
        .map((line): Line => ({ indent: 0, pieces: [piece('text', line)] }));
      return { tag: 'ok', value: { block, size: undefined, type, via, program: () => text } };
    }
  }
}

function printedTrace(traced: LiteralTrace): Printed {
  const inputs = traced.inputs.map(({ name, type, origin }): Variable => ({
    tag: 'variable',
    name,
    type: coreTypeOf(type),
    origin,
  }));
  return printedLiteral(traced.term, traced, inputs);
}

function printedLiteral(term: TraceTerm, { fresh }: LiteralTrace, inputs: readonly Variable[]): Printed {
  return {
    block: traceLines(term),
    size: traceSize(term),
    type: typeText(coreTypeOf(typeOfTrace(term))),
    via: undefined,
    program: () => printCore(functionOf(inputs, traceToCore(term, fresh))),
  };
}

function* printedFlat(
  main: Main,
  point: Point,
  name: 'trace-anf' | 'derivative-anf',
  budget: Budget,
): Task<Outcome<Printed>> {
  const recorded = yield* record(main, point, budget);
  if (recorded.tag !== 'ok') return recorded;
  const { trace, value } = recorded.value;
  if (trace.length > LONGEST) {
    const message = `the trace has ${trace.length.toLocaleString('en-GB')} entries; ${LONGEST.toLocaleString('en-GB')} are written out`;
    return {
      tag: 'failed',
      diagnostic: { severity: 'error', code: 'unsupported', message, span: main.body.origin, related: [] },
    };
  }
  const { code, names } = yield* codeOf(main, point, recorded.value);
  if (name === 'trace-anf') {
    let next = 0;
    const result = reify(
      value,
      main.target,
      () => code.results[next++] ?? internalError('a real of the result is missing'),
      main.variants,
      main.body.origin,
    );
    return { tag: 'ok', value: printedCore(bindLines(code.lines, result), code.inputs.filter(isVariable)) };
  }
  const { cotangents, sweep, adjoints } = yield* differentiateTrace(code, names.fresh);
  const at = (variables: readonly Variable[], reals: readonly number[]) =>
    variables.map((variable, k) => ({ name: variable.name, term: real(reals[k] ?? 0, variable.origin) }));
  const lines = [
    ...at(code.inputs, pointReals(main, point)),
    ...code.lines,
    ...at(cotangents, cotangentReals(main, point)),
    ...sweep,
  ];
  return { tag: 'ok', value: printedCore(bindLines(lines, tupled(adjoints)), []) };
}

const LONGEST = 20_000;

function isVariable(term: Term): term is Variable {
  return term.tag === 'variable';
}

function printedCore(term: Term, inputs: readonly Variable[]): Printed {
  return {
    block: coreLines(term),
    size: termSize(term),
    type: typeText(term.type),
    via: undefined,
    program: () => printCore(functionOf(inputs, term)),
  };
}

/** `let traced x y = C`, or the closed term. */
function functionOf(inputs: readonly Variable[], term: Term): CoreProgram {
  if (inputs.length === 0) return { variants: [], items: [{ tag: 'output', term, origin: term.origin }] };
  const value = inputs.reduceRight<Term>(
    (body, { name, type, origin }) => lambda(variablePattern(name, type, origin), body),
    term,
  );
  const pattern = variablePattern('traced', value.type);
  return { variants: [], items: [{ tag: 'let', pattern, value, origin: NOWHERE }] };
}

function isRecursive({ items }: CoreProgram): boolean {
  let found = false;
  for (const item of items) {
    found ||= item.tag === 'letrec';
    for (const term of itemTerms(item))
      walk(term, {
        enter: (node) => {
          found ||= node.tag === 'letrec';
        },
      });
  }
  return found;
}
