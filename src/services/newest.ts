/** Of questions of one kind and cell: each start says whether there has been a newer one since. */
export function newestOnly(): (of: string) => () => boolean {
  const newest = new Map<string, number>();
  return (of) => {
    const own = (newest.get(of) ?? 0) + 1;
    newest.set(of, own);
    return () => own !== newest.get(of);
  };
}
