/** The tabs of the panels beside the Delta graph, in their order. */
export const PANELS = [
  'Trace',
  'Steps',
  'Derivative',
  'Combinators',
  'Jets',
  'Compiled',
  'Gradient',
  'Curves',
  'Descent',
  'Growth',
];
