import { problemBefore, problemOfResult } from '../../language/operations/apply';
import type { LeafValue, Operation } from '../../language/operations/operation';
import { operationRow } from '../../language/operations/table';
import { assertNever } from '../../language/source/internal-error';
import type { Span } from '../../language/source/span';
import { NEGATIVE_LENGTH, otherShape, overflowedDerivative, OVERFLOWED_INSIDE } from '../../semantics/failure';
import type { Cause, Site } from '../careful/sites';
import type { Place, SiteEntry, Template } from './glue/parts';

export interface SiteTable {
  readonly templates: readonly Template[];
  readonly sites: readonly SiteEntry[];
}

/**
 * Returns what a model says where it stops. `placeOf` returns the place of a span of the reader's text; `hasInner` tells
 * whether there are derivatives inside the program.
 */
export function siteTable(sites: readonly Site[], placeOf: (span: Span) => Place, hasInner: boolean): SiteTable {
  const templates: Template[] = [];
  const numbers = new Map<string, number>();
  const number = (template: Template): number => {
    const key = JSON.stringify(template);
    const known = numbers.get(key) ?? templates.push(template) - 1;
    numbers.set(key, known);
    return known;
  };
  const entries = sites.map(({ cause, place }): SiteEntry => {
    const [before, after] = templatesOf(cause, hasInner).map(number);
    const at = place === undefined ? 0 : placeOf(place);
    const first = before ?? 0;
    return cause.tag === 'derivative' ? [first, after ?? first, at, 1] : [first, after ?? first, at];
  });
  return { templates, sites: entries };
}

/** Returns the template for what is wrong before a statement, and for its result if that is another. */
function templatesOf(cause: Cause, hasInner: boolean): readonly Template[] {
  switch (cause.tag) {
    case 'operation': {
      const row = operationRow(cause.operation);
      const values = row.parameters.length;
      const after = problemOfResult(row, row.result === 'int' ? Number.POSITIVE_INFINITY : Number.NaN);
      return [domainProblem(row), after].flatMap((problem): readonly Template[] =>
        problem === undefined ? [] : [[problem.code, problem.sentence, values]],
      );
    }
    case 'derivative': {
      const inside: Template = ['not-finite', OVERFLOWED_INSIDE, 0];
      if (cause.operation === undefined) return [inside];
      const { symbol } = operationRow(cause.operation).notation;
      const outside: Template = ['not-finite', overflowedDerivative(symbol), 0];
      return hasInner ? [inside, outside] : [outside];
    }
    case 'index':
      return [['index', '', 'index']];
    case 'length':
      return [['domain', NEGATIVE_LENGTH, 1]];
    case 'fail':
      return [[cause.code, cause.message, 0]];
    case 'shape': {
      const { code, message } = otherShape(cause.given);
      return [[code, message, 0]];
    }
    case 'call':
      return [];
    default:
      return assertNever(cause);
  }
}

/** Arguments among which each operation that is partial has some outside its domain. */
const OUTSIDE: readonly (readonly LeafValue[])[] = [
  [0, 0],
  [1, 0],
  [-1, -1],
  [0, -1],
  [2, 0],
];

/** Returns what the table says of arguments outside the domain, which is one sentence for each operation. */
export function domainProblem(row: Operation): ReturnType<typeof problemBefore> {
  for (const values of OUTSIDE) {
    const problem = problemBefore(row, values.slice(0, row.parameters.length));
    if (problem !== undefined) return problem;
  }
  return undefined;
}
