import { useEffect, useState } from 'react';

/** Playback of the sweep: `done` of `count` steps have been applied. */
export interface Player {
  /** When off, the graph shows the end of the sweep and no controls. */
  readonly on: boolean;
  /** 1 plays forward, -1 plays in reverse, 0 is paused. */
  readonly direction: -1 | 0 | 1;
  readonly done: number;
  readonly start: () => void;
  readonly stop: () => void;
  readonly play: (direction: -1 | 0 | 1) => void;
  readonly seek: (done: number) => void;
}

interface State {
  readonly on: boolean;
  readonly direction: -1 | 0 | 1;
  readonly done: number;
}

/** Returns the milliseconds per step: the whole sweep takes 4 to 24 seconds. */
export function stepTime(count: number): number {
  return Math.min(24_000, Math.max(4_000, count * 600)) / Math.max(1, count);
}

export function usePlayer(count: number): Player {
  const [state, setState] = useState<State>({ on: false, direction: 0, done: 0 });
  const { on, direction } = state;

  useEffect(() => {
    if (!on || direction === 0) return;
    let last = performance.now();
    let frame = 0;
    const step = stepTime(count);
    const tick = (now: number): void => {
      const steps = Math.floor((now - last) / step);
      if (steps > 0) {
        last += steps * step;
        setState((before) => advanced(before, steps, count));
      }
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [on, direction, count]);

  return {
    on,
    direction,
    done: Math.min(state.done, count),
    start: () => {
      setState({ on: true, direction: 1, done: 0 });
    },
    stop: () => {
      setState({ on: false, direction: 0, done: 0 });
    },
    play: (wanted) => {
      setState((before) => {
        const rewound = wanted === 1 && before.done >= count ? 0 : before.done;
        return { on: true, direction: wanted, done: wanted === -1 && rewound === 0 ? count : rewound };
      });
    },
    seek: (done) => {
      setState({ on: true, direction: 0, done: Math.max(0, Math.min(count, done)) });
    },
  };
}

function advanced(before: State, steps: number, count: number): State {
  const done = Math.max(0, Math.min(count, before.done + before.direction * steps));
  const ended = before.direction === 1 ? done === count : done === 0;
  return { ...before, done, direction: ended ? 0 : before.direction };
}
