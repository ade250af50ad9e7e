/** The rules of Figures 2 to 6; `ours` for forms that the paper's language lacks. */
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
