import { useEffect, useRef, useState } from 'react';
import type { StepChoice } from '../../store/shown-step';

/** How many times as fast as usual the steps can be played. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4] as const;

/** Milliseconds in which all steps are played at speed 1, and the most for one step. */
const WHOLE = 12_000;
const LONGEST = 500;

export interface Play {
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  readonly toggle: () => void;
}

/** Milliseconds between two steps that are shown to readers who want less motion: they see stills, in the same time. */
const STILL = 500;

function wantsStills(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Plays the steps of a series: each frame shows the step that its time has come to. Pausing pins the step. */
export function usePlay(choice: StepChoice, series: string | undefined, count: number): Play {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const { step, hover, choose } = choice;
  /** The step that is shown, with the part of the next one whose time has passed. */
  const at = useRef(0);

  useEffect(() => {
    if (!isPlaying || series === undefined) return;
    const each = Math.min(LONGEST, WHOLE / Math.max(1, count)) / speed;
    let last = performance.now();
    let shown = -Infinity;
    let frame = 0;
    const tick = (now: number): void => {
      at.current += Math.max(0, now - last) / each;
      last = now;
      const record = Math.floor(at.current);
      if (record >= count - 1) {
        setPlaying(false);
        choose({ series, record: count - 1 });
        hover(undefined);
        return;
      }
      if (!wantsStills() || now - shown >= STILL) {
        shown = now;
        hover({ series, record });
      }
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [isPlaying, series, count, speed, hover, choose]);

  return {
    isPlaying,
    speed,
    setSpeed,
    toggle: () => {
      if (series === undefined) return;
      if (isPlaying) {
        choose({ series, record: Math.min(count - 1, Math.floor(at.current)) });
        hover(undefined);
      } else at.current = step === undefined || step.record >= count - 1 ? 0 : step.record;
      setPlaying(!isPlaying);
    },
  };
}

/** Milliseconds between two states of the program while the steps are played. */
const STATE_EVERY = 250;

/** Returns a value that changes at most now and then while it is `held`. */
export function useNowAndThen<T>(value: T, held: boolean): T {
  const [shown, setShown] = useState(value);
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  }, [value]);
  useEffect(() => {
    if (!held) return;
    const show = (): void => {
      setShown(newest.current);
    };
    show();
    const timer = setInterval(show, STATE_EVERY);
    return () => {
      clearInterval(timer);
    };
  }, [held]);
  return held ? shown : value;
}
