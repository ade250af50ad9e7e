import { createContext, useContext, useState } from 'react';
import { useAppStore, useCell } from '../../store/hooks';
import { programIds } from '../../store/places';
import { store } from '../../store/store';
import { askedProgram, type AskedProgram, runKey } from '../../store/subjects';

export type { AskedProgram } from '../../store/subjects';

/**
 * Returns the program of the panel's cell; undefined if it cannot run. The object changes only when an answer about it, or
 * a place in one, could change; with `texts`, an answer that does not depend on the values of the inputs.
 */
export function useRunnableProgram(by: 'texts' | 'all' = 'all'): AskedProgram | undefined {
  const id = useCell();
  const key = useAppStore((state) =>
    askable(state, id) && id !== undefined
      ? `${programIds(state.notebook).join()} ${runKey(state, id)[by]}`
      : undefined,
  );
  const [asked, setAsked] = useState<{
    readonly key: string | undefined;
    readonly program: AskedProgram | undefined;
  }>();
  if (asked !== undefined && asked.key === key) return asked.program;
  const program = key === undefined ? undefined : askedProgram(store.getState(), id);
  setAsked({ key, program });
  return program;
}

function askable(state: ReturnType<typeof store.getState>, id: number | undefined): boolean {
  return id !== undefined && state.check?.revision === state.textRevision && state.dependencies[id]?.runnable === true;
}

/** The program at a step, for what shows an output that follows it. */
export const ProgramAtStep = createContext<AskedProgram | undefined>(undefined);

/** Returns the program whose outputs are shown: at a step, or at its end. */
export function useShownProgram(): AskedProgram | undefined {
  const atStep = useContext(ProgramAtStep);
  const atEnd = useRunnableProgram();
  return atStep ?? atEnd;
}
