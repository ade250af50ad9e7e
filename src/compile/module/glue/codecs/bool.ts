import { WANTED_BOOL } from '../../../../semantics/misfit';
import type { Codec } from '../codec';

export const bool: Codec<'bool'> = {
  write: (_, value, at, { heap, wrong }) => {
    if (typeof value !== 'boolean') wrong(WANTED_BOOL);
    else heap.view.setUint32(at, Number(value), true);
  },
  read: (_, at, { view, give }) => {
    give(view.getUint32(at, true) !== 0);
  },
};
