import { CELL_COMMANDS } from './cell-commands';
import type { PageCommand, CommandGroup } from './command';
import { copyWithNotice } from '../shelf/clipboard';
import { openFile } from '../shelf/files';
import { resetToOriginal } from '../shelf/navigation';
import { startNew } from '../shelf/new-notebook';
import { NOTEBOOK_FILES, pickFile } from '../kit/pick-file';
import { linkTo } from '../shelf/share-link';
import { graphAbove, namedAbove } from '../store/panels';
import { hasScreens } from '../../notebook/screens';
import { PANELS } from '../panels/registry';
import { notebookTitle } from '../store/document';
import { isResettable } from '../store/origin';
import { FIRST_SIZES } from '../store/panes';
import { store } from '../store/store';
import { markdownWithLink } from './share-texts';
import type { Theme } from '../kit/theme';
import type { DialogName } from '../store/state';

/** Every command of the page, in palette order. */
export const PAGE_COMMANDS: readonly PageCommand[] = [
  {
    id: 'commands',
    title: 'Search commands',
    group: 'Notebook',
    keys: { text: 'Ctrl K, Ctrl Shift P', heardBy: 'page' },
    run: () => {
      const { dialog, setDialog } = store.getState();
      setDialog(dialog === 'commands' ? undefined : 'commands');
    },
    available: ({ dialog }) => dialog === undefined || dialog === 'commands',
  },
  dialog('notebooks', 'Notebook', 'Open notebook'),
  {
    id: 'new',
    title: 'New notebook',
    group: 'Notebook',
    run: () => {
      startNew();
    },
  },
  {
    id: 'open-file',
    title: 'Open file',
    group: 'Notebook',
    run: () => {
      pickFile(NOTEBOOK_FILES, (file) => void openFile(file));
    },
  },
  {
    id: 'reset',
    title: 'Reset notebook',
    group: 'Notebook',
    run: resetToOriginal,
    available: isResettable,
  },
  dialog('source', 'Notebook', 'Show Markdown source'),

  ...CELL_COMMANDS,

  dialog('share', 'Share', 'Share notebook'),
  { id: 'copy-link', title: 'Copy link', group: 'Share', run: () => void copyLink() },
  { id: 'copy-markdown', title: 'Copy as Markdown', group: 'Share', run: () => void copyMarkdown() },

  {
    ...dialog('print', 'Share', 'Print notebook'),
    keys: { text: 'Ctrl P', heardBy: 'page' },
    available: (state) => state.dialog !== 'print',
  },

  editor('editor.action.formatDocument', 'Format cell', 'Shift Alt F'),
  {
    id: 'reset-inputs',
    title: 'Reset inputs',
    group: 'Program',
    run: () => {
      store.getState().resetInputs();
    },
    available: ({ overrides }) => Object.keys(overrides).length > 0,
  },
  editor('editor.action.marker.next', 'Next problem', 'F8'),
  editor('editor.action.quickFix', 'Quick fix', 'Ctrl .'),
  editor('editor.action.revealDefinition', 'Go to definition', 'F12'),
  editor('editor.action.goToReferences', 'Find references', 'Shift F12'),
  editor('editor.action.rename', 'Rename symbol', 'F2'),
  editor('editor.action.quickOutline', 'Cell outline', 'Ctrl Shift O'),
  editor('editor.action.showHover', 'Show type', 'Ctrl I'),
  editor('editor.action.triggerParameterHints', 'Show parameters', 'Ctrl Shift Space'),
  editor('pullback.values', 'Toggle inline values', 'Alt V'),
  editor('pullback.breakpoint', 'Toggle breakpoint', 'F9'),
  editor('actions.find', 'Find in cell', 'Ctrl F'),
  editor('editor.action.commentLine', 'Toggle comment', 'Ctrl /'),
  editor('editor.fold', 'Fold', 'Ctrl Shift ['),
  editor('editor.unfold', 'Unfold', 'Ctrl Shift ]'),

  ...PANELS.map(({ name, title, above = false }): PageCommand => ({
    id: `panel-${name}`,
    title: `Open panel: ${title}`,
    group: 'Panels',
    run: () => {
      store.getState().setPanel(name);
    },
    available: (state) => !(above && graphAbove(state)) && state.offered?.panels.includes(name) !== false,
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
    title: 'Exit presentation',
    group: 'View',
    run: () => {
      store.getState().setPresenting(false);
    },
    available: ({ presenting, screen }) => presenting && screen === undefined,
  },
  {
    id: 'lesson',
    title: 'Lesson view',
    group: 'View',
    run: () =>
      void import('./lesson').then((lesson) => {
        lesson.enterLesson();
      }),
    available: ({ presenting, notebook }) => !presenting && hasScreens(notebook),
  },
  {
    id: 'leave-lesson',
    title: 'Exit lesson view',
    group: 'View',
    run: () =>
      void import('./lesson').then((lesson) => {
        lesson.leaveLesson();
      }),
    available: ({ screen }) => screen !== undefined,
  },
  {
    id: 'enlarge-graph',
    title: 'Toggle full-window Delta graph',
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
  theme('system', 'Theme: system'),
  {
    id: 'reset-panes',
    title: 'Reset pane sizes',
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
  // In the editor, F1 opens the entry of the word at the caret.
  { ...dialog('reference', 'View', 'Language reference'), keys: { text: 'F1', heardBy: 'page' } },
];

export function isAvailable({ available }: PageCommand): boolean {
  return available?.(store.getState()) ?? true;
}

function dialog(name: DialogName, group: CommandGroup, title: string): PageCommand {
  return {
    id: name,
    title,
    group,
    run: () => {
      store.getState().setDialog(name);
    },
  };
}

function editor(id: string, title: string, keys: string): PageCommand {
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

function theme(name: Theme, title: string): PageCommand {
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
  await copyWithNotice(await linkTo(store.getState()), 'Link copied.');
}

async function copyMarkdown(): Promise<void> {
  const state = store.getState();
  const link = await linkTo(state);
  const text = link && markdownWithLink(state.notebook, notebookTitle(state.notebook), link);
  await copyWithNotice(text, 'Notebook copied as Markdown.');
}
