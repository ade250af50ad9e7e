import { useEffect, useState } from 'react';
import { useAppStore } from '../../store/hooks';

export interface StepPosition {
  /** The number of steps taken: the state before step `at` is shown. */
  readonly at: number;
  /** The number of all steps; undefined while they are counted. */
  readonly last: number | undefined;
  /** The run has more steps than can be shown. */
  readonly cut: boolean;
  readonly atEnd: boolean;
  readonly playing: boolean;
  /** Steps per second. */
  readonly speed: number;
  readonly go: (at: number) => void;
  readonly play: (playing: boolean) => void;
  readonly setSpeed: (speed: number) => void;
}

interface Known {
  readonly last: number | undefined;
  readonly cut: boolean;
  /** The shown state is the end of the run. */
  readonly ended: boolean;
  /** The state at `at` is still being computed; playing waits for it. */
  readonly pending: boolean;
}

/** The position in the run, with functions that seek and play. */
export function usePosition(at: number, { last, cut, ended, pending }: Known): StepPosition {
  const seek = useAppStore((state) => state.seekStep);
  const [wanted, setWanted] = useState(false);
  const [speed, setSpeed] = useState(2);
  const atEnd = last === undefined ? ended && !pending : at >= last;
  const playing = wanted && !atEnd;

  useEffect(() => {
    if (!playing || pending) return;
    const timer = setTimeout(() => {
      seek(at + 1);
    }, 1000 / speed);
    return () => {
      clearTimeout(timer);
    };
  }, [playing, pending, at, speed, seek]);

  return {
    at,
    last,
    cut,
    atEnd,
    playing,
    speed,
    go: (to) => {
      setWanted(false);
      seek(Math.max(0, last === undefined ? to : Math.min(last, to)));
    },
    play: (start) => {
      if (start && atEnd) seek(0);
      setWanted(start);
    },
    setSpeed,
  };
}
