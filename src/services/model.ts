import { lifted } from '../ad/compiled/prepared';
import { outputOf } from '../ad/main';
import { placeholderTerm } from '../ad/placeholder';
import type { Main } from '../ad/engine';
import { type Model } from '../compile/module/glue/open';
import { PullbackError } from '../compile/module/glue/error';
import type { Place } from '../compile/module/glue/parts';
import { openModel } from '../compile/module/model';
import { compileModel, type CompiledModel } from '../compile/module/module';
import { outside } from '../compile/module/values';
import { Unsupported } from '../compile/unsupported';
import type { DeclaredInput } from '../compile/module/declarations';
import { freeVariables, itemTerms } from '../language/core/traverse';
import type { CoreItem, CoreProgram } from '../language/core/tree';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import { lineIndex, positionAt, sourceOf } from '../language/source/position';
import { ownCount } from '../language/source/imported';
import type { Span } from '../language/source/span';
import { showType } from '../language/types/print';
import { isFirstOrder } from '../language/types/structure';
import { compile as executable } from '../semantics/compile';
import { run } from '../semantics/evaluate';
import { isNestedDeeper } from '../semantics/nesting';
import { type Budget, COMMAND_LINE_BUDGET, type Outcome } from '../semantics/outcome';
import { drain, type Task } from '../semantics/task';
import { hasValue } from './data';
import { bindersOf, needed } from './needed';
import { loadWhole } from './loader';
import { type InputValues, readInputsInRange } from './program';
import type { Settings } from './settings';
import { ending, failing, fine, type Report } from './report';

export interface ModelOptions {
  /** The limits of each call, and of finding the values of the inputs. */
  readonly budget: Budget;
  /** Values for inputs, instead of those in the program. */
  readonly inputs: Settings;
}

/** A program that is compiled to a model. */
export interface LoadedModel {
  readonly main: Main;
  readonly inputs: readonly DeclaredInput[];
  /** The data that the output needs. */
  readonly data: readonly DeclaredInput[];
  readonly compiled: CompiledModel;
  /** Returns the values of the inputs and of the data, but for those without a value; fresh ones each time. */
  readonly defaults: () => Readonly<Record<string, unknown>>;
  readonly warnings: readonly Diagnostic[];
}

