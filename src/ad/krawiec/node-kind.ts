/** The kinds of nodes of the Delta graph; the numbers are those of the protocol's DELTA_KINDS. */
export const NODE = { input: 0, binding: 1, zero: 2, scale: 3, add: 4, fold: 5 } as const;
