import type { Side } from './relation';

/** Plain values: what is run is an expression. */
const EXPRESSIONS: Pick<Side, 'result' | 'run' | 'close'> = {
  result: (type) => type,
  run: (name, expression) => `let ${name} = ${expression} in`,
  close: (statements, value) => `(${[...statements, value].join(' ')})`,
};

const at = (texts: readonly string[], which: number): string => texts[which] ?? '';

/** The original values over two parameters p and q, for Figure 13. */
export const PRIMAL_OF_TWO: Side = {
  ...EXPRESSIONS,
  real: 'real',
  family: (which) => at(['p', 'q * p', 'sin p + q', '0.75'], which),
  applied: (which, r) => at([`${r} * p`, `sin (${r} + q)`, `${r} * ${r}`, `${r} + p * q`], which),
  plus: (left, right) => `(${left} + ${right})`,
  constant: (text) => `(${text})`,
};

/**
 * Their translation: `Var 1` and `Var 2` stand for the unit vectors. A family has a binding whose Delta denotes its
 * derivatives, as the clause for R of Figure 13 asks for, and after it one that nobody uses.
 */
export const DELTAS: Side = {
  real: '(real * Delta.Delta)',
  result: (type) => `(Delta.M ${type})`,
  run: (name, action) => `${name} <- ${action};`,
  close: (statements, value) => `(do { ${[...statements, `Delta.pure ${value}`].join(' ')} })`,
  family: (which) => {
    const bound = (value: string, byP: string, byQ: string): string =>
      `(do { w <- Delta.deltaLet (Delta.Add (Delta.Scale (${byP}, Delta.Var 1), Delta.Scale (${byQ}, Delta.Var 2))); ` +
      `unused <- Delta.deltaLet (Delta.Scale (5.0, Delta.Var w)); Delta.pure (${value}, Delta.Var w) })`;
    if (which === 3) return '(Delta.pure (0.75, Delta.Zero))';
    return at([bound('p', '1.0', '0.0'), bound('q * p', 'q', 'p'), bound('sin p + q', 'cos p', '1.0')], which);
  },
  applied: (which, argument) => {
    const bound = (value: string, byR: string, byP: string, byQ: string): string =>
      `(do { (r, dr) <- Delta.pure ${argument}; ` +
      `w <- Delta.deltaLet (Delta.Add (Delta.Scale (${byP}, Delta.Var 1), Delta.Add (Delta.Scale (${byR}, dr), ` +
      `Delta.Scale (${byQ}, Delta.Var 2)))); Delta.pure (${value}, Delta.Var w) })`;
    return at(
      [
        bound('r * p', 'p', 'r', '0.0'),
        bound('sin (r + q)', 'cos (r + q)', '0.0', 'cos (r + q)'),
        bound('r * r', '2.0 * r', '0.0', '0.0'),
        bound('r + p * q', '1.0', 'q', 'p'),
      ],
      which,
    );
  },
  plus: (left, right) =>
    `(do { (a, da) <- Delta.pure ${left}; (b, db) <- Delta.pure ${right}; ` +
    'w <- Delta.deltaLet (Delta.Add (da, db)); Delta.pure (a + b, Delta.Var w) })',
  constant: (text) => `(${text}, Delta.Zero)`,
};

/** The original values over one parameter t. */
export const PRIMAL_OF_ONE: Side = {
  ...PRIMAL_OF_TWO,
  family: (which) => at(['t', 't * t', 'sin t', '0.75'], which),
  applied: (which, r) => at([`${r} * t`, `sin (${r} + t)`, `${r} * ${r}`, `${r} + t * t`], which),
};

/** Their (1,2)-jets: value, first and second derivative by t. */
export const JETS: Side = {
  ...EXPRESSIONS,
  real: '(real * real * real)',
  family: (which) =>
    at(['(t, 1.0, 0.0)', '(t * t, 2.0 * t, 2.0)', '(sin t, cos t, - (sin t))', '(0.75, 0.0, 0.0)'], which),
  applied: (which, argument) => {
    const jet = at(
      [
        '(r * t, r + t * r1, 2.0 * r1 + t * r2)',
        '(let s1 = r1 + 1.0 in (sin (r + t), cos (r + t) * s1, cos (r + t) * r2 - sin (r + t) * s1 * s1))',
        '(r * r, 2.0 * r * r1, 2.0 * (r1 * r1 + r * r2))',
        '(r + t * t, r1 + 2.0 * t, r2 + 2.0)',
      ],
      which,
    );
    return `(let (r, r1, r2) = ${argument} in ${jet})`;
  },
  plus: (left, right) => `(let (a, a1, a2) = ${left} in let (b, b1, b2) = ${right} in (a + b, a1 + b1, a2 + b2))`,
  constant: (text) => `(${text}, 0.0, 0.0)`,
};
