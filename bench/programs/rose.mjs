import { randomNumbers } from '../measure/random.mjs';

function worth({ x, children }) {
  let total = 0;
  for (let i = 0; i < children.length; i++) total += worth(children[i]);
  return x + 0.5 * Math.sqrt(1 + total * total);
}

const json = ({ x, children }) => ({ tag: 'Rose', value: [x, children.map(json)] });

export function make() {
  const random = randomNumbers(7);
  const grow = (depth) => ({
    x: 2 * random() - 1,
    children: depth === 0 ? [] : Array.from({ length: 2 + Math.floor(3 * random()) }, () => grow(depth - 1)),
  });
  const tree = grow(8);
  return { values: { tree: json(tree) }, primal: () => worth(tree) };
}
