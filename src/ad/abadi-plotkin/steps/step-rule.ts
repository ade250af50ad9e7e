/** The rules of Figures 2 to 6, as a step is one; `ours` for what the paper's language does not have. */
export const STEP_RULES = [
  'sum',
  'operation',
  'predicate',
  'let',
  'fst',
  'snd',
  'projection',
  'if true',
  'if false',
  'letrec',
  'call',
  'rd',
  'R',
  'watch',
  'ours',
] as const;
export type StepRule = (typeof STEP_RULES)[number];
