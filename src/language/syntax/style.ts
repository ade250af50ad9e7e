/** How much of the source text is kept when a tree is printed. */
export interface Style {
  /**
   * Whether the tree's spans belong to its source text. Then they show what the reader wrote where a tree has several
   * spellings: operands in parentheses, `{ x = x }`. The spans of a generated tree do not.
   */
  readonly asWritten: boolean;
}

export const PLAIN_STYLE: Style = { asWritten: false };
export const AS_WRITTEN: Style = { asWritten: true };
