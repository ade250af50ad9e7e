/** The approximate numbers of nodes of a Delta graph. */
export const GRAPH_SIZES = [50, 1_000, 10_000] as const;

/** Returns a loop that makes six nodes per iteration: a product with its two Scales, and a sine. */
export function graphProgram(nodes: number): string {
  const turns = Math.round((nodes - 6) / 6);
  return `input x : real = 0.5\n\nlet rec go (n : int) y = if n = 0 then y else go (n - 1) (sin (y * x))\n\ngo ${turns} x`;
}
