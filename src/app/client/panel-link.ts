import { PANELS } from '../panels/registry';
import { store } from '../store/store';
import { copyText } from './clipboard';
import { linkToPanel } from './share-link';

/** Puts a link that opens the notebook with this panel of a cell into the clipboard. */
export async function copyPanelLink(title: string, cell: number | undefined): Promise<void> {
  const state = store.getState();
  const panel = PANELS.find((candidate) => candidate.title === title)?.name ?? state.panel;
  await copyText(await linkToPanel(state, panel, cell), `The link to ${title} is copied.`);
}
