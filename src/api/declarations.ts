/**
 * The API of the package, as its readers see it: `scripts/bundle.mjs` ships this file, as it is, as the package's
 * declarations. So it imports nothing, and `api.test.ts` compares it with what `index.ts` exports.
 */

/**
 * A value: a real or an int is a number; an `array real` is a Float64Array; unit, tuples, lists and other arrays are
 * arrays; records are objects; variants are `{ tag, value }`, without `value` for a constructor without payload. `null`
 * stands for the derivative with respect to what is not a real.
 */
export type Value =
  null | boolean | number | string | Float64Array | readonly Value[] | { readonly [field: string]: Value };

/** Values by the names of inputs and data. */
export type Values = Readonly<Record<string, Value>>;

export type EngineId =
  | 'trace'
  | 'trace-anf'
  | 'forward'
  | 'reverse-dense'
  | 'reverse-delta'
  | 'reverse'
  | 'tape'
  | 'compiled'
  | 'curry'
  | 'curry-dependent'
  | 'taylor'
  | 'numeric';

/** A place in the program: lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Span {
  /** The path of the text in `imports` that the place is in; of the program itself, nothing. */
  readonly file?: string;
  /** The cell of an imported notebook, from 1, if it has several. */
  readonly cell?: number;
  readonly start: Position;
  readonly end: Position;
}

/** An error, a warning, or a hint on how to write a program that is right, which `check` alone returns. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning' | 'hint';
  /** Stable, such as `type-mismatch`, `domain`, `index`, `input-value`, `budget-steps`. */
  readonly code: string;
  /** The problem, in words. */
  readonly message: string;
  /** A likely fix, in words. */
  readonly hint?: string;
  readonly span: Span;
  readonly related: readonly { readonly message: string; readonly span: Span }[];
}

