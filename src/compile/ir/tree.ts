import type { OperationName } from '../../language/operations/names';
import type { Span } from '../../language/source/span';
import type { Kind } from './kind';

/**
 * The intermediate representation: first-order, in A-normal form, with structured control. Products, records and known
 * closures are gone: their parts are variables of their own.
 *
 *   block     ::= s ... s results a, ..., a
 *   s         ::= x, ... = a, ... | x = op(a, ..., a)
 *               | x = new C(a, ..., a) | x = tag a | x = field C.k a
 *               | x = array [a ..., ...] | x = length a | x, ... = item a[a] | x = build i < a { block }
 *               | x = update a[a] a, ...
 *               | x = append a a | x = show a | x = spine a below a | x = steps a after k, ... below a
 *               | x = rest a after a
 *               | x, ... = if a { block } else { block }
 *               | x, ... = for i < a (p = a, ...) { block }
 *               | x, ... = while (p = a, ...) { block } exit { block } body { block }
 *               | x, ... = call f(a, ...)
 *               | x, ... = rd (p, ...) { block } at a, ... along a, ...                            (or fd)
 *               | x, ... = fail | note k at a of a, ... | watched k a, ...
 *   a         ::= x | k
 *
 * After differentiation there are also statements that work in memory:
 *
 *   s         ::= x = shadow a | accumulate a.k a | addAll a a a | push a, ... | x, ... = pop | x = mark | release a
 *               | x = tape a | keep a[a] a, ... | x, ... = spines a, ... below a
 *               | link a = a
 *
 * Invariants, checked by `check.ts`: a variable is bound once and used in its scope only, and kinds fit.
 */
export interface Variable {
  readonly tag: 'variable';
  readonly id: number;
  readonly kind: Kind;
}

export interface Constant {
  readonly tag: 'constant';
  readonly kind: Kind;
  /** A number for real and int. Data that is known when the program is compiled is `Data`. */
  readonly value: number | boolean | Data;
}

/** Constant data: a string, the fields of a constructor, or the items of an array, all flat. */
export interface Data {
  readonly constructor_: number;
  readonly parts: readonly Constant[];
  /** The number of items of an array. */
  readonly count?: number;
  readonly text?: string;
}

export type Atom = Variable | Constant;

export interface Block {
  readonly statements: readonly Statement[];
  readonly results: readonly Atom[];
}

interface Node {
  readonly targets: readonly Variable[];
  /** The place in the reader's text. */
  readonly origin: Span;
}

export type Statement = Pure | Control | Effect;

type Pure =
  | Move
  | Operation
  | Construct
  | Tag
  | Field
  | ArrayLiteral
  | Length
  | Item
  | Build
  | Append
  | Show
  | Spine
  | Steps
  | Rest;

type Control = If | For | While | Call | Derivative | Fail | Note | Watched;

/** Statements that work in memory. */
type Effect = Update | Shadow | Accumulate | AddAll | Push | Pop | Mark | Release | Tape | Keep | Spines | Link;

/** Other names for atoms. If `finite`, the run stops where a real among them, or in their data, is not finite. */
export interface Move extends Node {
  readonly tag: 'move';
  readonly values: readonly Atom[];
  readonly finite: boolean;
}

/** An operation of the language's table. */
export interface Operation extends Node {
  readonly tag: 'operation';
  readonly operation: OperationName;
  readonly arguments: readonly Atom[];
  /** It belongs to a derivative: what is not finite shows in the result, and nothing is tested. */
  readonly derivative: boolean;
  /** The way back computes it again for other operations: it has the bits that it has on the way there. */
  readonly exact?: boolean;
}

/** A value of a variant with fields; `constructor_` is an index into the constructors of its layout. Others are constants. */
export interface Construct extends Node {
  readonly tag: 'construct';
  readonly constructor_: number;
  readonly fields: readonly Atom[];
}

/** The index of the constructor of a value, an int. */
export interface Tag extends Node {
  readonly tag: 'tag';
  readonly value: Atom;
}

/** A field of a value whose constructor is known to be `constructor_`. */
export interface Field extends Node {
  readonly tag: 'field';
  readonly value: Atom;
  readonly constructor_: number;
  readonly index: number;
}

/** An array of given items; each item is as many atoms as its layout has kinds. */
export interface ArrayLiteral extends Node {
  readonly tag: 'array';
  readonly items: readonly (readonly Atom[])[];
}

export interface Length extends Node {
  readonly tag: 'length';
  readonly array: Atom;
}

