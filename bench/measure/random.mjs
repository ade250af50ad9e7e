/** Random numbers between 0 and 1, the same in every run. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 4294967296;
}
