import { internalError } from '../../language/source/internal-error';
import { boolConstant, Builder, intConstant, type Numbers } from '../ir/builder';
import { isArray } from '../ir/roots';
import type { IrFunction } from '../ir/program';
import type { Atom, Block, FunctionId } from '../ir/tree';
import type { Lengths } from '../../language/core/usual-lengths';
import type { UsualLengths } from './usual';

/** Returns a function that calls `usual` if its arguments have the usual lengths, and `general` if not. */
export function choosing(general: IrFunction, usual: FunctionId, lengths: UsualLengths, numbers: Numbers): IrFunction {
  const parameters = numbers.copies(general.parameters);
  const kinds = general.body.results.map(({ kind }) => kind);
  const builder = new Builder(numbers);
  const arrays = parameters.flatMap((parameter, i) => {
    const known = lengths[i];
    return known === undefined ? [] : [[parameter, known] as const];
  });
  const condition = allHave(arrays, builder);
  const calling = (callee: FunctionId): Block => {
    const arm = builder.inner();
    return arm.block(arm.call(kinds, callee, parameters));
  };
  const results = builder.add(kinds, {
    tag: 'if',
    condition,
    consequent: calling(usual),
    alternative: calling(general.id),
  });
  return { id: numbers.functionId(), name: general.name, parameters, body: builder.block(results) };
}

/** Returns whether all arrays have their lengths. Later ones are not looked at where one differs. */
function allHave(arrays: readonly (readonly [Atom, Lengths])[], builder: Builder): Atom {
  const [first, ...others] = arrays;
  if (first === undefined) return boolConstant(true);
  const [array, [length = 0, ...inner]] = first;
  const layout = isArray(array.kind) ? array.kind : internalError('an array');
  const condition = builder.operation('equalInt', builder.one('int', { tag: 'length', array }), intConstant(length));
  const [more, none] = [builder.inner(), builder.inner()];
  const rows =
    inner.length === 0
      ? []
      : Array.from({ length }, (_, i) => {
          const parts = more.add(layout.item, { tag: 'item', array, index: intConstant(i), checked: false });
          return [parts[0] ?? internalError('a row'), inner] as const;
        });
  const consequent = more.block([allHave([...rows, ...others], more)]);
  const [found = internalError('a result')] = builder.add(['bool'], {
    tag: 'if',
    condition,
    consequent,
    alternative: none.block([boolConstant(false)]),
  });
  return found;
}
