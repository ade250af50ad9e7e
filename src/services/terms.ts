import { error } from '../language/source/diagnostic';
import type { Main, Point } from '../ad/engine';
import { cotangentReals, pointReals } from '../ad/point';
import { ENGINES } from '../ad/registry';
import { bindLines, boundReals, differentiateTrace, tupled } from '../ad/abadi-plotkin/anf/anf';
import { literalDerivative, literalSize, pointValues } from '../ad/abadi-plotkin/literal/engine';
import { literalTrace } from '../ad/literal-trace';
import { closeTrace, type LiteralTrace } from '../ad/abadi-plotkin/literal/evaluate';
import { traceSize, type TraceTerm } from '../ad/abadi-plotkin/literal/term';
import { traceToCore } from '../ad/abadi-plotkin/literal/to-core';
import { coreTypeOf, typeOfTrace } from '../ad/abadi-plotkin/literal/types';
import { LITERAL_LIMIT } from '../ad/abadi-plotkin/literal/writer';
import { coreLines } from '../ad/abadi-plotkin/notation/core-lines';
import { asTex, asText, type Line, piece } from '../ad/notation/line';
import { typeText } from '../ad/abadi-plotkin/notation/forms';
import { traceLines } from '../ad/abadi-plotkin/notation/trace-lines';
import { codeOf } from '../ad/abadi-plotkin/anf/record';
import { isWritable, NOT_WRITABLE, reify } from '../ad/reify';
import { lambda } from '../language/core/builders';
import { variablePattern } from '../language/core/patterns';
import { printCore } from '../language/core/print';
import { itemTerms, termSize, walk } from '../language/core/traverse';
import type { CoreProgram, Term, Variable } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import { integer } from '../language/source/counted';
import { NOWHERE } from '../language/source/span';
import type { Copies, MacroName, TermName, TermPayload, TermReply, TermRequest } from '../protocol/terms';
import { jetShape, MIXED_SECOND, type JetShape } from '../semantics/jets/multi-index';
import type { Budget, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { createFrontEnd } from './front-end';
import { newCell } from './new-cell';
import type { Report } from './report';
import { atPoint, type PointOptions } from './reports';
import type { TraceText } from './trace-payload';
import { printedLong } from './long-terms';
import type { Printed } from './printed';
import { recordedAt } from './recorded';
import { locatePoint, type Loaded, type Program } from './program';
import { recentValues } from './recent';
import { translate } from './translation';

const TOO_LARGE = `-- too large to be written out: the limit is ${integer(LITERAL_LIMIT)} nodes; \`pullback trace FILE --anf\` prints the A-normal form, which is linear`;

/** Reports the literal trace term at the point, and its symbolic derivative, in the notation of the paper. */
export function* literalTraceReport(
  texts: readonly string[],
  options: PointOptions & {
    /** How often recursive functions may call themselves (Figure 8). */
    readonly bound?: number | undefined;
  },
): Task<Report<TraceText>> {
  const report = yield* atPoint(texts, options, function* (main, point) {
    const found = yield* literalTrace(main, point, options.budget, options.bound);
    if (found.tag !== 'ok') return found;
    const { main: shown, traced, ranOn } = found.value;
    const derived = literalDerivative(shown, point, traced);
    const { term } = traced;
    const size = literalSize(shown, point, traced);
    if (derived.tag !== 'ok' && size === undefined) return derived;
    const value: TraceText = {
      trace: asText(traceLines(term)).split('\n'),
      derivative: derived.tag === 'ok' ? asText(traceLines(derived.value)).split('\n') : [TOO_LARGE],
      sizes: { trace: traceSize(term), derivative: size ?? 0 },
      ranOn,
    };
    return { tag: 'ok', value };
  });
  if (report.body !== undefined) return report;
  const hint = '`pullback trace FILE --anf` prints the A-normal form, which is linear';
  const diagnostics = report.diagnostics.map((each) => (each.code === 'unsupported' ? { ...each, hint } : each));
  return { ...report, diagnostics };
}

/** Answers questions about terms. Keeps the last few terms, so that scrolling does not print them again. */
export function createTerms(): (loaded: Loaded, request: TermRequest) => Task<TermReply> {
  const kept = recentValues<Printed>(KEPT);
  let program: Program | undefined;
  return function* (loaded, request) {
    if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics, recursive: false };
    const recursive = isRecursive(loaded.program.core);
    if (program !== loaded.program) kept.clear();
    ({ program } = loaded);
    const { term, bound, from, count } = request;
    const key = JSON.stringify([term, bound, request.inputs]);
    let printed = kept.get(key);
    if (printed === undefined) {
      const made = yield* print(loaded.program, request);
      if (made === undefined) return { state: 'error', diagnostics: [], recursive };
      if (made.tag !== 'ok') return { state: 'error', diagnostics: [made.diagnostic], recursive };
      printed = kept.set(key, made.value);
    }
    const { block, size, type, ranOn } = printed;
    const payload: TermPayload = {
      term,
      total: block.length,
      from,
      lines: block.slice(from, from + count),
      size,
      type,
      ranOn,
      recursive,
      folds: from === 0 ? printed.folds : undefined,
      opens: printed.alone !== undefined,
      copies: request.copies === 'none' ? undefined : yield* copiesOf(printed, loaded.program, request),
    };
    return { state: 'ok', payload };
  };
}

