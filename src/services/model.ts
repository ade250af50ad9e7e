import { outputOf } from '../ad/main';
import type { Main } from '../ad/engine';
import { type Model } from '../compile/module/glue/open';
import { PullbackError } from '../compile/module/glue/error';
import type { Place } from '../compile/module/glue/parts';
import { openModel } from '../compile/module/model';
import { compileModel, type CompiledModel } from '../compile/module/module';
import { outside } from '../compile/module/values';
import { Unsupported } from '../compile/unsupported';
import type { CoreData } from '../language/core/tree';
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
import { type Budget, COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain, type Task } from '../semantics/task';
import { needed } from './needed';
import { loadWhole } from './loader';
import { readInputs } from './program';
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
  readonly compiled: CompiledModel;
  /** Returns the values of the inputs, fresh ones each time. */
  readonly defaults: () => Readonly<Record<string, unknown>>;
  readonly warnings: readonly Diagnostic[];
}

/** Compiles a program's last output, as a function of its inputs. */
export function* loadModel(texts: readonly string[], { budget, inputs }: ModelOptions): Task<Report<LoadedModel>> {
  const loaded = loadWhole(texts, inputs);
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
  const data = main.definitions.find(({ tag }) => tag === 'data');
  if (data?.tag === 'data') return failing([tooLarge(data)]);
  const settings = readInputs(loaded.program, inputs);
  if (settings.tag !== 'ok') return ending(settings);
  const program = executable(needed(core, ({ tag }) => tag === 'input'));
  const evaluated = yield* run(program, { budget, inputs: settings.value });
  if (evaluated.tag !== 'ok') return ending(evaluated);
  const values = evaluated.value.inputs;
  const deep = parameters.find(({ name, type }) => isNestedDeeper(values.get(name), type, MOST_NESTED, variants));
  if (deep !== undefined) {
    return failing([error('unsupported', deep.origin, `the value of ${deep.label} is nested too deeply for a module`)]);
  }
  const compiled = compileModel({
    ...main,
    inputs: parameters.map(({ label, origin }) => ({ label, span: origin })),
    placeOf: (span) => placeOf(texts, span),
    budget,
  });
  if (compiled instanceof Unsupported) return failing([declined(compiled, body.origin)]);
  const defaults = (): Readonly<Record<string, unknown>> =>
    Object.fromEntries(parameters.map(({ label, name, type }) => [label, outside(values.get(name), type, variants)]));
  return fine({ main, compiled, defaults, warnings: frontEnd.diagnostics });
}

function tooLarge({ name, label = name, origin }: CoreData): Diagnostic {
  const hint = 'declare it as an `input`, which each call of the module can set';
  return error('unsupported', origin, `the data \`${label}\` is too large to write into a module`, { hint });
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
