import { elaborate, type Elaboration } from '../../language/elaborate/elaborate';
import type { Span } from '../../language/source/span';
import type { SurfaceProgram } from '../../language/syntax/tree';
import { createParser } from '../front-end';

/** Checks a program that an editor asks about, with what the checker knows at a place. */
export type Probing = (cells: readonly string[], place: Span) => Probe;

interface Probe {
  readonly trees: readonly SurfaceProgram[];
  readonly elaboration: Elaboration;
}

export function createProbing(): Probing {
  const parse = createParser();
  return (cells, place) => {
    const trees = parse(cells).map(({ program }) => program);
    return { trees, elaboration: elaborate(trees, place) };
  };
}