const KEPT = 6;
/** The most lines of a text that is copied. */
const MOST_COPIED = 100_000;

function* copiesOf(printed: Printed, { texts }: Program, { copies, inputs, budget }: TermRequest): Task<Copies> {
  const { block, program, alone, call } = printed;
  // Each of these steps takes time for a long term.
  const copied = block.slice(0, MOST_COPIED);
  const more = block.length - copied.length;
  const text = `${asText(copied)}${more > 0 ? `\n-- ${more} more lines` : ''}`;
  yield;
  const tex = asTex(copied);
  yield;
  const whole = { text, tex, program: program() };
  yield;
  if (copies !== 'cell' || alone === undefined) return { ...whole, cell: undefined };
  const own = alone();
  yield;
  const cell = call === undefined ? own : `${whole.program.trimEnd()}\n\n${call}\n`;
  return { ...whole, cell: yield* newCell(texts, cell, own, inputs, budget) };
}

/** Returns undefined if there is nothing to differentiate. */
function* print(program: Program, request: TermRequest): Task<Outcome<Printed> | undefined> {
  const located = yield* locatePoint(program, request.inputs, request.budget);
  if (located?.tag !== 'ok') return located;
  const { main, point } = located.value;
  const { term, bound, budget } = request;
  const printed = yield* printTerm(main, point, term, bound, budget);
  // A trace's arguments are its inputs only if all of them are reals.
  const isCalled = program.focus?.point.from === 'inputs' && main.parameters.every(({ type }) => type.tag === 'real');
  if (printed.tag !== 'ok' || printed.value.call === undefined || isCalled) return printed;
  return { tag: 'ok', value: { ...printed.value, call: undefined } };
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
      const found = yield* literalTrace(main, point, budget, bound);
      if (found.tag !== 'ok') return found;
      const { main: shown, traced, ranOn } = found.value;
      return { tag: 'ok', value: { ...printedTrace(shown, point, traced), ranOn } };
    }
    case 'derivative': {
      const found = yield* literalTrace(main, point, budget, bound);
      if (found.tag !== 'ok') return found;
      const { main: shown, traced, ranOn } = found.value;
      const derived = literalDerivative(shown, point, traced);
      return derived.tag === 'ok' ? { tag: 'ok', value: { ...printedClosed(derived.value, traced), ranOn } } : derived;
    }
    case 'trace-anf':
    case 'derivative-anf':
      return yield* printedFlat(main, point, name, budget);
    default: {
      const macro = MACROS.find((each) => name === `macro-${each.name}`);
      const engine = ENGINES.find(({ id }) => name === `translation-${id}` || (macro && id === 'taylor'));
      if (engine === undefined) return internalError(`there is no engine of ${name}`);
      const translated = yield* translate(engine, main, point, budget, macro?.shape);
      if (translated.tag !== 'ok') return translated;
      const { text, type, ranOn } = translated.value;
      const block = text
        .trimEnd()
        .split('\n')
        .map((line): Line => ({ indent: 0, pieces: [piece('text', line)] }));
      const alone = createFrontEnd()([text]).core.program === undefined ? undefined : () => text;
      return { tag: 'ok', value: { block, size: undefined, type, ranOn, program: () => text, alone, call: undefined } };
    }
  }
}

