import { WANTED_REAL } from '../../../../semantics/misfit';
import type { Codec } from '../codec';

export const real: Codec<'real'> = {
  write: (_, value, at, { heap, instead, wrong }) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) wrong(WANTED_REAL);
    else heap.view.setFloat64(at, instead ?? value, true);
  },
  read: (_, at, { view, give }) => {
    give(view.getFloat64(at, true));
  },
};
