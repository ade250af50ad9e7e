import { lazy, Suspense } from 'react';
import { useAppStore } from '../../store/hooks';
import type { Sharing } from '../../store/state';

const Divider = lazy(() => import('./Divider').then((module) => ({ default: module.Divider })));

/**
 * What two panes are resized by, of the element that it stands in. It lies over the line between them and moves a share
 * that the grid's style takes from the page, so that nothing is built anew when it arrives or is used.
 */
export function PaneDivider({ sharing }: { readonly sharing: Sharing }) {
  const divided = useAppStore(({ wide, presenting }) => wide && !presenting);
  return <Suspense fallback={null}>{divided && <Divider sharing={sharing} />}</Suspense>;
}
