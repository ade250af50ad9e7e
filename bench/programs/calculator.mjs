import { randomNumbers } from '../measure/random.mjs';
export function make() {
  const random = randomNumbers(335);
  const names = [
    ['x', 0.5],
    ['y', 1.5],
    ['z', -0.3],
    ['speed', 0.8],
  ];
  const tokens = [];
  const symbol = (value) => tokens.push({ tag: 'Symbol', value });
  const pick = (xs) => xs[Math.floor(xs.length * random())];
  const group = (depth) => {
    symbol('(');
    expression(depth - 1);
    symbol(')');
  };
  function factor(depth) {
    const r = random();
    if (depth > 0 && r < 0.6) {
      if (r < 0.3) symbol(pick(['sin', 'tanh', 'sin']));
      group(depth);
    } else if (r < 0.8) symbol(pick(names)[0]);
    else tokens.push({ tag: 'Number', value: 0.1 + random() });
  }
  function term(depth) {
    factor(depth);
    if (random() < 0.5) {
      symbol('*');
      factor(depth);
    }
    if (random() < 0.2) {
      symbol('/');
      tokens.push({ tag: 'Number', value: 1 + random() });
    }
  }
  function expression(depth) {
    term(depth);
    for (let k = 0; k < 2; k++) {
      symbol(pick(['+', '-']));
      term(depth);
    }
  }
  while (tokens.length < 2000) {
    if (tokens.length > 0) symbol('+');
    group(4);
  }
  let at;
  const table = new Map(names);
  const isSymbol = (s) => at < tokens.length && tokens[at].tag === 'Symbol' && tokens[at].value === s;
  function sums() {
    let x = products();
    for (;;) {
      if (isSymbol('+')) (at++, (x += products()));
      else if (isSymbol('-')) (at++, (x -= products()));
      else return x;
    }
  }
  function products() {
    let x = one();
    for (;;) {
      if (isSymbol('*')) (at++, (x *= one()));
      else if (isSymbol('/')) (at++, (x /= one()));
      else return x;
    }
  }
  function one() {
    const { tag, value } = tokens[at++];
    if (tag === 'Number') return value;
    if (value === '(') {
      const x = sums();
      at++;
      return x;
    }
    if (value === 'sin') return Math.sin(one());
    if (value === 'exp') return Math.exp(one());
    if (value === 'tanh') return Math.tanh(one());
    return table.get(value);
  }
  return {
    values: { names, tokens },
    primal() {
      at = 0;
      return sums();
    },
  };
}
