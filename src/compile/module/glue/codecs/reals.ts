import { WANTED_REAL } from '../../../../semantics/misfit';
import { WORD } from '../../../emit/layout';
import type { Codec } from '../codec';

/** Arrays of reals. */
export const reals: Codec<'reals'> = {
  write: (_, value, at, { heap, instead, wrong }) => {
    if (!isFloat64Array(value)) return wrong('a Float64Array');
    const { length } = value;
    const made = heap.allocate(WORD + WORD * length);
    heap.view.setUint32(made, length, true);
    heap.view.setUint32(at, made, true);
    const written = heap.reals.subarray(made / WORD + 1, made / WORD + 1 + length);
    written.set(value);
    const wrongAt = written.findIndex((each) => !Number.isFinite(each));
    if (wrongAt >= 0) wrong(WANTED_REAL, wrongAt);
    if (instead !== undefined) written.fill(instead);
  },
  read: (_, at, { view, reals: all, give }) => {
    const from = view.getUint32(at, true);
    const start = from / WORD + 1;
    give(all.slice(start, start + view.getUint32(from, true)));
  },
};

/** Whether a value is a Float64Array, of another window too. */
function isFloat64Array(value: unknown): value is Float64Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Float64Array]';
}
