/**
 * Converts KaTeX's MathML to MathML Core, which browsers draw. Core has no `mathvariant` except `normal`, so letters of other
 * alphabets become their own Unicode characters; bold and sans serif are left to the style sheet. Text that KaTeX puts
 * directly between elements is wrapped, because it would not be drawn.
 */
export function toMathmlCore(formula: Element): void {
  for (const token of formula.querySelectorAll('[mathvariant]')) {
    const alphabet = ALPHABETS[token.getAttribute('mathvariant') ?? ''];
    if (alphabet !== undefined) token.textContent = inAlphabet(token.textContent, alphabet);
  }
  for (const group of formula.querySelectorAll('*')) {
    if (group.children.length === 0) continue;
    for (const child of [...group.childNodes])
      if (child.nodeType === Node.TEXT_NODE) {
        const text = document.createElementNS(MATHML, 'mtext');
        child.replaceWith(text);
        text.append(child);
      }
  }
}

const MATHML = 'http://www.w3.org/1998/Math/MathML';

interface Alphabet {
  /** Code points of A and a in the block Mathematical Alphanumeric Symbols. */
  readonly upper: number;
  readonly lower: number;
  /** Letters that Unicode encodes in other blocks. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

const ALPHABETS: Readonly<Record<string, Alphabet>> = {
  'double-struck': {
    upper: 0x1d538,
    lower: 0x1d552,
    elsewhere: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  },
  script: {
    upper: 0x1d49c,
    lower: 0x1d4b6,
    elsewhere: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  },
  fraktur: {
    upper: 0x1d504,
    lower: 0x1d51e,
    elsewhere: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' },
  },
};

function inAlphabet(text: string, { upper, lower, elsewhere }: Alphabet): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const start = letter < 'a' ? upper - 0x41 : lower - 0x61;
    return elsewhere[letter] ?? String.fromCodePoint(start + letter.charCodeAt(0));
  });
}
