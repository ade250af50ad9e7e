import { useEffect, useMemo, useRef } from 'react';

export interface RestingPointer {
  /** From now on, until the pointer moves or a key is pressed, what comes to lie under the pointer is not pointed at. */
  readonly rest: () => void;
  readonly isResting: () => boolean;
}

/** When a choice moves the page below a pointer that rests, the browser says that it entered what is there now. */
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
    // Before what is entered hears of it.
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
