import { useLayoutEffect, useRef } from 'react';
import type { CodeCell } from '../../notebook/document';
import { askedPanels } from '../store/panels';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { type Still, useStills } from './stills';
import '../kit/still.css';

/** On paper, the panels that a cell asks for, below it; or which of them are missing, and why. */
export function PrintedPanels({ cell }: { readonly cell: CodeCell }) {
  const stills = useStills(cell.id);
  const printing = useAppStore((state) => state.printing);
  if (stills === undefined) return printing ? <NotPrepared cell={cell} /> : null;
  return (
    <div className="printed-panels">
      {stills.map((still) => (
        <StillFigure key={still.panel} still={still} />
      ))}
    </div>
  );
}

function StillFigure({ still: { title, figure } }: { readonly still: Still }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (figure !== undefined) host.current?.replaceChildren(figure);
  }, [figure]);
  return figure === undefined ? (
    <p className="still-missing">{title}: not printed, because it was not ready in time.</p>
  ) : (
    <div ref={host} className="still" />
  );
}

/** The page prints without its own Print command, so the panels have not been rendered; the open ones are printed as they are. */
function NotPrepared({ cell }: { readonly cell: CodeCell }) {
  const { panels, current } = store.getState();
  const names = cell.id === current ? [] : askedPanels({ panels }, cell);
  if (names.length === 0) return null;
  return (
    <div className="printed-panels">
      <p className="still-missing">
        The panels of this cell ({names.join(', ')}) are not printed. Print with Ctrl P in Pullback to include them.
      </p>
    </div>
  );
}
