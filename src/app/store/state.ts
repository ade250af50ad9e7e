import type { StateCreator } from 'zustand/vanilla';
import type { Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import type { Audience } from '../../notebook/audiences';
import type { Introduced } from '../../notebook/course';
import type { Notebook } from '../../notebook/document';
import type { LinkState } from '../../notebook/link';
import type {
  CheckReply,
  DeltaPayload,
  GradientPayload,
  InputDescription,
  Json,
  ProductName,
  RunProgress,
  RunReply,
  Series,
  TracePayload,
  ValuePayload,
} from '../../protocol/messages';
import type { StepMode } from '../../protocol/steps';
import type { Panel } from '../kit/panel';
import type { Theme } from '../kit/theme';

/* The state of the page: one interface a concern, implemented by the slice of the same name in this folder. */

export type AppState = DocumentSlice &
  InputsSlice &
  NoticesSlice &
  PageSlice &
  PanesSlice &
  PointingSlice &
  ResultsSlice &
  StepsSlice &
  TimelineSlice;

/** A slice may read and set the whole state, but declares one concern. */
export type Slice<T> = StateCreator<AppState, [], [], T>;

/* ---------- document ---------- */

/** Where the document came from. Reset goes back there. */
export type Origin =
  | { readonly tag: 'builtin'; readonly id: string }
  | { readonly tag: 'link'; readonly fragment: string }
  | { readonly tag: 'own' };

export interface OpenDocument {
  readonly notebook: Notebook;
  readonly origin: Origin;
  /** Id of the shelf's record, if the reader has saved work in this document. */
  readonly shelfId: string | undefined;
  /** Input values that replace the notebook's own settings. */
  readonly inputs?: Readonly<Record<string, Json>>;
  readonly panel?: string | undefined;
  /** Index of the program cell that the panels are about. */
  readonly cell?: number;
  readonly step?: NonNullable<LinkState['step']>;
  readonly record?: DescentRecord;
  /** The screen to show in the lesson view; undefined for the notebook. */
  readonly screen?: number | undefined;
}

/** What a reader has answered in a notebook, by the ids of its prompts and exercises. */
export interface Answers {
  /** Predictions and answers to recall questions: a number or a text as typed, the text of an option, or the values of a curve. */
  readonly prompts: Readonly<Record<string, string>>;
  /** How often the checks of an exercise have failed on an answer. */
  readonly tries: Readonly<Record<string, number>>;
  /** The answers to exercises that passed last. */
  readonly passed: Readonly<Record<string, PassedAnswer>>;
}

export interface PassedAnswer {
  /** Undefined if an earlier version of the page, which did not keep it, has stored it. */
  readonly text?: string;
  /** When it passed, in milliseconds since 1970. */
  readonly at: number;
}

export interface DocumentSlice {
  readonly notebook: Notebook;
  readonly origin: Origin;
  readonly shelfId: string | undefined;
  /** Counts the opened documents. An editor belongs to one of them. */
  readonly generation: number;
  /** The revision of the text: grows with every edit and every opened document. */
  readonly textRevision: number;
  /** By cell id: the revision at which the cell's text last changed. */
  readonly versions: Readonly<Record<number, number>>;
  /** The reader has changed the text since it was opened. */
  readonly edited: boolean;
  /** What the reader has answered in this document; undefined until a part of the page has asked for it (`shelf/answers.ts`). */
  readonly answers: Answers | undefined;
  /** Id of the current cell: the one that the panels beside the notebook are about. */
  readonly current: number | undefined;
  /** Id of the cell that was requested last. It becomes current as soon as it has something to show. */
  readonly requested: number | undefined;
  /** Id of the cell that the reader clicked, edited or focused last. Scrolling chooses no other while it is in view. */
  readonly held: number | undefined;
  readonly open: (document: OpenDocument) => void;
  /** Sets the text of a cell. Consecutive quick edits with `typed` are one undo step. */
  readonly editCell: (id: number, text: string, typed?: boolean) => void;
  /** Requests a cell that the reader chose, and holds it. */
  readonly setCurrent: (id: number) => void;
  /** Requests a cell to which the reader has scrolled. */
  readonly followTo: (id: number) => void;
  /** Makes the requested cell current if it has got something to show since it was requested. */
  readonly arrive: () => void;
  readonly setShelfId: (id: string | undefined) => void;
}

/* ---------- inputs ---------- */

export interface InputsSlice {
  /** Values set by the reader, by input name. Other inputs keep the value in the program. */
  readonly overrides: Readonly<Record<string, Json>>;
  /** Grows whenever a value is set. */
  readonly inputRevision: number;
  readonly setInput: (name: string, value: Json) => void;
  /** Restores the program's value of one input, or of all. */
  readonly resetInputs: (name?: string) => void;
}

/* ---------- results ---------- */

export interface Payloads {
  readonly value: ValuePayload;
  readonly trace: TracePayload;
  readonly delta: DeltaPayload;
  readonly gradient: GradientPayload;
}

/** Identifies what a run was about: the texts that a cell depends on, alone and with the input values (`subjects.ts`). */
export interface RunKey {
  readonly texts: string;
  readonly all: string;
}

export interface ProductResult<N extends ProductName = ProductName> {
  /** `held`: the cell did not finish on an earlier visit and runs only when asked. */
  readonly state: 'empty' | 'pending' | 'partial' | 'ok' | 'error' | 'held';
  /** The last good payload. It stays while the program has errors and while a newer one is computed. */
  readonly payload: Payloads[N] | undefined;
  /** The texts that `payload` is about. Its spans are valid only while the notebook has these texts. */
  readonly texts: string;
  /** What the newest answer, good or bad, is about. */
  readonly answered: RunKey;
  /** Revision of the newest reply taken. Older replies are dropped. */
  readonly drawn: number;
  /** The errors that prevented a newer payload, when `state` is `error`. */
  readonly diagnostics: readonly Diagnostic[];
  /** The `watch` series recorded by the newest run, if that run failed. */
  readonly failedSeries: readonly Series[] | undefined;
  /** How far the run is, while it goes on. */
  readonly progress: RunProgress | undefined;
}

export type Results = { readonly [N in ProductName]: ProductResult<N> };

/** What the checker says about a program cell, with cells named by id. */
export interface CellDependencies {
  readonly runnable: boolean;
  /** The cells whose names it mentions. */
  readonly uses: readonly number[];
  readonly outputs: number;
  /** The inputs that it declares. */
  readonly declares: readonly InputDescription[];
}

/** A reply about the cell `id`. */
export interface CellReply {
  readonly reply: RunReply;
  readonly id: number;
  readonly key: RunKey;
}

export interface ResultsSlice {
  /** The newest answer of the checker; `undefined` before the first. */
  readonly check: CheckReply | undefined;
  /** The checker's answer by cell id. */
  readonly dependencies: Readonly<Record<number, CellDependencies>>;
  /** By cell id. A cell that has never run is absent. */
  readonly results: Readonly<Record<number, Results>>;
  readonly takeCheck: (reply: CheckReply) => void;
  /** Stores replies, in the order in which they came. */
  readonly takeReplies: (replies: readonly CellReply[]) => void;
  readonly setState: (
    cells: readonly { readonly id: number; readonly products: readonly ProductName[]; readonly key: RunKey }[],
    state: 'pending' | 'held',
  ) => void;
  /** Turns products that a stopped run still owed into an error. */
  readonly failPending: (id: number, products: readonly ProductName[], key: RunKey, diagnostic: Diagnostic) => void;
}

/* ---------- timeline ---------- */

/** The notebook at some time. Moments share their parts, so that a moment costs only what was edited. */
export interface NotebookMoment {
  /** Later moments of a notebook have larger numbers. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The Markdown text if the moment comes from an earlier visit and has not been parsed yet. */
  readonly notebook: Notebook | string;
}

export interface TimelineSlice {
  /** Moments before and after the present one, oldest first: the targets of undo and redo. */
  readonly past: readonly NotebookMoment[];
  readonly future: readonly NotebookMoment[];
  readonly moment: NotebookMoment;
  /** Replaces the notebook. Consecutive quick edits with the same name are one moment; those of a gesture are, however long it lasts. */
  readonly edit: (notebook: Notebook, name?: string, isGesture?: boolean) => void;
  /** Goes to another moment of the timeline; `notebook` is its parsed content. */
  readonly goToMoment: (number: number, notebook: Notebook) => void;
  /** Sets the cells that the notebook imports, unless the text has changed since `revision`. This is no moment of its own. */
  readonly setImported: (revision: number, imported: readonly string[]) => void;
  /** Restores the moments that an earlier visit saved around the opened notebook. */
  readonly restoreTimeline: (generation: number, saved: SavedTimeline) => void;
}

export interface SavedTimeline {
  readonly past: readonly NotebookMoment[];
  /** Number of the opened notebook's moment. */
  readonly number: number;
  readonly future: readonly NotebookMoment[];
}

/* ---------- steps ---------- */

/** A place at which Continue stops. */
export interface Breakpoint {
  readonly span: Span;
  /** True for a whole line: stops at every redex that begins on it. Otherwise stops at redexes inside the span. */
  readonly line: boolean;
}

export interface DescentRecord {
  readonly series: string;
  readonly record: number;
}

export interface StepsSlice {
  readonly stepMode: StepMode;
  /** The step to show. A run with fewer steps shows its last. */
  readonly stepAt: number;
  /** In the order of the text. */
  readonly breakpoints: readonly Breakpoint[];
  /** The editor's last selection, or the line of its caret. */
  readonly caret: Breakpoint | undefined;
  /** The record of a descent that the reader chose in the current cell. */
  readonly record: DescentRecord | undefined;
  readonly chooseRecord: (record: DescentRecord | undefined) => void;
  readonly setStepMode: (mode: StepMode) => void;
  readonly seekStep: (at: number) => void;
  readonly setCaret: (caret: Breakpoint) => void;
  readonly toggleBreakpoint: (place: Breakpoint) => void;
  /** Replaces the breakpoints of a cell after an edit of its text. */
  readonly moveBreakpoints: (cell: number, moved: readonly Breakpoint[]) => void;
  readonly clearBreakpoints: () => void;
}

/* ---------- pointing ---------- */

/** What the reader points at, always a span of the source. An empty span is a caret or mouse position. */
export interface Pointed {
  readonly span: Span;
  /** Name of the panel that the reader points in, or `editor`. */
  readonly from: string;
  /** Set by a click or a key: the other panels scroll to what the span stands for. */
  readonly chosen: boolean;
}

export interface PointingSlice {
  readonly pointed: Pointed | undefined;
  /** Points at a span. Without a span, stops pointing, unless another panel has pointed since. */
  readonly pointTo: (span: Span | undefined, from: string, chosen?: boolean) => void;
}

/* ---------- page ---------- */

export type DialogName = 'commands' | 'notebooks' | 'history' | 'share' | 'print' | 'help' | 'reference' | 'source';

/** A cell, by id, and one of its panels, by name. */
export interface Staged {
  readonly cell: number;
  readonly panel: string;
}

export interface PageSlice {
  /** Every panel that a tab can hold, in tab order; provided once by `main.tsx`. */
  readonly panels: readonly Pick<Panel, 'name' | 'needs' | 'above'>[];
  /** Name of the panel in the open tab. */
  readonly panel: string;
  /** By cell id: the tab that the reader chose while that cell was current. */
  readonly chosenPanels: Readonly<Record<number, string>>;
  /** The page is wide enough to show the graph above the tabs; on a narrow page the graph is one of the tabs. */
  readonly wide: boolean;
  /** The page is being laid out for printing. */
  readonly printing: boolean;
  readonly setPrinting: (printing: boolean) => void;
  /** The panel that is rendered out of sight, to be copied for print or for an offline page. */
  readonly staged: Staged | undefined;
  readonly theme: Theme;
  /** Present mode, or the lesson view: one panel at a time, and few commands. */
  readonly presenting: boolean;
  /** The screen that the lesson view shows; undefined in Present mode, which has large type, and elsewhere. */
  readonly screen: number | undefined;
  /** What the lesson view offers; undefined for all. */
  readonly offered: Introduced | undefined;
  /** The readers of the course that this one belongs to; undefined for all. */
  readonly audience: Audience | undefined;
  /** The open dialog. */
  readonly dialog: DialogName | undefined;
  /** The Delta graph fills the window. */
  readonly graphEnlarged: boolean;
  readonly setGraphEnlarged: (graphEnlarged: boolean) => void;
  /** A panel's request that the editor show and select a span; a new object for each request. */
  readonly revealed: Span | undefined;
  readonly setPanel: (panel: string) => void;
  readonly setWide: (wide: boolean) => void;
  readonly setPresenting: (presenting: boolean) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly setDialog: (dialog: DialogName | undefined) => void;
  /** A request to scroll to a cell, by id; a new object for each request. */
  readonly shownCell: { readonly id: number } | undefined;
  readonly showCell: (id: number) => void;
  /** Ids of the cells near the viewport, which run first. */
  readonly near: readonly number[];
  readonly setNear: (near: readonly number[]) => void;
  /** The ids of the breaks whose screens the reader has opened, though they are for others. */
  readonly unfolded: readonly number[];
  readonly setAudience: (audience: Audience | undefined) => void;
  /** Opens the screen after a break, or folds it. */
  readonly setFolded: (id: number, folded: boolean) => void;
  /** Id of the text cell whose Markdown is being edited. */
  readonly editing: number | undefined;
  readonly setEditing: (id: number | undefined) => void;
  readonly reveal: (span: Span) => void;
}

/* ---------- panes ---------- */

/** What a divider resizes: the width of notebook and panels, or the height of graph and tabs. */
export type Sharing = 'columns' | 'rows';

/** Size of the first pane, in percent. */
export type PaneSizes = Readonly<Record<Sharing, number>>;

export type GraphPlace = 'auto' | 'above' | 'tab';

export interface PanesSlice {
  readonly panes: PaneSizes;
  /** Sets a size, clamped to its bounds; without a size, restores the default. */
  readonly setPane: (sharing: Sharing, size?: number) => void;
  /** Where the graph is on a wide page. `auto`: above the tabs, unless the current cell asks only for other panels. */
  readonly graphPlace: GraphPlace;
  readonly setGraphPlace: (graphPlace: GraphPlace) => void;
}

/* ---------- notices ---------- */

/** A message about the page that belongs to no panel. */
export interface Notice {
  readonly id: number;
  readonly kind: 'information' | 'warning';
  readonly text: string;
  readonly action: NoticeAction | undefined;
  /** A notice about the page stays when another document opens; one about the last edit goes with the next. */
  readonly about: 'document' | 'edit' | 'page';
}

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface NoticesSlice {
  readonly notices: readonly Notice[];
  /** Shows a notice, in place of a shown one with the same text. */
  readonly notify: (kind: Notice['kind'], text: string, action?: NoticeAction, about?: Notice['about']) => void;
  readonly dismiss: (id: number) => void;
  /** Removes the notices about the document. */
  readonly clearDocumentNotices: () => void;
}
