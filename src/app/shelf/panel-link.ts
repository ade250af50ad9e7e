import { store } from '../store/store';
import { copyText } from './clipboard';
import { linkToPanel } from './share-link';

/** Puts a link that opens the notebook with a panel of a cell into the clipboard. */
export async function copyPanelLink(title: string, name: string | undefined, cell: number | undefined): Promise<void> {
  const state = store.getState();
  await copyText(await linkToPanel(state, name ?? state.panel, cell), `The link to ${title} is copied.`);
}
