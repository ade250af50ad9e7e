/** L: first-year students of machine learning. P: graduates in programming languages. R: researchers of differentiation. */
export const AUDIENCES = ['L', 'P', 'R'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What readers see for an audience. */
export const READERS = {
  L: 'machine learning, first year',
  P: 'programming languages, graduate',
  R: 'automatic differentiation, research',
} as const satisfies Record<Audience, string>;
