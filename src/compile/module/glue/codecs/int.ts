import { WANTED_INT } from '../../../../semantics/misfit';
import type { Codec } from '../codec';

export const int: Codec<'int'> = {
  write: (_, value, at, { heap, wrong }) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) wrong(WANTED_INT);
    else heap.view.setBigInt64(at, BigInt(value), true);
  },
  read: (_, at, { view, give }) => {
    give(Number(view.getBigInt64(at, true)));
  },
};
