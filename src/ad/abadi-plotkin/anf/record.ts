import { variable } from '../../../language/core/builders';
import type { Variable } from '../../../language/core/tree';
import { REAL } from '../../../language/types/type';
import { realLeaves } from '../../../semantics/present';
import type { Task } from '../../../semantics/task';
import type { Main, Point } from '../../engine';
import type { Recording } from '../../recording';
import { entryNames, leafName, straightLine, type EntryNames } from './anf';
import type { StraightLine } from './straight-line';

/** Returns the recording as code in A-normal form, its inputs named after the leaves of the point. */
export function* codeOf(
  main: Main,
  point: Point,
  { trace, results }: Recording,
): Task<{ readonly code: StraightLine; readonly names: EntryNames }> {
  const names = entryNames(main);
  const inputs = main.parameters.flatMap(({ label, type, origin }, at): readonly Variable[] =>
    realLeaves(point.arguments[at], type, label, main.variants).map((leaf) =>
      variable(names.fresh(leafName(leaf.label)), REAL, origin),
    ),
  );
  return { code: yield* straightLine(trace, inputs, results, names), names };
}
