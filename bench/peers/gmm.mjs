/**
 * The log posterior of a Gaussian mixture (ADBench), and its gradient by hand. The parameters are one array: weights,
 * means, factors. Returns functions of them; the gradient is written to its second argument.
 */
export function gmm({ d, k, n, x, gamma, m, constant }) {
  const size = (d * (d + 1)) / 2;
  const mo = k;
  const io = k + d * k;
  const scales = new Float64Array(d * k);
  const logDeterminants = new Float64Array(k);
  const whitened = new Float64Array(d * k);
  const centred = new Float64Array(d * k);
  const terms = new Float64Array(k);
  const dScales = new Float64Array(d * k);
  const dLog = new Float64Array(k);
  const dCentred = new Float64Array(d);
  const dWhitened = new Float64Array(d);

  function prepare(p) {
    for (let c = 0; c < k; c++) {
      let total = 0;
      for (let i = 0; i < d; i++) {
        const q = p[io + c * size + i];
        total += q;
        scales[c * d + i] = Math.exp(q);
      }
      logDeterminants[c] = total;
    }
  }

  function logSumExp(a, length) {
    let most = -Infinity;
    for (let i = 0; i < length; i++) if (a[i] > most) most = a[i];
    let total = 0;
    for (let i = 0; i < length; i++) total += Math.exp(a[i] - most);
    return Math.log(total) + most;
  }

  function densities(p, point) {
    for (let c = 0; c < k; c++) {
      const base = c * d;
      for (let i = 0; i < d; i++) {
        const away = x[point * d + i] - p[mo + base + i];
        centred[base + i] = away;
        whitened[base + i] = scales[base + i] * away;
      }
      let at = io + c * size + d;
      for (let i = 0; i < d; i++) {
        const away = centred[base + i];
        for (let j = i + 1; j < d; j++) whitened[base + j] += p[at++] * away;
      }
      let square = 0;
      for (let i = 0; i < d; i++) square += whitened[base + i] * whitened[base + i];
      terms[c] = p[c] + logDeterminants[c] - 0.5 * square;
    }
  }

  function prior(p) {
    let total = 0;
    for (let c = 0; c < k; c++) {
      let f = 0;
      for (let i = 0; i < d; i++) f += scales[c * d + i] * scales[c * d + i];
      for (let j = d; j < size; j++) {
        const v = p[io + c * size + j];
        f += v * v;
      }
      total += 0.5 * gamma * gamma * f - m * logDeterminants[c];
    }
    return total;
  }

  function primal(p) {
    prepare(p);
    let total = 0;
    for (let point = 0; point < n; point++) {
      densities(p, point);
      total += logSumExp(terms, k);
    }
    return constant + total - n * logSumExp(p, k) + prior(p);
  }

  function gradient(p, g) {
    g.fill(0);
    dScales.fill(0);
    dLog.fill(0);
    prepare(p);
    let total = 0;
    for (let point = 0; point < n; point++) {
      densities(p, point);
      let most = -Infinity;
      for (let i = 0; i < k; i++) if (terms[i] > most) most = terms[i];
      let sum = 0;
      for (let i = 0; i < k; i++) {
        const e = Math.exp(terms[i] - most);
        terms[i] = e;
        sum += e;
      }
      total += Math.log(sum) + most;
      const inverse = 1 / sum;
      for (let c = 0; c < k; c++) {
        const w = terms[c] * inverse;
        const base = c * d;
        g[c] += w;
        dLog[c] += w;
        for (let i = 0; i < d; i++) {
          const q = -w * whitened[base + i];
          dWhitened[i] = q;
          dScales[base + i] += q * centred[base + i];
          dCentred[i] = q * scales[base + i];
        }
        let at = io + c * size + d;
        for (let i = 0; i < d; i++) {
          const away = centred[base + i];
          let a = 0;
          for (let j = i + 1; j < d; j++) {
            g[at] += dWhitened[j] * away;
            a += dWhitened[j] * p[at];
            at++;
          }
          dCentred[i] += a;
        }
        for (let i = 0; i < d; i++) g[mo + base + i] -= dCentred[i];
      }
    }
    let most = -Infinity;
    for (let i = 0; i < k; i++) if (p[i] > most) most = p[i];
    let sum = 0;
    for (let i = 0; i < k; i++) sum += Math.exp(p[i] - most);
    for (let i = 0; i < k; i++) g[i] -= (n * Math.exp(p[i] - most)) / sum;
    const square = gamma * gamma;
    for (let c = 0; c < k; c++) {
      for (let i = 0; i < d; i++) {
        const q = scales[c * d + i];
        g[io + c * size + i] += (dScales[c * d + i] + square * q) * q + dLog[c] - m;
      }
      for (let j = d; j < size; j++) g[io + c * size + j] += square * p[io + c * size + j];
    }
    return constant + total - n * (Math.log(sum) + most) + prior(p);
  }

  return { primal, gradient };
}
