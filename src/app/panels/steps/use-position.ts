import { useEffect, useState } from 'react';
import { useAppStore } from '../../store/hooks';

export interface Position {
  /** Steps taken: the state before step `at` is wanted. */
  readonly at: number;
  /** The end; undefined while the steps are counted. */
  readonly last: number | undefined;
  /** The run goes on after the last step that is followed. */
  readonly cut: boolean;
  readonly atEnd: boolean;
  readonly playing: boolean;
  /** Steps a second. */
  readonly speed: number;
  readonly go: (at: number) => void;
  readonly play: (playing: boolean) => void;
  readonly setSpeed: (speed: number) => void;
}

interface Known {
  readonly last: number | undefined;
  readonly cut: boolean;
  /** The state that is shown is the end of the run. */
  readonly ended: boolean;
  /** The state at `at` is not there yet: nothing is played past it. */
  readonly pending: boolean;
}

/** Where one is in the run, and the film of it. */
export function usePosition(at: number, { last, cut, ended, pending }: Known): Position {
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
