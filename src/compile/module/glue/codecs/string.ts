import { WANTED_STRING } from '../../../../semantics/misfit';
import { WORD } from '../../../emit/layout';
import type { Codec } from '../codec';

export const string: Codec<'string'> = {
  write: (_, value, at, { heap, wrong }) => {
    if (typeof value !== 'string') return wrong(WANTED_STRING);
    const made = heap.allocate(WORD + Math.ceil((2 * value.length) / WORD) * WORD);
    heap.view.setUint32(made, value.length, true);
    for (let i = 0; i < value.length; i++) heap.view.setUint16(made + WORD + 2 * i, value.charCodeAt(i), true);
    heap.view.setUint32(at, made, true);
  },
  read: (_, at, { view, give }) => {
    const from = view.getUint32(at, true);
    const units: string[] = [];
    const count = view.getUint32(from, true);
    for (let i = 0; i < count; i++) units.push(String.fromCharCode(view.getUint16(from + WORD + 2 * i, true)));
    give(units.join(''));
  },
};
