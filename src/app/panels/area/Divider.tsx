import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useAppStore } from '../../store/hooks';
import { BOUNDS } from '../../store/panes';
import './divider.css';
import type { Sharing } from '../../store/state';

const LABELS: Readonly<Record<Sharing, string>> = {
  columns: 'Notebook width',
  rows: 'Graph height',
};
const STEP = 2;

/** A window splitter by the ARIA pattern: arrows, Home and End move it, Enter or a double click resets it. */
export function Divider({ sharing }: { readonly sharing: Sharing }) {
  const size = useAppStore(({ panes }) => panes[sharing]);
  const setPane = useAppStore((state) => state.setPane);
  /** The pointer's distance from the line when the drag began, in percent. */
  const grip = useRef<number>(undefined);
  const { least, most } = BOUNDS[sharing];

  /** The pointer's position in percent of the shared width or height. */
  const placeOf = (event: PointerEvent<HTMLElement>): number => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box === undefined) return size;
    const part =
      sharing === 'columns' ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height;
    return 100 * part;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = targetOf(event.key);
    if (target === undefined) return;
    event.preventDefault();
    setPane(sharing, target.size);
  };
  const targetOf = (key: string): { readonly size: number | undefined } | undefined => {
    switch (key) {
      case sharing === 'columns' ? 'ArrowLeft' : 'ArrowUp':
        return { size: size - STEP };
      case sharing === 'columns' ? 'ArrowRight' : 'ArrowDown':
        return { size: size + STEP };
      case 'Home':
        return { size: least };
      case 'End':
        return { size: most };
      case 'Enter':
        return { size: undefined };
      default:
        return undefined;
    }
  };
  return (
    <div
      role="separator"
      className={`divider ${sharing}`}
      tabIndex={0}
      title="Drag to resize; double-click to reset"
      aria-label={LABELS[sharing]}
      aria-orientation={sharing === 'columns' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(size)}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={`${Math.round(size)} %`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = placeOf(event) - size;
      }}
      onPointerMove={(event) => {
        if (grip.current !== undefined) setPane(sharing, placeOf(event) - grip.current);
      }}
      onLostPointerCapture={() => {
        grip.current = undefined;
      }}
      onDoubleClick={() => {
        setPane(sharing);
      }}
    />
  );
}
