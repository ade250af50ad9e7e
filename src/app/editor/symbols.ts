/** `\lambda` and its kin: what the editor turns into the symbols that the language accepts. */
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
 * What the text before the caret asks to be turned into a symbol: a name that no longer name begins with, or any name
 * that a space ends.
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
