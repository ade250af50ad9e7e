import { WANTED_REAL } from '../../../../semantics/misfit';
import { WORD } from '../../../emit/layout';
import type { CodecOf } from '../transfer';

/** Arrays of reals. */
export const reals: CodecOf<'reals'> = () => ({
  write: (value, at, writer) => {
    if (!isFloat64Array(value)) return writer.wrong('a Float64Array', value);
    const { heap, instead } = writer;
    const { length } = value;
    const made = heap.allocateArray(length, WORD);
    heap.view.setUint32(at, made, true);
    const all = heap.reals;
    const start = made / WORD + 1;
    all.set(value, start);
    for (let i = 0; i < length; i++) if (!Number.isFinite(all[start + i])) writer.wrong(WANTED_REAL, value[i], i);
    if (instead !== undefined) all.fill(instead, start, start + length);
  },
  read: (at, { heap }) => {
    const from = heap.view.getUint32(at, true);
    const start = from / WORD + 1;
    return heap.reals.slice(start, start + heap.view.getUint32(from, true));
  },
});

/** Whether a value is a Float64Array, of another window too. */
function isFloat64Array(value: unknown): value is Float64Array {
  return (
    value instanceof Float64Array ||
    (ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Float64Array]')
  );
}
