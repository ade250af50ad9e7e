/** The position of each tree item among its siblings, computed from the levels of all items in order. */
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
