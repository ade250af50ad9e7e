import type fc from 'fast-check';
import { freshNames } from '../../language/core/fresh-names';
import { variablePattern } from '../../language/core/patterns';
import type { CoreItem, CoreProgram } from '../../language/core/tree';
import { NOWHERE } from '../../language/source/span';
import { REAL, type Type } from '../../language/types/type';
import { fromChoices, type Choices } from '../choices';
import { termGenerator, type TermScope } from './program-terms';
import { randomConstant, FIRST_ORDER, INNER, VARIANTS } from './program-types';

/*
 * Whole terminating programs of the core: functions of any order, all kinds of data, folds, arrays with indices in
 * bounds, and recursion on a count or on the parts of a value. Reals stay small, so that rounding and central
 * differences do not decide what engines agree on.
 */

/** Random whole programs with inputs, with about `size` nodes per part. */
export function corePrograms(size = 30): fc.Arbitrary<CoreProgram> {
  return fromChoices(3 * size, (parts, whole) => generate(parts, whole, size));
}

function generate(parts: Choices, whole: Choices, size: number): CoreProgram {
  const fresh = freshNames([]);
  const items: CoreItem[] = [];
  let scope: TermScope = [];
  const count = 1 + parts.below(3);
  for (let i = 0; i < count; i++) {
    const type = i === 0 ? firstWithReals(parts) : parts.of(FIRST_ORDER);
    const name = fresh(parts.of(['x', 'y', 'data']));
    const value = randomConstant(type, parts, 3);
    items.push({ tag: 'input', name, type, value, range: undefined, origin: NOWHERE });
    scope = [...scope, { name, type }];
  }
  const generator = termGenerator(parts, fresh, size / 2);
  for (let i = parts.below(4); i > 0; i--) {
    const value = generator.term(parts.of(INNER), scope);
    const name = fresh('top');
    items.push({ tag: 'let', pattern: variablePattern(name, value.type), value, origin: NOWHERE });
    scope = [...scope, { name, type: value.type }];
    generator.refuel();
  }
  const target = whole.chance(50) ? REAL : whole.of(FIRST_ORDER);
  const term = termGenerator(whole, fresh, size).term(target, scope);
  items.push({ tag: 'output', term, origin: NOWHERE });
  return { variants: VARIANTS, items };
}

function firstWithReals(choices: Choices): Type {
  return choices.of([REAL, ...FIRST_ORDER.slice(0, 13)]);
}
