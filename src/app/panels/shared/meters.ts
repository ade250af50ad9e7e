import type { Meter } from '../../../semantics/outcome';

interface MeterText {
  readonly name: string;
  readonly what: string;
}

/** Names and explanations of the meters, in display order. */
export const METER_TEXTS = {
  nodes: { name: 'nodes', what: 'Delta constructors, trace entries or tape entries' },
  visits: { name: 'visits', what: 'nodes visited by the backward sweep' },
  derivative: { name: 'derivative', what: 'operations of the derivative' },
  primal: { name: 'primal', what: 'operations of the program itself' },
  live: { name: 'live', what: 'most entries alive at once; for compiled, words of memory' },
  reevaluations: { name: 're-evaluations', what: 'forward runs repeated' },
  steps: { name: 'steps', what: 'machine steps' },
} as const satisfies Readonly<Record<keyof Meter, MeterText>>;

export const METER_KEYS = Object.keys(METER_TEXTS) as readonly (keyof Meter)[]; // the table is total, and has no other keys
