import { type Audience, READERS } from '../../notebook/audiences';
import type { ScreenCell } from '../../notebook/document';
import { audiencesOf, isForOthers, titleOfScreen } from '../../notebook/screens';
import { useAppStore } from '../store/hooks';

/** The line that stands for a screen for other readers, and opens it or folds it again. */
export function FoldedScreen({ cell }: { readonly cell: ScreenCell }) {
  const { id } = cell;
  const isFoldable = useAppStore((state) => !state.printing && isForOthers(cell, state.audience));
  const isOpen = useAppStore((state) => state.unfolded.includes(id));
  const notebook = useAppStore((state) => state.notebook);
  const setFolded = useAppStore((state) => state.setFolded);
  if (!isFoldable) return null;
  const readers = (audiencesOf(cell) ?? []).map((each) => (each in READERS ? READERS[each as Audience] : each));
  return (
    <p className="screen-fold" data-cell={id}>
      <button
        type="button"
        className="text-button"
        aria-expanded={isOpen}
        onClick={() => {
          setFolded(id, isOpen);
        }}
      >
        {titleOfScreen(notebook, id)}
      </button>
      <span>for {readers.join('; ')}</span>
    </p>
  );
}
