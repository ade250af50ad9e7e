import type { Failure } from '../../../semantics/failure';
import type { Budget } from '../../../semantics/outcome';
import type { Binary } from '../../run/instance';
import type { hold } from './hold';
import type { Shape } from './shapes';
import type { Codecs } from './transfer';
import type { withParts } from './with-parts';

/** A line and a column, from 1; the cell, from 1, or 0 if there is one only; and the file, if it is an imported one. */
export type Place = readonly [line: number, column: number, cell?: number, file?: string];

export interface Input {
  readonly name: string;
  readonly type: number;
  /** Whether the program is differentiated with respect to it: it contains reals, and is not data. */
  readonly moves: boolean;
  /** The message for a call without a value, if the program has none either. */
  readonly missing?: string;
  readonly place: Place;
}

/** The text of an error, and the number of values that it is followed by; 'index' for an index and a length. */
export type Template = readonly [code: string, text: string, values: number | 'index'];

/**
 * A place where a run can stop: the templates for arguments outside the domain (or for a derivative inside the program),
 * and for the result; and where that is. Without a place it is that of the site that called.
 */
export type SiteEntry = readonly [before: number, after: number, place: Place | 0, derivative?: 1];

/** What can be given in a shape that does not fit another: only models whose types have different shapes have it. */
export interface ShapeParts {
  readonly sameShape: (first: unknown, second: unknown) => boolean;
  readonly cotangent: Failure;
  readonly tangent: Failure;
}

/** What a model consists of besides code. */
export interface Description {
  readonly types: readonly Shape[];
  /** The bytes that a part of each type takes. */
  readonly size: readonly number[];
  readonly inputs: readonly Input[];
  /** The number of inputs that are data, the last ones: entries neither take a direction for these nor return an adjoint. */
  readonly fixed: number;
  readonly output: number;
  /** The limits of a call. */
  readonly limits: Omit<Budget, 'seconds'>;
  readonly stops: { readonly steps: Failure; readonly memory: Failure };
  readonly templates: readonly Template[];
  /** The first is the main expression. */
  readonly sites: readonly SiteEntry[];
}

/** All that a model consists of besides the code of `open`. */
export interface Parts extends Description {
  /** Makes the module; the host may have no memory for it. */
  readonly binary: () => Binary;
  /** Returns the values in the program, fresh ones each time; what has none there must be given in each call. */
  readonly defaults: () => Readonly<Record<string, unknown>>;
  readonly codecs: Codecs;
  readonly outOfBounds?: ((index: number, length: number) => Failure) | undefined;
  readonly shape?: ShapeParts | undefined;
  /** Only models whose types have parts have it. */
  readonly withParts?: typeof withParts | undefined;
  /** Only models that have data with a value in the program have it. */
  readonly hold?: typeof hold | undefined;
}
