import { WANTED_REAL } from '../../../../semantics/misfit';
import { WORD } from '../../../emit/layout';
import type { Codec } from '../codec';

/** Arrays of reals. */
export const reals: Codec<'reals'> = {
  write: (_, value, at, { heap, instead, wrong }) => {
    if (!isFloat64Array(value)) return wrong('a Float64Array');
    const { length } = value;
    const made = heap.allocateArray(length, WORD);
    heap.view.setUint32(at, made, true);
    const { reals: all } = heap;
    const start = made / WORD + 1;
    all.set(value, start);
    for (let i = 0; i < length; i++) if (!Number.isFinite(all[start + i])) wrong(WANTED_REAL, i);
    if (instead !== undefined) all.fill(instead, start, start + length);
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
