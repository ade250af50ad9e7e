import { type HTMLAttributes, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useAppStore } from '../../store/hooks';

export interface Enlarged {
  readonly on: boolean;
  readonly toggle: () => void;
  /** What the element that has the whole window is told. */
  readonly frame: HTMLAttributes<HTMLDivElement>;
}

const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), select, a[href], [tabindex="0"]';

/**
 * The graph in the whole window, as a dialog that keeps the focus; afterwards the focus is where it was. The element stays
 * in its place in the page, so that what is drawn and played goes on.
 */
export function useEnlarged(frame: RefObject<HTMLDivElement | null>): Enlarged {
  const on = useAppStore((state) => state.graphEnlarged);
  const set = useAppStore((state) => state.setGraphEnlarged);
  useEffect(() => {
    return () => {
      set(false);
    };
  }, [set]);
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (on && element !== null) {
      before.current = document.activeElement;
      element.showPopover(); // ended by the loss of its attribute
      element.querySelector<HTMLElement>('.delta-box')?.focus();
      return;
    }
    if (before.current instanceof HTMLElement) before.current.focus();
    before.current = null;
  }, [on, frame]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'Escape') set(false);
    else if (event.key !== 'Tab' || !leaves(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    on,
    toggle: () => {
      set(!on);
    },
    frame: on
      ? { popover: 'manual', role: 'dialog', 'aria-modal': true, 'aria-label': 'Delta graph, enlarged', onKeyDown }
      : {},
  };
}

/** Where Tab would lead out of the dialog, the focus goes round in it. */
function leaves({ currentTarget, target, shiftKey }: KeyboardEvent<HTMLDivElement>): boolean {
  const stops = Array.from(currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)).filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const end = shiftKey ? stops[0] : stops.at(-1);
  if (target !== end) return false;
  (shiftKey ? stops.at(-1) : stops[0])?.focus();
  return true;
}
