import { useMemo } from 'react';
import { programCells } from '../../../notebook/document';
import type { Json } from '../../../protocol/messages';
import { useAppStore } from '../../store/hooks';
import { presentInputs } from '../../store/inputs';

/** What a question to the run worker is about: it changes when an answer would. */
export interface AskedProgram {
  readonly cells: readonly string[];
  readonly inputs: Readonly<Record<string, Json>>;
}

/** The program on the page, if it can be run. */
export function useRunnableProgram(): AskedProgram | undefined {
  const notebook = useAppStore((state) => state.notebook);
  const overrides = useAppStore((state) => state.overrides);
  const check = useAppStore((state) => (state.check?.revision === state.text ? state.check : undefined));
  return useMemo(
    () =>
      check?.runnable === true
        ? { cells: programCells(notebook), inputs: presentInputs(overrides, check.inputs) }
        : undefined,
    [notebook, overrides, check],
  );
}
