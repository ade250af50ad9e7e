import { createRoot, type Root } from 'react-dom/client';
import { programOf } from '../../notebook/document';
import { store } from '../store/store';
import { startPipeline } from '../workers/pipeline';
import { cellElementId } from './ids';
import { OfflineCell } from './OfflineCell';

/** Starts to run what an input reaches. */
export function startRuns(): void {
  startPipeline();
  // The pipeline follows changes, and some results may be missing already.
  store.setState(({ inputRevision }) => ({ inputRevision: inputRevision + 1 }));
}

/** Ids of the code cells. */
export function codeCells(): readonly number[] {
  return programOf(store.getState().notebook).flatMap(({ tag, id }) => (tag === 'code' ? [id] : []));
}

/** Renders a code cell into its element. */
export function renderCell(id: number, host: HTMLElement): Root {
  const root = createRoot(host, { identifierPrefix: cellElementId(id) });
  root.render(<OfflineCell id={id} />);
  return root;
}
