import type { Span } from '../language/source/span';
import type { DataFile } from '../notebook/data-file';
import type { TableEdit } from '../notebook/table-edits';
import type { TableWindow } from '../notebook/table-window';
import type {
  CellRequest,
  CellSymbol,
  Completions,
  QuickFix,
  FoldingRange,
  Hover,
  PlaceRequest,
  ProgramText,
  Renamable,
  RenameRequest,
  Renaming,
  SignatureHelp,
} from './editing';
import type { CheckReply, CheckRequest } from './messages';

/** The questions to the language worker, and the replies. */
export interface LanguageApi {
  check(request: CheckRequest): CheckReply;
  /** Returns the formatted text of a cell, or the text itself if it does not parse. */
  format(text: string): string;
  hover(request: PlaceRequest): Hover | undefined;
  completions(request: PlaceRequest): Completions | undefined;
  signatureHelp(request: PlaceRequest): SignatureHelp | undefined;
  /** Returns where the name at a place is bound; undefined for a name of the prelude. */
  definition(request: PlaceRequest): Span | undefined;
  /** Returns all places of the name at a place, including that of its binder. */
  references(request: PlaceRequest): readonly Span[];
  renamable(request: PlaceRequest): Renamable;
  rename(request: RenameRequest): Renaming;
  symbols(request: CellRequest): readonly CellSymbol[];
  folds(request: CellRequest): readonly FoldingRange[];
  fixes(request: CellRequest): readonly QuickFix[];
  table(request: TableRequest): TableWindow;
  /** Returns the rows in a table's block after an edit; undefined if it does not apply. */
  tableEdit(request: TableEditRequest): string | undefined;
  /** Returns the rows in a table's block that have no problem. */
  soundRows(text: string): string;
  /** Reads a file with data for a program. */
  dataFile(request: DataFileRequest): DataReply;
}

/** A question about the rows of a table's block. */
export interface TableRequest {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface TableEditRequest {
  readonly text: string;
  readonly edit: TableEdit;
}

export interface DataFileRequest extends ProgramText {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a file becomes, with a name that is not taken; or the value of the data without a value that has the file's name. */
export type DataReply =
  | (DataFile & {
      /** The declaration that a table replaces, and the definition by the table that takes its place, if there is one. */
      readonly replaced?: Span;
      readonly definition?: string;
    })
  /** The value to write after a declaration. */
  | { readonly tag: 'filled'; readonly name: string; readonly item: Span; readonly value: string };

/** What the language worker exposes. An answer is undefined if a newer question of its name has replaced it. */
export type LanguageWorker = {
  readonly [Name in keyof LanguageApi]: (
    request: Parameters<LanguageApi[Name]>[0],
  ) => Promise<ReturnType<LanguageApi[Name]> | undefined>;
} & {
  /** Answers after so many rounds of work, unless the worker is stuck. */
  ping(rounds?: number): number;
};
