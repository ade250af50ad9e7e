import type { AppState } from '../store/state';

/** The headings of the palette and of the help, in order. */
export const COMMAND_GROUPS = ['Notebook', 'Cell', 'Share', 'Panels', 'View', 'Program'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** A command of the page: in the palette by name, and in the help if it has keys. */
export interface PageCommand {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  readonly keys?: Keys;
  /** Called after the palette has closed and the focus has returned to where it was. */
  readonly run: () => void;
  /** True if the command would do something now. A command without it is always available. */
  readonly available?: (state: AppState) => boolean;
}

export interface Keys {
  /** `Ctrl Shift K`; Ctrl also stands for the Command key. Commas separate alternatives. */
  readonly text: string;
  /** Who listens: the page, wherever the focus is, or the editor, which has the key itself. */
  readonly heardBy: 'page' | 'editor';
  /** In text fields the key keeps its usual meaning. */
  readonly besideFields?: boolean;
}
