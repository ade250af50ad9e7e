import { CELL_COMMANDS } from './cell-commands';
import type { Command, CommandGroup } from './command';
import { copyText } from '../shelf/clipboard';
import { openFile } from '../shelf/files';
import { openNew, resetToOriginal } from '../shelf/navigation';
import { pickFile } from '../kit/pick-file';
import { linkTo } from '../shelf/share-link';
import { graphAbove, namedAbove } from '../store/panels';
import { PANELS } from '../panels/registry';
import { titleOf } from '../store/document';
import { isResettable } from '../store/origin';
import { FIRST_SIZES } from '../store/panes';
import { store } from '../store/store';
import { markdownWithLink } from './share-texts';
import type { Theme } from '../kit/theme';
import type { DialogName } from '../store/state';

/** All of them. */
export const COMMANDS: readonly Command[] = [
  {
    id: 'commands',
    title: 'Find a command',
    group: 'Notebook',
    keys: { text: 'Ctrl K, F1', heardBy: 'page' },
    run: () => {
      const { dialog, setDialog } = store.getState();
      setDialog(dialog === 'commands' ? undefined : 'commands');
    },
    available: ({ dialog }) => dialog === undefined || dialog === 'commands',
  },
  dialog('notebooks', 'Notebook', 'Open a notebook'),
  {
    id: 'new',
    title: 'New notebook',
    group: 'Notebook',
    run: () => {
      openNew();
    },
  },
  {
    id: 'open-file',
    title: 'Open a file',
    group: 'Notebook',
    run: () => {
      pickFile((file) => void openFile(file));
    },
  },
  {
    id: 'reset',
    title: 'Reset to the original',
    group: 'Notebook',
    run: resetToOriginal,
    available: isResettable,
  },

  ...CELL_COMMANDS,

  dialog('share', 'Share', 'Share this notebook'),
  { id: 'copy-link', title: 'Copy the link', group: 'Share', run: () => void copyLink() },
  { id: 'copy-markdown', title: 'Copy as Markdown with link', group: 'Share', run: () => void copyMarkdown() },

  editor('editor.action.formatDocument', 'Format the program', 'Shift Alt F'),
  {
    id: 'reset-inputs',
    title: 'Reset the inputs to the program’s values',
    group: 'Program',
    run: () => {
      store.getState().resetInputs();
    },
    available: ({ overrides }) => Object.keys(overrides).length > 0,
  },
  editor('editor.action.marker.next', 'Go to the next problem', 'F8'),
  editor('editor.action.quickFix', 'Mend a problem', 'Ctrl .'),
  editor('editor.action.revealDefinition', 'Go to where a name is defined', 'F12'),
  editor('editor.action.goToReferences', 'List where a name is used', 'Shift F12'),
  editor('editor.action.rename', 'Rename a name, in all cells', 'F2'),
  editor('editor.action.quickOutline', 'List what the cell defines', 'Ctrl Shift O'),
  editor('editor.action.showHover', 'Show the type of what is under the caret', 'Ctrl I'),
  editor('editor.action.triggerParameterHints', 'Show the arguments of a function', 'Ctrl Shift Space'),
  editor('pullback.values', 'Show values and adjoints in the text, or hide them', 'Alt V'),
  editor('pullback.breakpoint', 'Set or remove a breakpoint, in the line or in what is selected', 'F9'),
  editor('actions.find', 'Find in the cell', 'Ctrl F'),
  editor('editor.action.commentLine', 'Comment or uncomment the lines', 'Ctrl /'),
  editor('editor.fold', 'Fold', 'Ctrl Shift ['),
  editor('editor.unfold', 'Unfold', 'Ctrl Shift ]'),

  ...PANELS.map(({ name, title, above = false }): Command => ({
    id: `panel-${name}`,
    title: `Open panel: ${title}`,
    group: 'Panels',
    run: () => {
      store.getState().setPanel(name);
    },
    available: (state) => !(above && graphAbove(state)),
  })),

  {
    id: 'present',
    title: 'Present',
    group: 'View',
    run: () => {
      store.getState().setPresenting(true);
    },
    available: ({ presenting, wide }) => wide && !presenting,
  },
  {
    id: 'end-presentation',
    title: 'End the presentation',
    group: 'View',
    run: () => {
      store.getState().setPresenting(false);
    },
    available: ({ presenting }) => presenting,
  },
  {
    id: 'enlarge-graph',
    title: 'Enlarge the Delta graph, or end that',
    group: 'View',
    keys: { text: 'Alt G', heardBy: 'page' },
    run: () => {
      const { graphEnlarged, setGraphEnlarged } = store.getState();
      setGraphEnlarged(!graphEnlarged);
    },
    available: (state) => state.dialog === undefined && (graphAbove(state) || state.panel === namedAbove(state)),
  },
  theme('light', 'Theme: light'),
  theme('dark', 'Theme: dark'),
  theme('system', 'Theme: as the system has it'),
  {
    id: 'reset-panes',
    title: 'Reset the sizes of the panes',
    group: 'View',
    run: () => {
      const { setPane } = store.getState();
      setPane('columns');
      setPane('rows');
    },
    available: ({ wide, presenting, panes }) =>
      wide && !presenting && (panes.columns !== FIRST_SIZES.columns || panes.rows !== FIRST_SIZES.rows),
  },
  dialog('help', 'View', 'Help'),
];

export function isAvailable({ available }: Command): boolean {
  return available?.(store.getState()) ?? true;
}

function dialog(name: DialogName, group: CommandGroup, title: string): Command {
  return {
    id: name,
    title,
    group,
    run: () => {
      store.getState().setDialog(name);
    },
  };
}

function editor(id: string, title: string, keys: string): Command {
  return {
    id,
    title,
    group: 'Program',
    keys: { text: keys, heardBy: 'editor' },
    run: () =>
      void import('../editor/actions').then(({ runEditorAction }) => {
        runEditorAction(id);
      }),
  };
}

function theme(name: Theme, title: string): Command {
  return {
    id: `theme-${name}`,
    title,
    group: 'View',
    run: () => {
      store.getState().setTheme(name);
    },
    available: (state) => state.theme !== name,
  };
}

async function copyLink(): Promise<void> {
  await copyText(await linkTo(store.getState()), 'The link is copied.');
}

async function copyMarkdown(): Promise<void> {
  const state = store.getState();
  const text = markdownWithLink(state.notebook, titleOf(state.notebook), await linkTo(state));
  await copyText(text, 'The notebook is copied as Markdown, with its link.');
}
