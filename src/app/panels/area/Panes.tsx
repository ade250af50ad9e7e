import { lazily } from '../../kit/lazily';
import { useAppStore } from '../../store/hooks';
import type { Sharing } from '../../store/state';

const Divider = lazily(() => import('./Divider').then((module) => module.Divider));

/**
 * The divider between the two panes of its parent element. It overlays the line between them and changes a share that
 * the style of the grid reads, so loading or dragging it does not rebuild the panes.
 */
export function PaneDivider({ sharing }: { readonly sharing: Sharing }) {
  const divided = useAppStore(({ wide, presenting }) => wide && !presenting);
  return divided && <Divider sharing={sharing} />;
}
