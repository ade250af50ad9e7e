import { WANTED_REAL } from '../../../../semantics/misfit';
import type { CodecOf } from '../transfer';

export const real: CodecOf<'real'> = () => ({
  write: (value, at, writer) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) writer.wrong(WANTED_REAL, value);
    else writer.heap.view.setFloat64(at, writer.instead ?? value, true);
  },
  read: (at, { heap }) => heap.view.getFloat64(at, true),
});