/** The result for a program that is wrong, is undefined at its inputs, or reached a limit. */
export interface Failed {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Checked {
  readonly ok: true;
  /** Warnings. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The limits of a computation. */
export interface Limits {
  /** The most steps; 10^9 if left out. */
  readonly steps?: number;
  /** The most seconds; 60 if left out. */
  readonly seconds?: number;
  /** The most bytes of memory; 10^9 if left out. */
  readonly memory?: number;
}

/** Texts of programs, or of notebooks where the path ends in `.md`, by path. */
export type Imports = Readonly<Record<string, string>>;

export interface CheckOptions {
  /** What the imports of the program name. A path in a text is relative to that text. No file is read. */
  readonly imports?: Imports;
}

export interface AgreeOptions extends Limits, CheckOptions {
  /** Values for inputs and data, instead of those in the program. For an `array real`, an array of numbers is taken too. */
  readonly inputs?: Values;
  /** The cotangent, of the shape of the result; if left out, 1 for every real of the result. */
  readonly cotangent?: Value;
}

export interface RunOptions extends AgreeOptions {
  /** The engine to differentiate with; if left out, `compiled`, or the next best engine that has a result. */
  readonly engine?: EngineId;
  /** Whether to compute the Jacobian: a list, one derivative for each real of the result. */
  readonly jacobian?: boolean;
}

/** The counts of an engine. A count that it did not take is left out. */
export interface Meter {
  /** Primitive operations of the program. */
  readonly primal?: number;
  /** Operations of the derivative. */
  readonly derivative?: number;
  readonly nodes?: number;
  readonly visits?: number;
  readonly reevaluations?: number;
  /** The most entries alive at a time. */
  readonly live?: number;
  readonly steps?: number;
  /** The most bytes in use at a time. Only `compiled` measures them. */
  readonly bytes?: number;
}

export interface Derivative<D> {
  readonly engine: EngineId;
  /** With respect to each input, by name. */
  readonly value: D;
  /** Only of an engine that needs a pass for each real of the inputs, where there are many: the direction it took. */
  readonly direction?: Values;
  /** Whether the engine differentiated the program's trace, because the program itself differentiates. */
  readonly via?: 'trace';
  /** The engines that were tried before. */
  readonly declined?: readonly { readonly engine: EngineId; readonly reason: string }[];
}

export interface Ran<D> {
  readonly ok: true;
  readonly outputs: readonly { readonly type: string; readonly value: Value }[];
  readonly inputs: readonly { readonly name: string; readonly type: string; readonly value: Value }[];
  /**
   * The derivative of the last output; null if the program has no input, or if the result is not one real and neither a
   * cotangent nor the Jacobian was asked for.
   */
  readonly derivative: Derivative<D> | null;
  /** The watched values by the names of their series; sequences in them are plain arrays, and a picture is the text `a picture`. */
  readonly watch: Readonly<Record<string, readonly Value[]>>;
  readonly warnings: readonly Diagnostic[];
  readonly seconds: Seconds;
  readonly meter: Meter;
}

/** The seconds that the parts of a run took; null for what was not done. */
export interface Seconds {
  readonly check: number;
  /** To read the values that were given for data. */
  readonly read: number;
  /** To prepare the program for the engine that differentiates it. */
  readonly compile: number | null;
  /** To evaluate all outputs, by interpretation; null if that reached a limit, and compiled code did. */
  readonly value: number | null;
  /** To differentiate, by the engine, which computes the value too. */
  readonly derivative: number | null;
}

/** One engine's part of a comparison. */
export type Column =
  | {
      readonly status: 'ok';
      readonly value: Value;
      readonly derivative: Values;
      /** Estimated errors, by an engine that approximates. */
      readonly error?: Values;
      readonly via?: 'trace';
      readonly seconds: number;
      readonly meter: Meter;
    }
  | {
      readonly status: 'one direction' | 'unsupported' | 'not comparable' | 'failed' | 'stopped';
      readonly reason: string;
    };

export interface Agreement {
  readonly ok: true;
  readonly engines: Readonly<Record<EngineId, Column>>;
  readonly verdict: 'agree' | 'disagree' | 'too much cancellation' | 'no verdict';
  /**
   * The largest difference between any two engines but `numeric` in one entry of the derivative, relative to the
   * derivative's largest entry or 1, whichever is larger; null if fewer than two have a result.
   */
  readonly maxRelativeDifference: number | null;
}

export interface CompileOptions extends CheckOptions {
  /** Values for inputs and data, instead of those in the program. For an `array real`, an array of numbers is taken too. */
  readonly inputs?: Values;
  /** The most steps of a call: rounds of loops and calls of recursive functions; 10^9 if left out. */
  readonly steps?: number;
  /** The most bytes of memory of a call; 10^9 if left out. */
  readonly memory?: number;
}

/**
 * A compiled program: its last output as a function of its inputs and its data. `Inputs` are the types of the inputs that
 * contain reals, by which it is differentiated, and `Data` those of the rest: of data, and of other inputs. They and
 * `Output` are the caller's word for the program's types; nothing checks them.
 */
export interface Model<Inputs = Values, Output = Value, Data = unknown> {
  /** The values of the inputs and of the data in the program, as far as it has them. */
  readonly defaults: Inputs & Partial<Data>;
  /**
   * Returns the value at inputs; those that are left out have the values in the program.
   * @throws {PullbackError} if an input does not fit or is missing, or the program has no value there.
   */
  value(inputs?: Partial<Inputs & Data>): Output;
  /**
   * Returns the value and the gradient: the derivative of the result, weighted by a cotangent of its shape, with respect
   * to each input that contains reals. The cotangent is 1 for every real of the result if it is left out.
   * @throws {PullbackError}
   */
  gradient(inputs?: Partial<Inputs & Data>, cotangent?: Output): { readonly value: Output; readonly gradient: Inputs };
  /**
   * Returns the value and its derivative in a direction, which is 0 in the inputs that it leaves out.
   * @throws {PullbackError}
   */
  directional(
    inputs: Partial<Inputs & Data>,
    direction: Partial<Inputs>,
  ): { readonly value: Output; readonly tangent: Output };
}

/**
 * Checks a program without running it. A wrong program is a result with `ok: false`.
 * @throws {PullbackError} if an option is wrong.
 */
export declare function check(source: string, options?: CheckOptions): Checked | Failed;

/**
 * Runs a program and differentiates its last output with respect to its inputs. A wrong program is a result with
 * `ok: false`.
 * @throws {PullbackError} if an option is wrong.
 */
export declare function run(
  source: string,
  options?: RunOptions & { readonly engine?: undefined; readonly jacobian?: false },
): Ran<Values> | Failed;
export declare function run(
  source: string,
  options: RunOptions & { readonly engine?: undefined; readonly jacobian: true },
): Ran<readonly Values[]> | Failed;
/** With an engine of the caller's choice, which can take one direction only: then a derivative is one number. */
export declare function run(
  source: string,
  options?: RunOptions,
): Ran<Values | number | readonly (Values | number)[]> | Failed;

/**
 * Differentiates a program with every engine and compares the results. A wrong program is a result with `ok: false`.
 * @throws {PullbackError} if an option is wrong.
 */
export declare function agree(source: string, options?: AgreeOptions): Agreement | Failed;

/**
 * Compiles a program to WebAssembly, with its gradient and its directional derivative. Rejects with a PullbackError if
 * the program or an option is wrong.
 */
export declare function compile<Inputs = Values, Output = Value, Data = unknown>(
  source: string,
  options?: CompileOptions,
): Promise<Model<Inputs, Output, Data>>;

/** An error in a call: in its arguments, or in what the program computes from them. */
export declare class PullbackError extends Error {
  readonly name: 'PullbackError';
  /** As in diagnostics: `domain`, `not-finite`, `index`, `input-value`, `budget-steps`, ...; `argument` for an option. */
  readonly code: string;
  /** Where in the program. */
  readonly place: { readonly line: number; readonly column: number; readonly cell?: number; readonly file?: string };
  /** Where in what was given, such as `w[3]`; empty if the program is at fault. */
  readonly path: string;
  private constructor(code: string, message: string, place: readonly [line: number, column: number], path?: string);
}
