/** What the editor asks the language worker about a program, and the answers. Places are spans of the cells' texts. */
import type { Span } from '../language/source/span';
import type { TextEdit } from '../language/source/text-edit';

export interface ProgramText {
  readonly revision: number;
  /** The code cells' texts in reading order. */
  readonly cells: readonly string[];
}

/** A question about what stands at a place. */
export interface PlaceRequest extends ProgramText {
  /** A caret is a span that is empty. */
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
  /** What the chosen one takes the place of. */
  readonly span: Span;
  /** The likeliest first. */
  readonly items: readonly Completion[];
}

export interface SignatureHelp {
  readonly signature: string;
  /** Where the arguments' types stand in the signature; of a tuple that is being written, its components' types. */
  readonly parameters: readonly (readonly [start: number, end: number])[];
  readonly active: number;
  readonly documentation: string | undefined;
}

/** A sentence where it is refused. */
export type Renaming =
  { readonly tag: 'edits'; readonly edits: readonly TextEdit[] } | { readonly tag: 'refused'; readonly why: string };

export type Renamable =
  | { readonly tag: 'name'; readonly name: string; readonly span: Span }
  | { readonly tag: 'refused'; readonly why: string };

export interface CellSymbol {
  readonly name: string;
  readonly kind: 'input' | 'function' | 'value' | 'type' | 'constructor';
  /** `loss : real -> real`; empty where it is not known. */
  readonly detail: string;
  /** Of the definition. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly CellSymbol[];
}

export interface FoldingRange {
  readonly span: Span;
  readonly kind: 'comment' | 'code';
}

/** A fix that can be applied without further thought. */
export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The code of the problem that it fixes. */
  readonly code: string;
  readonly span: Span;
}
