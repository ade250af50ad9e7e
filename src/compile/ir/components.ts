/**
 * Returns the strongly connected components of a graph, each after those that it leads to. The nodes of one reach each
 * other. The algorithm is Tarjan's, without recursion.
 */
export function componentsOf<Node>(
  nodes: Iterable<Node>,
  next: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const components: Node[][] = [];
  const numbers = new Map<Node, number>();
  const lowest = new Map<Node, number>();
  const open: Node[] = [];
  const isOpen = new Set<Node>();
  const low = (node: Node): number => lowest.get(node) ?? 0;
  const enter = (node: Node): { readonly node: Node; readonly rest: Node[] } => {
    numbers.set(node, numbers.size);
    lowest.set(node, numbers.size - 1);
    open.push(node);
    isOpen.add(node);
    return { node, rest: [...next(node)] };
  };
  for (const root of nodes) {
    if (numbers.has(root)) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node, rest } = top;
      const following = rest.pop();
      if (following !== undefined) {
        const number = numbers.get(following);
        if (number === undefined) path.push(enter(following));
        else if (isOpen.has(following)) lowest.set(node, Math.min(low(node), number));
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lowest.set(above.node, Math.min(low(above.node), low(node)));
      if (low(node) === numbers.get(node)) {
        const from = open.lastIndexOf(node);
        const component = open.splice(from);
        for (const each of component) isOpen.delete(each);
        components.push(component);
      }
    }
  }
  return components;
}
