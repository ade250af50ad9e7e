const STEP = 1e-6;

/** A number that is changed a little again and again, and its derivative by hand. */
export function chain(iterations) {
  const values = new Float64Array(iterations);
  const sines = new Float64Array(iterations);
  /**
   * @param {number} x
   * @returns {number}
   */
  function primal(x) {
    let v = x;
    for (let i = 0; i < iterations; i++) v = v + STEP * (Math.sin(v) * v);
    return v;
  }
  /**
   * @param {number} x
   * @returns {number}
   */
  function gradient(x) {
    let v = x;
    for (let i = 0; i < iterations; i++) {
      const s = Math.sin(v);
      values[i] = v;
      sines[i] = s;
      v = v + STEP * (s * v);
    }
    let g = 1;
    for (let i = iterations - 1; i >= 0; i--) g = g + g * STEP * (sines[i] + values[i] * Math.cos(values[i]));
    return g;
  }
  return { primal, gradient };
}
