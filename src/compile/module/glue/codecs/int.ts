import { WANTED_INT } from '../../../../semantics/misfit';
import { getInt, setInt } from '../../../run/ints';
import type { CodecOf } from '../transfer';

export const int: CodecOf<'int'> = () => ({
  write: (value, at, writer) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) writer.wrong(WANTED_INT, value);
    else setInt(writer.heap.view, at, value);
  },
  read: (at, { heap }) => getInt(heap.view, at),
});
