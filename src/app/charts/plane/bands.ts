/* The bands between contours have shades of one colour on the paper, more of it where the function is larger. */

const [FAINTEST, STRONGEST] = [0.05, 0.62];

/** Returns the opacity of a band: 0 is below the first level. */
export function bandShade(band: number, levels: number): number {
  return FAINTEST + (STRONGEST - FAINTEST) * (levels === 0 ? 0 : band / levels);
}

/** Returns the band of a value: the number of levels that it has reached. */
export function bandOf(levels: readonly number[], value: number): number {
  const above = levels.findIndex((level) => value < level);
  return above < 0 ? levels.length : above;
}
