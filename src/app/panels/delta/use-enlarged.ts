import { type HTMLAttributes, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useAppStore } from '../../store/hooks';

export interface Enlarged {
  readonly on: boolean;
  readonly toggle: () => void;
  /** Attributes of the element that fills the window. */
  readonly frame: HTMLAttributes<HTMLDivElement>;
}

const FOCUSABLE = 'button:not(:disabled), input:not(:disabled), select, a[href], [tabindex="0"]';

/**
 * The full view of the graph: a dialog that traps the focus, and restores it when it closes. The element keeps its place in
 * the page, so that the drawing and the playback continue.
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
      element.showPopover(); // removing the attribute hides it
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
      ? { popover: 'manual', role: 'dialog', 'aria-modal': true, 'aria-label': 'Delta graph, full view', onKeyDown }
      : {},
  };
}

/** Keeps Tab inside the dialog. */
function leaves({ currentTarget, target, shiftKey }: KeyboardEvent<HTMLDivElement>): boolean {
  const stops = Array.from(currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)).filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const end = shiftKey ? stops[0] : stops.at(-1);
  if (target !== end) return false;
  (shiftKey ? stops.at(-1) : stops[0])?.focus();
  return true;
}
