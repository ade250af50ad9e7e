/** Returns the first page, of `size` rows, that is wanted and unknown; undefined if there is none. */
export function missingPage(
  from: number,
  to: number,
  size: number,
  pages: ReadonlyMap<number, unknown> | undefined,
): number | undefined {
  for (let page = Math.floor(from / size); page * size < to; page++) if (pages?.has(page) !== true) return page;
  return undefined;
}
