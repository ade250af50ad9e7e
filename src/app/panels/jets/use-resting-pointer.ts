import { useEffect, useMemo, useRef } from 'react';

export interface RestingPointer {
  /** Ignores whatever comes under the pointer until it moves or a key is pressed. */
  readonly rest: () => void;
  readonly isResting: () => boolean;
}

/** Tells whether the pointer rests: if the page moves below it, the browser reports that it entered what is there now. */
export function useRestingPointer(): RestingPointer {
  const last = useRef<string>(undefined);
  const resting = useRef<string>(undefined);
  useEffect(() => {
    const move = (event: PointerEvent): void => {
      last.current = `${event.screenX} ${event.screenY}`;
      if (resting.current !== last.current) resting.current = undefined;
    };
    const wake = (): void => {
      resting.current = undefined;
    };
    // Capturing listeners run before those of the entered element.
    addEventListener('pointerover', move, true);
    addEventListener('pointermove', move, true);
    addEventListener('keydown', wake, true);
    return () => {
      removeEventListener('pointerover', move, true);
      removeEventListener('pointermove', move, true);
      removeEventListener('keydown', wake, true);
    };
  }, []);
  return useMemo(
    () => ({
      rest() {
        resting.current = last.current;
      },
      isResting: () => resting.current !== undefined,
    }),
    [],
  );
}
