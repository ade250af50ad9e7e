import type { Meter } from '../../../semantics/outcome';

interface MeterText {
  readonly name: string;
  readonly what: string;
}

/** In the order in which they are offered. */
export const METER_TEXTS = {
  nodes: { name: 'nodes', what: 'Delta constructors, entries of a trace or a tape' },
  visits: { name: 'visits', what: 'nodes that the backward sweep visits' },
  derivative: { name: 'derivative', what: 'operations of the derivative' },
  primal: { name: 'primal', what: 'operations of the program itself' },
  live: { name: 'live', what: 'entries alive at once, at most' },
  reevaluations: { name: 're-evaluations', what: 'forward runs made again' },
  steps: { name: 'steps', what: 'steps of the machine' },
} as const satisfies Readonly<Record<keyof Meter, MeterText>>;

export const METERS = Object.keys(METER_TEXTS) as readonly (keyof Meter)[]; // the table is total, and has no other keys