/** Compiles a program's last output, as a function of its inputs and its data. */
export function* loadModel(texts: readonly string[], { budget, inputs }: ModelOptions): Task<Report<LoadedModel>> {
  const loaded = loadWhole(texts, inputs, { isOpen: true });
  if (loaded.tag === 'wrong') return failing(loaded.diagnostics);
  const { core, frontEnd } = loaded.program;
  const main = outputOf(core);
  if (main === undefined) {
    const place = { cell: Math.max(0, ownCount(texts) - 1), start: 0, end: 0 };
    const hint = 'end it with an expression: the result of the module';
    return failing([error('unsupported', place, 'this program has no output', { hint })]);
  }
  const { parameters, body, target, variants } = main;
  if (!isFirstOrder(target)) {
    const message = `the result has type ${showType(target)}, which contains functions`;
    return failing([error('unsupported', body.origin, message, { hint: 'a module returns numbers and data only' })]);
  }
  const settings = readInputsInRange(loaded.program, inputs);
  if (settings.tag !== 'ok') return ending(settings);
  const { subject, data } = lifted(main);
  const fields = [
    ...parameters,
    ...data.map(({ name, label = name, type, origin }) => ({ name, label, type, origin })),
  ];
  const found = yield* valuesOf(core, new Set(fields.map(({ name }) => name)), settings.value, budget);
  if (found.tag !== 'ok') return ending(found);
  const values = found.value;
  const valued = fields.filter(({ name }) => values.has(name));
  const deep = valued.find(({ name, type }) => isNestedDeeper(values.get(name), type, MOST_NESTED, variants));
  if (deep !== undefined) {
    return failing([error('unsupported', deep.origin, `the value of ${deep.label} is nested too deeply for a module`)]);
  }
  const compiled = compileModel({
    ...subject,
    inputs: fields.map(({ label, origin, name }) => ({ label, span: origin, hasDefault: values.has(name) })),
    placeOf: (span) => placeOf(texts, span),
    budget,
  });
  if (compiled instanceof Unsupported) return failing([declined(compiled, body.origin)]);
  const defaults = (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(valued.map(({ label, name, type }) => [label, outside(values.get(name), type, variants)]));
  const declared = fields.map(({ label, type, name }) => ({ label, type, hasDefault: values.has(name) }));
  return fine({
    main,
    inputs: declared.slice(0, parameters.length),
    data: declared.slice(parameters.length),
    compiled,
    defaults,
    warnings: frontEnd.diagnostics,
  });
}

/** Returns the values of the named inputs and data, but for those that depend on data without a value. */
function* valuesOf(
  core: CoreProgram,
  names: ReadonlySet<string>,
  inputs: InputValues,
  budget: Budget,
): Task<Outcome<InputValues>> {
  const known = { ...core, items: withoutMissing(core, inputs) };
  const program = needed(known, (item) => (item.tag === 'input' || item.tag === 'data') && names.has(item.name));
  const evaluated = yield* run(executable(program), { budget, inputs });
  if (evaluated.tag !== 'ok') return evaluated;
  const given = program.items.flatMap((item) =>
    item.tag === 'data' && item.given !== undefined ? [[item.name, item.given.value] as const] : [],
  );
  return { tag: 'ok', value: new Map([...evaluated.value.inputs, ...given]) };
}

/** Returns the items that do not depend on data without a value. Inputs with a value from outside depend on nothing. */
function withoutMissing({ items, variants }: CoreProgram, inputs: InputValues): readonly CoreItem[] {
  const missing = new Set<string>();
  return items.flatMap((item) => {
    if (item.tag === 'input' && inputs.has(item.name))
      return [{ ...item, value: placeholderTerm(item.type, variants, 0) }];
    const mentioned = itemTerms(item).flatMap((term) => [...freeVariables(term)]);
    if ((item.tag !== 'data' || hasValue(item)) && !mentioned.some((name) => missing.has(name))) return [item];
    for (const name of bindersOf(item)) missing.add(name);
    return [];
  });
}

/** The depth of the values of inputs, beyond which they cannot be written to a file. */
const MOST_NESTED = 1000;

function declined({ message, span, hint }: Unsupported, whole: Span): Diagnostic {
  const place = span.cell >= 0 ? span : whole;
  return error('unsupported', place, `this program cannot be compiled: ${message}`, { hint });
}

function placeOf(texts: readonly string[], { cell, start }: Span): Place {
  const { line, column } = positionAt(lineIndex(texts[cell] ?? ''), start);
  const { file, cell: number } = sourceOf(texts, cell);
  if (file !== undefined) return [line, column, number ?? 0, file];
  return number === undefined ? [line, column] : [line, column, number];
}

export interface CompileOptions {
  /** The most steps of a call: rounds of loops and calls of recursive functions. */
  readonly steps?: number;
  /** The most bytes of memory of a call. */
  readonly memory?: number;
  /** Values for inputs, instead of those in the program. */
  readonly inputs?: Settings;
}

/**
 * Compiles a program to a model, at run time: its last output as a function of its inputs. Throws a PullbackError if the
 * program is wrong or cannot be compiled.
 */
export function compile(texts: readonly string[], options: CompileOptions = {}): Model {
  const { steps = COMMAND_LINE_BUDGET.steps, memory = COMMAND_LINE_BUDGET.bytes, inputs = {} } = options;
  const budget = { ...COMMAND_LINE_BUDGET, steps, bytes: memory };
  const { body, diagnostics } = drain(loadModel(texts, { budget, inputs }));
  if (body !== undefined) return openModel(body.compiled, body.defaults);
  const first = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0];
  const { code, message, hint, span } = first ?? internalError('no diagnostic says why there is no model');
  throw new PullbackError(code, hint === undefined ? message : `${message}; ${hint}`, placeOf(texts, span));
}
