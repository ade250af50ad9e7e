import { randomNumbers } from '../measure/random.mjs';

class Node {
  constructor(left, right, x) {
    this.left = left;
    this.right = right;
    this.x = x;
  }
}

function worth(node) {
  if (node.left === null) return node.x;
  const a = worth(node.left);
  const b = worth(node.right);
  return (a - 0.5 * b) / Math.sqrt(1 + a * a + b * b);
}

const json = ({ left, right, x }) =>
  left === null ? { tag: 'Leaf', value: x } : { tag: 'Node', value: [json(left), json(right)] };

export function make() {
  const random = randomNumbers(6);
  const grow = (depth) =>
    depth === 0 ? new Node(null, null, 2 * random() - 1) : new Node(grow(depth - 1), grow(depth - 1), 0);
  const tree = grow(12);
  return { values: { tree: json(tree) }, primal: () => worth(tree) };
}
