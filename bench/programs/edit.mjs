import { randomNumbers } from '../measure/random.mjs';
export function make() {
  const [n, m, k] = [80, 90, 4];
  const random = randomNumbers(32);
  const left = Array.from({ length: n }, () => Math.floor(k * random()));
  const right = Array.from({ length: m }, () => Math.floor(k * random()));
  const change = Array.from({ length: k }, () => Array.from({ length: k }, () => 0.2 + random()));
  const flat = Float64Array.from(change.flat());
  const [gap, heat] = [0.6, 0.5];
  const w = m + 1;
  const t = new Float64Array((n + 1) * w);
  return {
    values: { change, gap, heat, left, right },
    primal() {
      for (let i = 0; i <= n; i++)
        for (let j = 0; j <= m; j++) {
          if (i === 0) t[j] = gap * j;
          else if (j === 0) t[i * w] = gap * i;
          else
            t[i * w + j] =
              -heat *
              Math.log(
                Math.exp(-(t[(i - 1) * w + j] + gap) / heat) +
                  Math.exp(-(t[i * w + j - 1] + gap) / heat) +
                  Math.exp(-(t[(i - 1) * w + j - 1] + flat[left[i - 1] * k + right[j - 1]]) / heat),
              );
        }
      return t[n * w + m];
    },
  };
}
