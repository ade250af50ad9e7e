/** Returns a random id. The browser has no `crypto.randomUUID` where a page comes by HTTP, as from a laptop in a classroom. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
