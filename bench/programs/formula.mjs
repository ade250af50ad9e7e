import { randomNumbers } from '../measure/random.mjs';

const [CONSTANT, PLACE, SUM, PRODUCT, QUOTIENT, SINE] = [0, 1, 2, 3, 4, 5];
const NAMES = ['Constant', 'Place', 'Sum', 'Product', 'Quotient', 'Sine'];

function at(x, f) {
  switch (f.tag) {
    case CONSTANT:
      return f.c;
    case PLACE:
      return x;
    case SUM:
      return at(x, f.a) + at(x, f.b);
    case PRODUCT:
      return at(x, f.a) * at(x, f.b);
    case QUOTIENT:
      return at(x, f.a) / at(x, f.b);
    default:
      return Math.sin(at(x, f.a));
  }
}

function json({ tag, c, a, b }) {
  const name = { tag: NAMES[tag] };
  if (tag === CONSTANT) return { ...name, value: c };
  if (tag === PLACE) return name;
  return { ...name, value: tag === SINE ? json(a) : [json(a), json(b)] };
}

export function make() {
  const random = randomNumbers(10);
  const node = (tag, c, a, b) => ({ tag, c, a, b });
  const constant = (c) => node(CONSTANT, c, null, null);
  const grow = (depth) => {
    if (depth === 0) return random() < 0.5 ? node(PLACE, 0, null, null) : constant(random());
    const which = random();
    if (which < 0.4) return node(SUM, 0, grow(depth - 1), grow(depth - 1));
    if (which < 0.75) return node(PRODUCT, 0, grow(depth - 1), grow(depth - 1));
    if (which < 0.85) return node(QUOTIENT, 0, grow(depth - 1), constant(1 + random()));
    return node(SINE, 0, grow(depth - 1), null);
  };
  const formula = grow(6);
  const xs = Float64Array.from({ length: 200 }, () => 2 * random() - 1);
  const ys = Float64Array.from({ length: 200 }, () => random());
  return {
    values: { formula: json(formula), samples: [...xs].map((x, i) => [x, ys[i]]) },
    data: ['samples'],
    primal() {
      let total = 0;
      for (let i = 0; i < xs.length; i++) {
        const e = at(xs[i], formula) - ys[i];
        total += e * e;
      }
      return total;
    },
  };
}
