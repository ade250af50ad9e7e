import { store } from '../store/store';
import { copyWithNotice } from './clipboard';
import { linkToPanel } from './share-link';

/** Copies a link that opens the notebook with a panel of a cell. */
export async function copyPanelLink(title: string, name: string | undefined, cell: number | undefined): Promise<void> {
  const state = store.getState();
  await copyWithNotice(await linkToPanel(state, name ?? state.panel, cell), `Link to ${title} copied.`);
}
