/** Returns a function that starts something with a key, and returns whether something newer has been started with that key. */
export function newestOnly(): (key: string) => () => boolean {
  const newest = new Map<string, number>();
  return (key) => {
    const own = (newest.get(key) ?? 0) + 1;
    newest.set(key, own);
    return () => own !== newest.get(key);
  };
}
