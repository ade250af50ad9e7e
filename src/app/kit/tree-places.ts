/** The place of each item of a tree among those beside it, from the levels of the items in their order. */
export function placesOf(
  levels: readonly number[],
): readonly { readonly position: number; readonly siblings: number }[] {
  const groups: { siblings: number }[] = [];
  const found = levels.map((level) => {
    groups.length = Math.min(groups.length, level + 1);
    const group = (groups[level] ??= { siblings: 0 });
    return { group, position: ++group.siblings };
  });
  return found.map(({ group, position }) => ({ position, siblings: group.siblings }));
}
