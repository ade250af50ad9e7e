/** What a question to the run worker is about: what one cell of a program shows. */
export interface Subject {
  /** The texts of the program's cells, in reading order. */
  readonly cells: readonly string[];
  /** Which of them. */
  readonly cell: number;
  /** A definition that the panels are about instead of the cell's last expression: `focus=NAME` on its fence. */
  readonly focus?: string | undefined;
}
