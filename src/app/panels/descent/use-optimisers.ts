import { useMemo, useState } from 'react';
import { type OptimiserName, type OptimisersReply, OPTIMISERS } from '../../../protocol/optimisers';
import type { AskedProgram } from '../shared/use-program';
import { type Asking, useQuestion } from '../shared/use-question';

/** What can be chosen of an optimiser. */
export interface OptimiserSetting {
  readonly optimiser: OptimiserName;
  readonly label: string;
  readonly rate: number;
  readonly isChosen: boolean;
}

type Comparison = Exclude<OptimisersReply, { readonly state: 'error' }>;

export interface OptimisersView {
  readonly isOpen: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly settings: readonly OptimiserSetting[];
  readonly set: (optimiser: OptimiserName, change: Partial<Pick<OptimiserSetting, 'rate' | 'isChosen'>>) => void;
  /** The last runs; they stay while newer ones are computed. */
  readonly comparison: Comparison | undefined;
  /** Why there are none. */
  readonly problem: string | undefined;
  readonly pending: boolean;
}

export const OPTIMISER_LABELS: Readonly<Record<OptimiserName, string>> = {
  gradientDescent: 'Gradient descent',
  momentum: 'Momentum',
  nesterov: 'Nesterov',
  adaGrad: 'AdaGrad',
  rmsProp: 'RMSProp',
  adam: 'Adam',
};

const FIRST: Readonly<Record<OptimiserName, { readonly rate: number; readonly isChosen: boolean }>> = {
  gradientDescent: { rate: 0.01, isChosen: true },
  momentum: { rate: 0.01, isChosen: true },
  nesterov: { rate: 0.01, isChosen: false },
  adaGrad: { rate: 0.1, isChosen: false },
  rmsProp: { rate: 0.01, isChosen: false },
  adam: { rate: 0.1, isChosen: true },
};

const ASKING: Asking<'optimisers', Comparison | undefined> = {
  seconds: 5,
  keep: (before, reply, { choices }) => {
    if (reply === 'stopped' || reply.state === 'error') return undefined;
    // While a rate is dragged, the other optimisers keep their runs.
    const missing = choices.slice(reply.runs.length).map(({ optimiser }) => optimiser);
    const kept = before?.runs.filter(({ optimiser }) => missing.includes(optimiser)) ?? [];
    return { ...reply, runs: [...reply.runs, ...kept] };
  },
};

/** Compares optimisers on the function that the program's descent minimises, while that is open. */
export function useOptimisers(
  program: AskedProgram | undefined,
  series: readonly string[],
  steps: number,
  leaves: readonly [number, number],
): OptimisersView {
  const [isOpen, setOpen] = useState(false);
  const [changed, setChanged] = useState(FIRST);
  const settings = useMemo(
    () => OPTIMISERS.map((optimiser) => ({ optimiser, label: OPTIMISER_LABELS[optimiser], ...changed[optimiser] })),
    [changed],
  );
  const choices = settings.flatMap(({ optimiser, rate, isChosen }) => (isChosen ? [{ optimiser, rate }] : []));
  const { reply, kept, pending } = useQuestion(
    'optimisers',
    isOpen && program && steps > 0 ? { program, series, steps, leaves, choices } : undefined,
    ASKING,
  );
  return {
    isOpen,
    setOpen,
    settings,
    set: (optimiser, change) => {
      setChanged({ ...changed, [optimiser]: { ...changed[optimiser], ...change } });
    },
    comparison: isOpen ? kept : undefined,
    problem: reply !== undefined && reply !== 'stopped' && reply.state === 'error' ? problemOf(reply) : undefined,
    pending: isOpen && pending,
  };
}

function problemOf({ diagnostics }: Extract<OptimisersReply, { readonly state: 'error' }>): string {
  const [first] = diagnostics;
  return first === undefined
    ? 'To compare optimisers, watch what the loss function takes, as in `watch "w" w`.'
    : `The optimisers could not be run: ${first.message}.`;
}
