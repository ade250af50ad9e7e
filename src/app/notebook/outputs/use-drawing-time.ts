import { useState } from 'react';
import { PAGE_BUDGET } from '../../../semantics/outcome';
import type { AskedProgram } from '../../panels/shared/use-program';
import { useCell } from '../../store/hooks';
import { LONGER, secondsGiven } from '../../workers/pipeline';

/** How long a picture may be drawn, which the reader decides as for a run. */
export interface DrawingTime {
  /** The time limit that the reader has given to the drawing or to the cell's run; undefined for the usual one. */
  readonly seconds: number | undefined;
  /** Whether the reader has stopped the drawing. */
  readonly isStopped: boolean;
  readonly runLonger: () => void;
  readonly stop: () => void;
}

/** Returns the time that drawing a program's picture may take; another program begins with the usual limit. */
export function useDrawingTime(program: AskedProgram | undefined): DrawingTime {
  const id = useCell();
  const [own, setOwn] = useState<{
    readonly program: AskedProgram | undefined;
    readonly seconds: number | undefined;
    readonly isStopped: boolean;
  }>();
  const mine = own?.program === program ? own : undefined;
  const given = id === undefined ? undefined : secondsGiven(id);
  const seconds = mine?.seconds ?? given;
  return {
    seconds,
    isStopped: mine?.isStopped === true,
    runLonger: () => {
      setOwn({ program, seconds: (seconds ?? PAGE_BUDGET.seconds) * LONGER, isStopped: false });
    },
    stop: () => {
      setOwn({ program, seconds, isStopped: true });
    },
  };
}
