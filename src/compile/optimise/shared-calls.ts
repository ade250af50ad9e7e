import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import { Builder, type Numbers } from '../ir/builder';
import type { Atom, Call, FunctionId } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { callsAtEnd, flaggedOf } from './tail-calls';

/**
 * Makes a function that ends with the same call in several places end with it in one:
 *
 *   if a { if b { x } else { f(y) } } else { f(y) }   becomes   isLast, r = if a { ... }   if isLast { r } else { f(y) }
 *
 * It is the last arm of a match, which patterns before it lead to. `isWorth` says for which functions that is done.
 */
export function shareCalls(given: IrFunction, isWorth: (callee: FunctionId) => boolean, numbers: Numbers): IrFunction {
  const { parameters, body } = given;
  const all = callsAtEnd(body, () => true);
  if (all.length < 2) return given;
  const known = new Set<Atom>([...parameters, ...body.statements.flatMap(({ targets }) => targets)]);
  const calls = all.filter((call) => call.arguments.every((atom) => atom.tag === 'constant' || known.has(atom)));
  const shared = calls.find(
    (call, i) => calls.some((other, k) => k > i && isSame(call, other)) && isWorth(call.callee),
  );
  if (shared === undefined) return given;
  const flagged = flaggedOf(body, (call) => isSame(call, shared), [], numbers);
  const [condition = internalError('a flag'), ...results] = flagged.results;
  const builder = new Builder(numbers, shared.origin);
  builder.statements.push(...flagged.statements);
  const targets = builder.add(
    results.map(({ kind }) => kind),
    {
      tag: 'if',
      condition,
      consequent: { statements: [], results },
      alternative: { statements: [shared], results: shared.targets },
    },
  );
  return { ...given, body: builder.block(targets) };
}

function isSame(left: Call, right: Call): boolean {
  return (
    left.callee === right.callee &&
    left.arguments.every((each, i) => sameAtom(each, right.arguments[i] ?? internalError('an argument')))
  );
}