const MACROS: readonly { readonly name: MacroName; readonly shape: JetShape }[] = [
  { name: '1-2', shape: jetShape(1, 2) },
  { name: '2-2', shape: jetShape(2, 2) },
  { name: 'restricted', shape: MIXED_SECOND },
];

function printedTrace(main: Main, point: Point, traced: LiteralTrace): Printed {
  const { term, inputs, fresh } = traced;
  const variables = inputs.map(({ name, type, origin }): Variable => ({
    tag: 'variable',
    name,
    type: coreTypeOf(type),
    origin,
  }));
  const values = pointValues(main, point);
  return {
    ...printedClosed(term, traced),
    program: () => printCore(functionOf(variables, traceToCore(term, fresh))),
    alone: () => printCore(outputOf(traceToCore(closeTrace(traced, values), fresh))),
    call: callOf(main),
  };
}

function printedClosed(term: TraceTerm, { fresh }: LiteralTrace): Printed {
  const program = () => printCore(outputOf(traceToCore(term, fresh)));
  return {
    block: traceLines(term),
    size: traceSize(term),
    type: typeText(coreTypeOf(typeOfTrace(term))),
    ranOn: {},
    program,
    alone: program,
    call: undefined,
  };
}

function* printedFlat(
  main: Main,
  point: Point,
  name: 'trace-anf' | 'derivative-anf',
  budget: Budget,
): Task<Outcome<Printed>> {
  const recorded = yield* recordedAt(main, point, budget);
  if (recorded.tag !== 'ok') return recorded;
  const { trace, value } = recorded.value;
  if (trace.length > LONGEST) return { tag: 'ok', value: yield* printedLong(main, point, recorded.value, name) };
  if (!isWritable(value, main.target, main.variants)) {
    const message = `the result ${NOT_WRITABLE}`;
    return { tag: 'failed', diagnostic: error('unsupported', main.body.origin, message) };
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
    const variables = code.inputs.filter(isVariable);
    const traced = bindLines(code.lines, result);
    const closed = bindLines([...boundReals(variables, pointReals(main, point)), ...code.lines], result);
    const printed: Printed = {
      ...printedCore(traced),
      program: () => printCore(functionOf(variables, traced)),
      alone: () => printCore(outputOf(closed)),
      call: callOf(main),
    };
    return { tag: 'ok', value: printed };
  }
  const { cotangents, sweep, adjoints } = yield* differentiateTrace(code, names.fresh);
  const lines = [
    ...boundReals(code.inputs, pointReals(main, point)),
    ...code.lines,
    ...boundReals(cotangents, cotangentReals(main, point)),
    ...sweep,
  ];
  return { tag: 'ok', value: printedCore(bindLines(lines, tupled(adjoints))) };
}

/** The lines of a longer trace are made when they are read. */
const LONGEST = 20_000;

function isVariable(term: Term): term is Variable {
  return term.tag === 'variable';
}

function printedCore(term: Term): Printed {
  const program = () => printCore(outputOf(term));
  return {
    block: coreLines(term),
    size: termSize(term),
    type: typeText(term.type),
    ranOn: {},
    program,
    alone: program,
    call: undefined,
  };
}

/** The function name of a trace in a program. */
const TRACED = 'traced';

function callOf({ parameters }: Main): string {
  return [TRACED, ...parameters.map(({ label }) => label)].join(' ');
}

function outputOf(term: Term): CoreProgram {
  return { variants: [], items: [{ tag: 'output', term, origin: term.origin }] };
}

/** Returns `let traced x y = C`. */
function functionOf(inputs: readonly Variable[], term: Term): CoreProgram {
  if (inputs.length === 0) return outputOf(term);
  const value = inputs.reduceRight<Term>(
    (body, { name, type, origin }) => lambda(variablePattern(name, type, origin), body),
    term,
  );
  return {
    variants: [],
    items: [{ tag: 'let', pattern: variablePattern(TRACED, value.type), value, origin: NOWHERE }],
  };
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
