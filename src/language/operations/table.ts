import { ARITHMETIC } from './arithmetic';
import { COMPARISONS } from './comparisons';
import { CONVERSIONS } from './conversions';
import { ELEMENTARY } from './elementary';
import { INTS } from './ints';
import { MATRICES } from './matrices';
import type { OperationName } from './names';
import type { Operation } from './operation';
import { PIECEWISE } from './piecewise';

/** The definition of every operation; engines derive everything that they need from these rows. */
export const OPERATIONS = {
  ...ARITHMETIC,
  ...ELEMENTARY,
  ...PIECEWISE,
  ...INTS,
  ...CONVERSIONS,
  ...MATRICES,
  ...COMPARISONS,
} satisfies Record<OperationName, Operation>;

const ROWS: Readonly<Record<OperationName, Operation>> = OPERATIONS;

export function operationRow(name: OperationName): Operation {
  return ROWS[name];
}

/** The symbols of functions that have a row for reals and a row for ints. */
export const OVERLOADED_FUNCTIONS: ReadonlySet<string> = new Set(['max', 'min', 'show']);
