/** The questions of the editor to the language worker, and the replies. Places are spans in the cells' texts. */
import type { Span } from '../language/source/span';
import type { TextEdit } from '../language/source/text-edit';

export interface ProgramText {
  readonly revision: number;
  /** The code cells' texts in reading order. */
  readonly cells: readonly string[];
}

/** A question about a place. */
export interface PlaceRequest extends ProgramText {
  /** A caret is an empty span. */
  readonly at: Span;
}

/** A question about one cell. */
export interface CellRequest extends ProgramText {
  readonly cell: number;
}

export interface RenameRequest extends PlaceRequest {
  readonly name: string;
}

export interface Hover {
  readonly span: Span;
  /** `loss : real * real -> real`. */
  readonly signature: string;
  readonly documentation: string | undefined;
}

export interface Completion {
  readonly name: string;
  readonly kind: 'variable' | 'function' | 'constructor' | 'type' | 'field' | 'keyword';
  readonly signature: string | undefined;
  readonly documentation: string | undefined;
}

export interface Completions {
  /** The span that a chosen completion replaces. */
  readonly span: Span;
  /** The most likely first. */
  readonly items: readonly Completion[];
}

export interface SignatureHelp {
  readonly signature: string;
  /** The places of the argument types in the signature; for a tuple that is being typed, those of its components. */
  readonly parameters: readonly (readonly [start: number, end: number])[];
  readonly active: number;
  readonly documentation: string | undefined;
}

/** `why` is a sentence. */
export type Renaming =
  { readonly tag: 'edits'; readonly edits: readonly TextEdit[] } | { readonly tag: 'refused'; readonly why: string };

export type Renamable =
  | { readonly tag: 'name'; readonly name: string; readonly span: Span }
  | { readonly tag: 'refused'; readonly why: string };

export interface CellSymbol {
  readonly name: string;
  readonly kind: 'input' | 'data' | 'function' | 'value' | 'type' | 'constructor';
  /** `loss : real -> real`; empty if the type is unknown. */
  readonly detail: string;
  /** The span of the definition. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly CellSymbol[];
}

export interface FoldingRange {
  readonly span: Span;
  readonly kind: 'comment' | 'code';
}

/** A fix that can be applied as it is. */
export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The code of the problem that it fixes. */
  readonly code: string;
  readonly span: Span;
}
