import { uniform } from '../../src/language/operations/uniform';

export function make() {
  const [price, strike, rate, volatility, years, count] = [100, 105, 0.03, 0.2, 1, 5000];
  return {
    values: { price, strike, rate, volatility, years, count },
    primal() {
      const drift = (rate - 0.5 * volatility * volatility) * years;
      const spread = volatility * Math.sqrt(years);
      let total = 0;
      for (let i = 0; i < count; i++) {
        const z = Math.sqrt(-2 * Math.log(uniform(1, 2 * i))) * Math.cos(2 * Math.PI * uniform(1, 2 * i + 1));
        const gain = price * Math.exp(drift + spread * z) - strike;
        if (gain > 0) total += gain;
      }
      return (Math.exp(-rate * years) * total) / count;
    },
  };
}
