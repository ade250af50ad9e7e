import type { FreshNames } from '../../language/core/fresh-names';
import type { CoreItem, Pattern, Term } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import type { Polytypic } from '../translation/polytypic/mapping';
import type { Supply } from '../translation/polytypic/numbering';
import type { Shapes } from '../translation/polytypic/shapes';
import type { Inner } from '../engine';
import type { Translation } from '../translation/rules';
import type { TapeFunctions } from './tape-functions';
import type { Binding } from './bindings';

/** The state of one replacement of all derivatives in a main expression. */
export interface Context {
  readonly fresh: FreshNames;
  readonly dual: Mode;
  readonly tape: Mode;
  /** Returns the mode of jets with the derivatives up to an order. */
  readonly jets: (order: number) => Mode;
  /** The modes that some derivative has used. */
  readonly modes: readonly Mode[];
  readonly polytypic: PolytypicFunctions;
  /** The definitions in scope, by the names that they bind. Other names are those of parameters. */
  readonly groups: Map<string, Group>;
  /** Copies of the polytypic functions, in the order in which they were first needed. */
  readonly helpers: Map<string, Group>;
  /** Functions that only constants mention. They stay as they are. */
  readonly unused: ReadonlySet<string>;
  /** Functions that differentiate an argument. Each call gets a copy of its own, in which the argument is known. */
  readonly specialised: Set<string>;
  /** Functions that have been made for one call. */
  readonly settled: Set<string>;
  /** The terms that contain a derivative or a call of a specialised function. */
  readonly reaching: WeakSet<Term>;
  readonly used: Set<Mode['inner']>;
  /** The nodes that copies have so far. */
  size: number;
  /** Why there is no replacement; the first reason counts, and what is returned after it does not matter. */
  problem: Problem | undefined;
}

export interface Problem {
  readonly reason: string;
  readonly span: Span;
}

/** One of the ways to compute a derivative. */
export interface Mode {
  readonly inner: Exclude<Inner, 'constant'>;
  /** D{-} of types. Each copy has the rest of its own. */
  readonly translation: Translation;
  readonly shapes: Shapes;
  /** Each real as one that does not depend on what is differentiated by. */
  readonly lift: Polytypic<readonly [Term]>;
  /** Returns the value of D{t} for a t that does not depend on it, from the term of type M D{A}. */
  readonly value: (action: Term) => Term;
  /** Roughly how many times as large an operation gets, besides its primal and one tangent. */
  readonly growth: number;
  /** The first letter of the names of copies. */
  readonly letter: string;
}

/** Functions that the programs call, in the order in which they were first needed. */
export interface PolytypicFunctions {
  readonly numbers: Polytypic<readonly [Term, Supply]>;
  readonly tape: TapeFunctions;
  readonly zip: Polytypic<readonly [Term, Term]>;
  readonly delta: Polytypic<readonly [Term]>;
  readonly dot: {
    readonly at: (type: Term['type'], sum: Term | undefined, first: Term, second: Term) => Term | undefined;
    readonly items: () => readonly CoreItem[];
  };
}

export interface Lift {
  readonly pattern: Pattern;
  readonly value: Term;
}

export interface Copy {
  readonly group: Group;
  readonly names: ReadonlyMap<string, string>;
}

/** A definition, and its copies D{-}, which stand below it. */
export interface Group {
  /** Without derivatives; undefined while they are being replaced. */
  binding: Binding | undefined;
  /** As the program has it. */
  readonly source: Binding;
  /** First-order values from around a copy, with the tangent 0: bound above it. */
  readonly lifts: Lift[];
  readonly isTop: boolean;
  /** How often it was copied: its number among D{D{...}}. */
  readonly order: number;
  readonly copies: Map<Mode, Copy>;
}

export function giveUp(context: Context, reason: string, span: Span): void {
  context.problem ??= { reason, span };
}
