import type { MainExpression } from '../ad/main';
import type { Main, Point } from '../ad/engine';
import type { Frame } from '../language/core/frames';
import type { CoreProgram } from '../language/core/tree';
import type { CheckedInput } from '../language/elaborate/elaborate';
import { outsideRange } from '../language/elaborate/messages/messages';
import { error, type Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { Focus, FocusLeaf, Json } from '../protocol/messages';
import { compile } from '../semantics/compile';
import type { Executable } from '../semantics/compile';
import { run } from '../semantics/evaluate';
import type { Run, RunOutcome } from '../semantics/evaluate';
import { advance } from '../semantics/machine';
import { ON_BOUNDARY } from '../semantics/operate';
import type { MachineState } from '../semantics/state';
import { unfitCotangent, unfitInput, unknownInput } from '../semantics/misfit';
import type { Budget, Outcome } from '../semantics/outcome';
import { fromJson, primal, realLeaves, realValues, showStart, withRealLeaves } from '../semantics/present';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import { workingTime } from '../semantics/working-time';
import { tooLarge } from '../semantics/written';
import { MOST_IN_LINE } from './brief';
import type { FrontEnd } from './front-end';
import { readSetting, type Settings } from './settings';

/** A program that checks, ready to run: compiled once, however often its inputs change. */
export interface Program {
  /** Programs with the same key are equal. */
  readonly key: string;
  readonly texts: readonly string[];
  readonly frontEnd: FrontEnd;
  /** The inputs that the program depends on. */
  readonly inputs: readonly ProgramInput[];
  readonly core: CoreProgram;
  /** How pictures that are watched are made of what a run records for them. */
  readonly frames: readonly Frame[];
  readonly executable: Executable;
  /** The number of last outputs that exist only for the focus and are not shown. */
  readonly hidden: number;
  /** Undefined if there is nothing to differentiate. */
  readonly focus: MainExpression | undefined;
  /** Of a program at a step of a run: the input that holds what was known there, and its values over the whole run. */
  readonly recorded?: { readonly name: string; readonly value: Value; readonly spread: readonly Value[] };
}

export interface ProgramInput extends CheckedInput {
  /** The name in the core: as written, unless the name has a fixed meaning in the language. */
  readonly name: string;
}

export type Loaded =
  | { readonly tag: 'ok'; readonly program: Program }
  | { readonly tag: 'wrong'; readonly diagnostics: readonly Diagnostic[]; readonly frontEnd: FrontEnd };

export type InputValues = ReadonlyMap<string, Value>;

export function readInputs({ frontEnd, inputs, core, recorded }: Program, settings: Settings): Outcome<InputValues> {
  const values = new Map<string, Value>();
  if (recorded !== undefined) values.set(recorded.name, recorded.value);
  for (const [label, setting] of Object.entries(settings)) {
    const input = inputs.find((candidate) => candidate.label === label);
    // The notebook has this input, but this part of the program does not depend on it.
    if (input === undefined && frontEnd.inputs.some((candidate) => candidate.label === label)) continue;
    // Data has its value since the program was loaded.
    if (frontEnd.data.some((candidate) => candidate.label === label)) continue;
    if (input === undefined) {
      const names = [...frontEnd.inputs, ...frontEnd.data].map((candidate) => candidate.label).join(', ');
      return wrongInput(
        'unknown-input',
        unknownInput(label),
        names === '' ? 'the program has no inputs' : `the inputs are ${names}`,
        core.items.at(-1)?.origin,
      );
    }
    const reading = readSetting(setting, input.type, core.variants);
    if (reading.tag === 'wrong') {
      return wrongInput('input-value', unfitInput(label, reading.message), undefined, input.span);
    }
    values.set(input.name, reading.value);
  }
  return { tag: 'ok', value: values };
}

/**
 * Reads inputs that are given by hand, on the command line or to the API: a number outside its input's range is wrong,
 * as it is in the program.
 */
export function readInputsInRange(program: Program, settings: Settings): Outcome<InputValues> {
  const reading = readInputs(program, settings);
  if (reading.tag !== 'ok') return reading;
  for (const { name, label, range, span } of program.inputs) {
    const value = reading.value.get(name);
    if (range === undefined || typeof value !== 'number' || (value >= range.low && value <= range.high)) continue;
    const hint = `give a value from ${range.low} to ${range.high}, or change the range of \`${label}\` in the program`;
    return wrongInput('input-outside-range', outsideRange(value, label), hint, span);
  }
  return reading;
}

function wrongInput(
  code: string,
  message: string,
  hint: string | undefined,
  span: Span | undefined,
): Outcome<InputValues> {
  const place = span ?? { cell: 0, start: 0, end: 0 };
  return { tag: 'failed', diagnostic: error(code, place, message, { hint }) };
}

/**
 * Runs the program: all outputs, the watched series, the boundary warnings. The run is also recorded if the main
 * expression is all that the program computes, as a function of its inputs. `see` gets the machine again and again, so that
 * what it has recorded can be shown before the end. A program that has to run again does so in the seconds that are left.
 */
export function* reference(
  { executable, core, focus }: Program,
  inputs: InputValues,
  budget: Budget,
  wantTrace: boolean,
  see?: (machine: MachineState) => void,
): Task<RunOutcome> {
  const outputs = core.items.filter((item) => item.tag === 'output').length;
  const deadline = workingTime() + 1000 * budget.seconds;
  const options = { budget, deadline, inputs, watch: true } as const;
  const step = (machine: MachineState, steps: number) => {
    see?.(machine);
    return advance(machine, steps);
  };
  if (wantTrace && focus?.point.from === 'inputs' && outputs === 1) {
    const recorded = yield* run(executable, { ...options, tracing: 'record' }, step);
    // A run that has no memory to be recorded may still have a value.
    if (recorded.tag !== 'stopped' || recorded.diagnostic.code !== 'budget-memory') return recorded;
  }
  if (see === undefined) {
    // What depends on the inputs matters only where an operation is on a boundary, and few runs come to one.
    const plain = yield* run(executable, { ...options, tracing: 'none', stopsOnBoundary: true });
    if (plain.tag !== 'failed' || plain.diagnostic.code !== ON_BOUNDARY) return plain;
  }
  return yield* run(executable, { ...options, tracing: 'dependencies' }, step);
}

/**
 * Returns the point of the main expression. Its cotangent is `cotangent`, or that of a last `rd f x w`, or 1 in every
 * real of the result.
 */
export function* findPoint(
  focus: MainExpression,
  executed: Run,
  budget: Budget,
  cotangent?: Json,
): Task<Outcome<Point>> {
  const { main, point } = focus;
  if (point.from === 'inputs') {
    const given = main.parameters.map(({ name }) => executed.inputs.get(name));
    const output = executed.outputs[focus.output];
    const diagnostic = tooLarge(output, budget, main.body.origin);
    if (diagnostic !== undefined) return { tag: 'stopped', diagnostic };
    return withCotangent(focus, given, cotangent, () => ones(main, primal(output, main.target, main.variants)));
  }
  const outcome = yield* run(compile(point.program), { budget, tracing: 'none' });
  if (outcome.tag !== 'ok') return outcome;
  const given = outcome.value.outputs;
  return withCotangent(focus, given.slice(0, main.parameters.length), cotangent, () =>
    point.cotangent ? given.at(-1) : 1,
  );
}

/**
 * Returns the main expression and its point, for a question about it. Undefined if there is nothing to differentiate.
 */
export function* locatePoint(
  program: Program,
  settings: Settings,
  budget: Budget,
): Task<Outcome<{ readonly main: Main; readonly point: Point }> | undefined> {
  const { focus } = program;
  if (focus === undefined) return undefined;
  const { main } = focus;
  const known = keptPoint(program, settings, budget);
  if (known !== undefined) return { tag: 'ok', value: { main, point: known } };
  const inputs = readInputs(program, settings);
  if (inputs.tag !== 'ok') return inputs;
  const executed = yield* reference(program, inputs.value, budget, false);
  if (executed.tag !== 'ok') return executed;
  const found = yield* findPoint(focus, executed.value, budget);
  if (found.tag !== 'ok') return found;
  keepPoint(program, settings, budget, found.value);
  return { tag: 'ok', value: { main, point: found.value } };
}

interface Kept {
  readonly program: Program;
  readonly settings: string;
  readonly budget: Budget;
  readonly point: Point;
}

/** The point that was located last, because the panels of a page ask about one point at a time. */
let last: Kept | undefined;

/** Keeps the point of a program's main expression for the questions that follow. */
export function keepPoint(program: Program, settings: Settings, budget: Budget, point: Point): void {
  last = { program, settings: JSON.stringify(settings), budget, point };
}

/** Returns the point of a program's main expression, if it was the last one and was found within the budget. */
export function keptPoint(program: Program, settings: Settings, { steps, bytes }: Budget): Point | undefined {
  if (last?.program !== program || last.budget.steps > steps || last.budget.bytes > bytes) return undefined;
  return last.settings === JSON.stringify(settings) ? last.point : undefined;
}

function withCotangent(
  { main, span }: MainExpression,
  given: readonly Value[],
  cotangent: Json | undefined,
  otherwise: () => Value,
): Outcome<Point> {
  if (cotangent === undefined) return { tag: 'ok', value: { arguments: given, cotangent: otherwise() } };
  const reading = fromJson(cotangent, main.target, main.variants);
  if (reading.tag === 'ok') return { tag: 'ok', value: { arguments: given, cotangent: reading.value } };
  const message = unfitCotangent(reading.message);
  const hint = 'a cotangent has the shape of the result';
  return { tag: 'failed', diagnostic: error('cotangent', span, message, { hint }) };
}

function ones({ target, variants }: Main, value: Value): Value {
  return withRealLeaves(
    value,
    target,
    realValues(value, target, variants).map(() => 1),
    variants,
  );
}

/** Returns the description of the panels' subject. */
export function describeFocus(program: Program, focus: MainExpression, point: Point, value: Value): Focus {
  const { main, span } = focus;
  return {
    label: focusLabel(program, focus),
    span,
    leaves: main.parameters.flatMap(({ label, type, origin }, at): readonly FocusLeaf[] =>
      realLeaves(point.arguments[at], type, label, main.variants).map((leaf) => ({ ...leaf, span: origin })),
    ),
    value: showStart(value, main.target, 6, main.variants, MOST_IN_LINE),
    cotangent:
      main.target.tag === 'real' && point.cotangent === 1
        ? undefined
        : showStart(point.cotangent, main.target, 6, main.variants, MOST_IN_LINE),
  };
}

/** Returns the text of the differentiated expression, cut to one line. */
export function focusLabel({ texts }: Program, { subject }: MainExpression): string {
  const text = (texts[subject.cell] ?? '').slice(subject.start, subject.end).replace(/\s+/gu, ' ').trim();
  return text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH - 1)}…` : text;
}

const LABEL_LENGTH = 80;
