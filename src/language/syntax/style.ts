/** How much of the text that a tree was parsed from is kept when it is printed. */
export interface Style {
  /**
   * The spans of the tree are those of its text, so they tell what the reader wrote where the same tree could be written
   * otherwise: operands in parentheses, `{ x = x }`. A tree that was made rather than parsed has other spans.
   */
  readonly asWritten: boolean;
}

export const PLAIN: Style = { asWritten: false };
export const AS_WRITTEN: Style = { asWritten: true };
