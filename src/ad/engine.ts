import type { CoreItem, CoreProgram, Term, VariantDeclaration } from '../language/core/tree';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { Lengths } from '../language/core/usual-lengths';
import type { Type } from '../language/types/type';
import type { Budget, Counts, Meter, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';

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

/** An engine that the reader has written: `own:` and its name in the program. */
export type OwnEngineId = `own:${string}`;

export type AnyEngineId = EngineId | OwnEngineId;

/** Returns the name that a reader knows an engine by. */
export function engineName(id: AnyEngineId): string {
  return id.startsWith('own:') ? id.slice('own:'.length) : id;
}

/** Returns an engine's name in tables: a reader's engine can have the name of a published one. */
export function engineLabel(id: AnyEngineId): string {
  return id.startsWith('own:') ? `${engineName(id)} (yours)` : id;
}

/**
 * The main expression, a function S -> T, with everything it needs: what every engine differentiates.
 *
 * With inputs, S is their product (the type itself for one input), and `body` computes the last output in the scope of
 * `parameters`, one per input. Without inputs, `body` is the application of `f` from `grad f x` to its one parameter.
 */
export interface Main {
  readonly variants: readonly VariantDeclaration[];
  /**
   * Closed top-level values and functions that do not depend on a parameter and can be translated once, on their own
   * (Krawiec et al., 7.5): `let` and `letrec` items, and `data` whose given value is too large to be a term. Everything else that `body` needs is inside it as lets.
   */
  readonly definitions: readonly CoreItem[];
  readonly parameters: readonly Parameter[];
  readonly body: Term;
  readonly source: Type;
  readonly target: Type;
}

export interface Parameter {
  /** The name in the reader's text. */
  readonly label: string;
  /** The bound name in `body`. */
  readonly name: string;
  readonly type: Type;
  /** The lengths of the arrays in its value in the text: see `usualLengths`. */
  readonly lengths?: readonly (Lengths | undefined)[];
  readonly origin: Span;
}

/** Where a main expression is differentiated: a value of S, one per parameter, and a cotangent of T. */
export interface Point {
  readonly arguments: readonly Value[];
  readonly cotangent: Value;
}

/**
 * Whether an engine supports a program; if not, the reason is a diagnostic with the code `unsupported` at the first
 * unsupported construct.
 */
export type Fragment = { readonly tag: 'inside' } | { readonly tag: 'outside'; readonly reason: Diagnostic };

export interface EngineResult<Counted extends Counts = Meter> extends RanOn {
  /** The main expression's value: a value of T, with plain numbers. */
  readonly value: Value;
  /** The transpose of the Jacobian applied to the cotangent: a value of S, one per parameter, leaves passed through. */
  readonly derivative: readonly Value[];
  /**
   * The same sweep with the absolute values of all coefficients (B of `agree`), in the shape of `derivative`, so that
   * cancellation does not count as disagreement. Only `trace-anf` computes it.
   */
  readonly bound?: readonly Value[];
  /** Error estimates, in the shape of `derivative`. Only `numeric` computes them. */
  readonly errors?: readonly Value[];
  readonly meter: Counted;
}

/**
 * What takes the place of derivatives inside the program: their values, where no input reaches them, or programs that
 * compute them.
 */
export type Inner = 'constant' | 'dual numbers' | 'reverse' | 'taylor';

/** Says what an engine ran on, unless it ran on the program as it stands. */
export interface RanOn {
  /** Set if derivatives inside the program were replaced. */
  readonly inner?: readonly Inner[];
  /** Set if the engine ran on the A-normal trace at the point. */
  readonly via?: 'trace';
  /** Why it ran on the trace: a clause. */
  readonly why?: string;
}

/** The derivative in one direction: F{e}(s, ds). */
export interface Directional<Counted extends Counts = Meter> extends RanOn {
  /** The main expression's value, as in `EngineResult`. */
  readonly value: Value;
  /** The Jacobian applied to the direction: a value of T, leaves passed through. */
  readonly tangent: Value;
  readonly meter: Counted;
}

export interface Translated {
  readonly program: CoreProgram;
  /** The type of the translated main expression. */
  readonly type: Type;
}

export interface Written {
  readonly text: string;
  readonly type: string;
}

/** An engine with what it counts: all of the meter, or a part. */
export interface Engine<Counted extends Counts = Meter, Id extends AnyEngineId = EngineId> {
  readonly id: Id;
  fragment(main: Main): Fragment;
  /**
   * Source-to-source engines: returns the translated program, an ordinary one; with a point, its inputs have the
   * point's values.
   */
  translate?(main: Main, point?: Point): Translated;
  /** Engines whose translation is not a program of the language: returns it as text, with its type. */
  readonly write?: (main: Main) => Written;
  /**
   * An engine that needs a pass for each direction declines a point of very many reals with the code `one-direction`,
   * and has `along`.
   */
  run(main: Main, point: Point, budget: Budget): Task<Outcome<EngineResult<Counted>>>;
  /** Differentiates along `direction`, one value per parameter (leaves are ignored). */
  readonly along?: (
    main: Main,
    point: Point,
    direction: readonly Value[],
    budget: Budget,
  ) => Task<Outcome<Directional<Counted>>>;
}

/** An engine of the registry, which may count only a part of the meter. */
export type AnyEngine = Engine<Counts>;

/** An engine of the registry, or one of the reader's. */
export type ComparedEngine = Engine<Counts, AnyEngineId>;