/**
 * The parts of one item of an array. If `checked`, an index outside it is an error of the reader's program. A shadow that is
 * absent has absent parts.
 */
export interface Item extends Node {
  readonly tag: 'item';
  readonly array: Atom;
  readonly index: Atom;
  readonly checked: boolean;
  /** The array is a shadow, which can be absent or lack the item: then the parts are 0. */
  readonly absentIsZero?: boolean | undefined;
  /** The item may be updated later, so it cannot be read again. */
  readonly changes?: boolean | undefined;
}

/**
 * The array of `count` items (an error if negative) whose parts `body` computes for each index. With several targets,
 * as many arrays: the body's results are the parts of each, one after the other.
 */
export interface Build extends Node {
  readonly tag: 'build';
  readonly count: Atom;
  readonly index: Variable;
  readonly body: Block;
  readonly pair?: Pair | undefined;
  /** It copies the array that it reads, but for one item at most: the pass `updates` may write that item in place. */
  readonly copies?: boolean | undefined;
  /** The array is updated in place later, so it is made where it stands, and no other array stands for it. */
  readonly updated?: boolean | undefined;
}

/**
 * Writes one item of an array in place: the target is the same memory, and the array is not read by its old name any
 * more. The index is inside. The new items may refer to data that is newer than the array.
 */
export interface Update extends Node {
  readonly tag: 'update';
  readonly array: Atom;
  readonly index: Atom;
  readonly values: readonly Atom[];
}

/** Two strings, or two arrays, joined. */
export interface Append extends Node {
  readonly tag: 'append';
  readonly left: Atom;
  readonly right: Atom;
}

/** The text of a real, as a string. */
export interface Show extends Node {
  readonly tag: 'show';
  readonly number: Atom;
}

/** The array of the cells of a list, so that it can be visited from its end. */
export interface Spine extends Node {
  readonly tag: 'spine';
  readonly list: Atom;
  /** The number of cells after which the array ends, if the list does not end before. */
  readonly most?: Atom | undefined;
}

/** How many steps can be taken along all of the lists: before each one, every list has a cell, and so many more, `ahead`. */
export interface Steps extends Node {
  readonly tag: 'steps';
  readonly lists: readonly { readonly list: Atom; readonly ahead: number }[];
  /** The number of steps that are enough. */
  readonly most?: Atom | undefined;
}

/** Reads what is left of a list after so many cells. The list has as many, or is a shadow that is absent. */
export interface Rest extends Node {
  readonly tag: 'rest';
  readonly list: Atom;
  readonly after: Atom;
}

export interface If extends Node {
  readonly tag: 'if';
  readonly condition: Atom;
  readonly consequent: Block;
  readonly alternative: Block;
}

/** The same number for a loop of the way there and that of the way back: what a round of the one keeps, that of the other takes. */
export type Pair = number;

/** Runs `body` for each index below `count`, upwards or downwards; its results are the next parameters. */
export interface For extends Node {
  readonly tag: 'for';
  readonly index: Variable;
  readonly count: Atom;
  readonly down: boolean;
  readonly parameters: readonly Variable[];
  readonly initial: readonly Atom[];
  readonly body: Block;
  /** Nothing but the parameters refers to data that a round makes: the rest of it can be freed. */
  readonly forgets: boolean;
  readonly pair?: Pair | undefined;
}

/**
 * Runs `header`; while its one result is false, runs `body`, whose results are the next parameters; then `exit`, whose
 * results are those of the loop. What `header` binds is in scope in `exit` and `body`.
 */
export interface While extends Node {
  readonly tag: 'while';
  readonly parameters: readonly Variable[];
  readonly initial: readonly Atom[];
  readonly header: Block;
  readonly exit: Block;
  readonly body: Block;
  /** As in `For`. */
  readonly forgets: boolean;
  readonly pair?: Pair | undefined;
}

export interface Call extends Node {
  readonly tag: 'call';
  readonly callee: FunctionId;
  readonly arguments: readonly Atom[];
  /** The callee evaluates a `watch`, itself or through others: calls keep their number and their order. */
  readonly watches?: true;
  /** The arrays that the callee updates in place, each with its name afterwards. */
  readonly updates?: readonly Updated[];
  /** The places of arguments: arrays that may be updated later, so the callee cannot read their items again. */
  readonly changes?: readonly number[];
  /** It computes again what was computed and tested before. */
  readonly again?: true;
  /** Whether half of a derivative does no more with shadows than add to them, in any order. Other calls do not say. */
  readonly onlyAdds?: boolean;
}

