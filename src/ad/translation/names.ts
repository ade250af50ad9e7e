import { freshNames, type FreshNames } from '../../language/core/fresh-names';
import { RESERVED_NAMES } from '../../language/core/reserved-names';
import { usedNames, usedNamesOfProgram } from '../../language/core/traverse';
import type { Main } from '../engine';

/** Returns names for a translation of `main`: new in the whole program, and not reserved in printed text. */
export function namesFor({ body, definitions, parameters }: Main): FreshNames {
  const used = new Set(RESERVED_NAMES);
  for (const name of usedNames(body)) used.add(name);
  for (const name of usedNamesOfProgram({ variants: [], items: definitions })) used.add(name);
  for (const { name } of parameters) used.add(name);
  return freshNames(used);
}
