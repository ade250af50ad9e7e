import { store } from '../store/store';
import { copyText } from './clipboard';
import { linkToPanel } from './share-link';

/** Copies a link that opens the notebook with a panel of a cell. */
export async function copyPanelLink(title: string, name: string | undefined, cell: number | undefined): Promise<void> {
  const state = store.getState();
  await copyText(await linkToPanel(state, name ?? state.panel, cell), `Link to ${title} copied.`);
}
