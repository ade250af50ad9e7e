/** Returns the page's type size as a multiple of the ordinary one: more than 1 in a presentation, less in print. */
export function typeScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
