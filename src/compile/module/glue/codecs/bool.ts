import { WANTED_BOOL } from '../../../../semantics/misfit';
import type { CodecOf } from '../transfer';

export const bool: CodecOf<'bool'> = () => ({
  write: (value, at, writer) => {
    if (typeof value !== 'boolean') writer.wrong(WANTED_BOOL, value);
    else writer.heap.view.setUint32(at, value ? 1 : 0, true);
  },
  read: (at, { heap }) => heap.view.getUint32(at, true) !== 0,
});
