import type { Budget } from '../semantics/outcome';
import type { Json } from '../semantics/present';

/** The part of a program that a question to the run worker is about: one cell. */
export interface Subject {
  /** The texts of the program's cells, in reading order. */
  readonly cells: readonly string[];
  /** Index into `cells`. */
  readonly cell: number;
  /** The definition to differentiate instead of the cell's last expression: `focus=NAME` on its fence. */
  readonly focus?: string | undefined;
}

/** What every question about a cell contains. */
export interface ProgramRequest extends Subject {
  /** Values set by sliders and number boxes. Other inputs keep the value that the program gives them. */
  readonly inputs: Readonly<Record<string, Json>>;
  readonly budget: Budget;
  /** The step of a run at which the outputs are wanted; the end if undefined. */
  readonly step?: ShownStep | undefined;
}

/** A record of a series of the run of a cell: the question's cell, or one that it depends on. */
export interface ShownStep {
  /** Index of the cell. */
  readonly cell: number;
  readonly series: string;
  readonly record: number;
}