/** The place of an argument, or of a parameter, and that of the result at the same address. */
export interface Updated {
  readonly argument: number;
  readonly result: number;
  /** The arrays in its items are updated, too. */
  readonly isDeep: boolean;
}

/**
 * The reverse derivative of a function at a point, of a cotangent (its results are the adjoints of the parameters,
 * leaves passed through), or the forward derivative along a tangent. `body` mentions variables of the scopes around it.
 */
export interface Derivative extends Node {
  readonly tag: 'derivative';
  readonly operator: 'rd' | 'fd';
  readonly parameters: readonly Variable[];
  readonly body: Block;
  readonly point: readonly Atom[];
  readonly direction: readonly Atom[];
  /** Whether the results of the function itself follow those of the derivative. */
  readonly withValue: boolean;
}

/** Stops the run. */
export interface Fail extends Node {
  readonly tag: 'fail';
  /** The run is out of memory. */
  readonly memory?: boolean;
  /** What the machine says where it stops for the same reason; absent where the program cannot get. */
  readonly reason?: { readonly code: string; readonly message: string };
}

/** Writes down what is computed next, so that the host can say where the run stopped: see `careful`. */
export interface Note extends Node {
  readonly tag: 'note';
  /** The number of a site. */
  readonly site: number;
  /** The number of the site that called, for a site that is not in the reader's text. */
  readonly caller: Atom | undefined;
  /** At most two reals or ints. */
  readonly values: readonly Atom[];
}

/** Hands the name and the value of a `watch` to the host, in the order of evaluation. */
export interface Watched extends Node {
  readonly tag: 'watched';
  /** The number of the `watch` in the program. */
  readonly watch: number;
  readonly values: readonly Atom[];
}

/**
 * Fresh data of the shape of a value, whose reals are 0. A shadow that nothing needs is absent: the constant 0. What is
 * added to it is lost.
 */
export interface Shadow extends Node {
  readonly tag: 'shadow';
  readonly of: Atom;
}

/** Adds to a real of a shadow: to a field of a constructor, or to a part of an item of an array. */
export interface Accumulate extends Node {
  readonly tag: 'accumulate';
  readonly shadow: Atom;
  readonly place:
    | { readonly tag: 'field'; readonly constructor_: number; readonly index: number }
    | { readonly tag: 'item'; readonly index: Atom; readonly part: number };
  readonly amount: Atom;
  /** The shadow is there, and has the place. */
  readonly present?: boolean;
  /** The shadow is that of an array that is updated: it is also read between additions, which keep their order. */
  readonly ordered?: boolean;
  /** The amount replaces what is there. */
  readonly replaces?: boolean;
}

/**
 * Adds the reals of a value to those of a shadow, both of the shape of `like`. A value of another shape is an error of
 * the reader's program; if `lenient`, parts that are absent count as 0.
 */
export interface AddAll extends Node {
  readonly tag: 'addAll';
  readonly shadow: Atom;
  readonly value: Atom;
  readonly like: Atom;
  readonly lenient: boolean;
}

/** Keeps values on the stack for the way back. */
export interface Push extends Node {
  readonly tag: 'push';
  readonly values: readonly Atom[];
}

/** Takes the values of the last push from the stack. */
export interface Pop extends Node {
  readonly tag: 'pop';
}

/** Tells how much memory is in use, an int. */
export interface Mark extends Node {
  readonly tag: 'mark';
}

/** Frees what was used since a mark: nothing that is used later lies there. */
export interface Release extends Node {
  readonly tag: 'release';
  readonly mark: Atom;
}

/** A fresh array of `count` items, which are written before they are read. */
export interface Tape extends Node {
  readonly tag: 'tape';
  readonly count: Atom;
}

/** Writes an item of a tape, or an item of a shadow on the way there, when the array that it belongs to is updated. */
export interface Keep extends Node {
  readonly tag: 'keep';
  readonly array: Atom;
  readonly index: Atom;
  readonly values: readonly Atom[];
}

/**
 * The arrays of the first cells of lists, one for each, which are visited together. A list that has fewer cells, like a shadow
 * that is absent, has absent cells after them.
 */
export interface Spines extends Node {
  readonly tag: 'spines';
  readonly lists: readonly Atom[];
  /** The number of cells of each. */
  readonly count: Atom;
}

/** Writes the rest of a list into its cell, whose rest nothing has read yet. */
export interface Link extends Node {
  readonly tag: 'link';
  readonly cell: Atom;
  readonly rest: Atom;
}

export type FunctionId = number;
