/** The names, such as `\lambda`, that the editor replaces by symbols of the language. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['lambda', 'λ'],
  ['to', '→'],
  ['gets', '←'],
  ['real', 'ℝ'],
  ['times', '×'],
  ['nabla', '∇'],
  ['le', '≤'],
  ['ge', '≥'],
  ['ne', '≠'],
  ['lessdot', '⋖'],
  ['gtrdot', '⋗'],
  ['langle', '⟨'],
  ['rangle', '⟩'],
  ['alpha', 'α'],
  ['beta', 'β'],
  ['gamma', 'γ'],
  ['delta', 'δ'],
  ['epsilon', 'ε'],
  ['zeta', 'ζ'],
  ['eta', 'η'],
  ['theta', 'θ'],
  ['iota', 'ι'],
  ['kappa', 'κ'],
  ['mu', 'μ'],
  ['nu', 'ν'],
  ['xi', 'ξ'],
  ['pi', 'π'],
  ['rho', 'ρ'],
  ['sigma', 'σ'],
  ['tau', 'τ'],
  ['upsilon', 'υ'],
  ['phi', 'φ'],
  ['chi', 'χ'],
  ['psi', 'ψ'],
  ['omega', 'ω'],
  ['Gamma', 'Γ'],
  ['Delta', 'Δ'],
  ['Theta', 'Θ'],
  ['Sigma', 'Σ'],
  ['Phi', 'Φ'],
  ['Psi', 'Ψ'],
  ['Omega', 'Ω'],
]);

export interface Expansion {
  /** Offset of the backslash in the line's part before the caret. */
  readonly start: number;
  readonly symbol: string;
}

/**
 * The expansion at the end of the text before the caret: a name that is no prefix of a longer name, or any name followed by
 * a space. Undefined if there is none.
 */
export function expansionBefore(text: string): Expansion | undefined {
  const match = /\\([A-Za-z]+)( ?)$/.exec(text);
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  const symbol = SYMBOLS.get(name);
  if (symbol === undefined) return undefined;
  const open = [...SYMBOLS.keys()].some((other) => other !== name && other.startsWith(name));
  return open && match[2] === '' ? undefined : { start: match.index, symbol };
}
