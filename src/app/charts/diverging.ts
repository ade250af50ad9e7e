/** The largest share of a hue behind text: ink stays legible on it in both schemes. */
const STRONGEST = 40;

/**
 * Returns the CSS colour behind a number on a scale from `-most` to `most`: blue below 0, vermilion above, as the planes of
 * pictures; none for what is no number.
 */
export function shadeBehind(value: number, most: number): string | undefined {
  if (Number.isNaN(value) || !(most > 0)) return undefined;
  const share = Math.round(Math.min(1, Math.abs(value) / most) * STRONGEST);
  return `color-mix(in srgb, var(--${value < 0 ? 'primal' : 'cotangent'}) ${share}%, var(--paper-raised))`;
}
