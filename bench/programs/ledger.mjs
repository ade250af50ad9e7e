import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const [n, m, fee] = [100, 20_000, 0.02];
  const random = randomNumbers(215);
  const account = () => Math.floor(n * random());
  const events = Array.from({ length: m }, () => {
    const x = random();
    if (x < 0.35) return { tag: 0, a: account(), b: 0, amount: random() };
    if (x < 0.6) return { tag: 1, a: account(), b: 0, amount: random() };
    if (x < 0.95) return { tag: 2, a: account(), b: account(), amount: random() };
    if (x < 0.97) return { tag: 3, a: 0, b: 0, amount: 0 };
    if (x < 0.99) return { tag: 4, a: 0, b: 0, amount: 0.01 * random() };
    return { tag: 5, a: account(), b: 0, amount: 0 };
  });
  const json = ({ tag, a, b, amount }) =>
    [
      { tag: 'Deposit', value: { account: a, amount } },
      { tag: 'Withdraw', value: { account: a, amount } },
      { tag: 'Transfer', value: { "from'": a, to: b, amount } },
      { tag: 'Interest' },
      { tag: 'Change', value: amount },
      { tag: 'Close', value: a },
    ][tag];
  const start = Float64Array.from({ length: n }, () => 5 * random());
  const x = new Float64Array(n);
  return {
    values: { bank: { balances: [...start], rate: 0.01, fees: 0 }, fee, "log'": events.map(json) },
    primal() {
      x.set(start);
      let rate = 0.01;
      let fees = 0;
      for (let k = 0; k < m; k++) {
        const { tag, a, b, amount } = events[k];
        switch (tag) {
          case 0:
            x[a] += amount;
            break;
          case 1:
            if (x[a] >= amount) {
              x[a] -= amount * (1 + fee);
              fees += fee * amount;
            }
            break;
          case 2:
            x[a] -= amount;
            x[b] += amount * (1 - fee);
            break;
          case 3:
            for (let i = 0; i < n; i++) if (x[i] > 0) x[i] *= 1 + rate;
            break;
          case 4:
            rate = amount;
            break;
          default:
            fees += x[a];
            x[a] = 0;
        }
      }
      let total = 0;
      for (let i = 0; i < n; i++) total += Math.log1p(Math.exp(-Math.abs(x[i]))) + Math.max(0, -x[i]);
      return fees + total;
    },
  };
}
