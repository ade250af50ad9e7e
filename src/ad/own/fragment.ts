import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { PRELUDE_CELL, type Span } from '../../language/source/span';
import { itemBinders, itemTerms, walk } from '../../language/core/traverse';
import type { Term } from '../../language/core/tree';
import type { Fragment, Main, OwnEngineId } from '../engine';
import { engineName } from '../engine';
import { fragmentOf, outside } from '../fragment';
import { isOwnOperation, showOperation, type OwnSignature } from './signature';

/** Returns whether an engine of the reader's has every operation of a program; if not, the place of the first that it lacks. */
export function ownFragment(main: Main, id: OwnEngineId, signature: OwnSignature): Fragment {
  const fragment = fragmentOf(main, id);
  if (fragment.tag === 'outside') return fragment;
  const lacking = lackingOperation(main, signature);
  if (lacking !== undefined) return lacks(id, lacking.name, lacking.place, signature);
  if (!signature.hasGradient || main.target.tag === 'real') return fragment;
  const name = (['multiply', 'add'] as const).find((each) => !signature.operations.has(each));
  if (name === undefined) return fragment;
  const hint = `add the field \`${name}\` to \`${engineName(id)}\`, which adds up the reals of the result`;
  return outside(id, main.body.origin, `the result is not a single real, and the engine has no \`${name}\``, hint);
}

/** Returns that an engine does not have an operation. */
function lacks(
  id: OwnEngineId,
  name: OperationName,
  place: Span,
  { isMonadic }: OwnSignature,
): Extract<Fragment, { tag: 'outside' }> {
  const hint = `add the field \`${name} : ${showOperation(name, isMonadic)}\` to \`${engineName(id)}\``;
  return outside(id, place, `the engine has no \`${name}\``, hint);
}

interface Lacking {
  readonly name: OperationName;
  readonly place: Span;
}

function lackingOperation(main: Main, { operations }: OwnSignature): Lacking | undefined {
  /** The operations that are missing in functions of the prelude, by the function's name. */
  const hidden = new Map<string, OperationName>();
  const found = (root: Term): Lacking | undefined => {
    let first: Lacking | undefined;
    walk(root, {
      enter: (term) => {
        if (first !== undefined && first.place.cell !== PRELUDE_CELL) return;
        const name = missing(term);
        // A place in the prelude gives way to the call of the function in the reader's text.
        if (name !== undefined && (first === undefined || term.origin.cell !== PRELUDE_CELL)) {
          first = { name, place: term.origin };
        }
      },
    });
    return first;
  };
  const missing = (term: Term): OperationName | undefined => {
    if (term.tag === 'variable') return hidden.get(term.name);
    if (term.tag !== 'operation' || operations.has(term.operation)) return undefined;
    return isOwnOperation(operationRow(term.operation)) ? term.operation : undefined;
  };
  for (const item of main.definitions) {
    for (const term of itemTerms(item)) {
      const inside = found(term);
      if (inside === undefined) continue;
      if (inside.place.cell !== PRELUDE_CELL) return inside;
      for (const { name } of itemBinders(item)) hidden.set(name, inside.name);
    }
  }
  return found(main.body);
}
