/** What the page asks the prose worker: to render the Markdown of a text cell. */
export interface ProseRequest {
  readonly markdown: string;
  /** A page on the site needs both forms of a formula, one for the eye and one for screen readers; MathML needs no fonts. */
  readonly formulas: 'htmlAndMathml' | 'mathml';
}

/** A part of the HTML that the page can sanitise and insert without a noticeable delay. */
export interface ProsePiece {
  readonly html: string;
  /**
   * How many elements go on from the piece before: the first element of this piece, the first in that, and so on are
   * the last ones of what has been inserted.
   */
  readonly joins: number;
}

export interface ProseApi {
  /** Renders all of a text, or as much as its limits allow, with a notice in place of what is left out. Never throws. */
  render(request: ProseRequest): readonly ProsePiece[];
}

/** The letters of a plain text that the page lays out without a noticeable delay. */
export const MOST_PLAIN_LETTERS = 20_000;
