import { randomNumbers } from '../measure/random.mjs';

export function make() {
  const random = randomNumbers(19);
  const squares = Float64Array.from({ length: 4000 }, () => 10 * random() + 0.1);
  return {
    values: { squares: [...squares] },
    primal() {
      let total = 0;
      for (let i = 0; i < squares.length; i++) {
        const a = squares[i];
        let x = 1;
        while (Math.abs(x * x - a) >= 1e-10) x = 0.5 * (x + a / x);
        total += x * x * x;
      }
      return total;
    },
  };
}
