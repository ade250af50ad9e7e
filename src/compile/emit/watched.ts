import type { Watched } from '../ir/tree';
import { store, WORD } from './layout';
import type { Writer } from './writer';

/** Hands what is watched to the host: its name and its value, in slots. */
export function watched(writer: Writer, { watch, values }: Watched): void {
  const { code } = writer;
  const { data, runtime } = writer.around;
  const slots = data.reserve(WORD * values.length);
  values.forEach((value, i) => {
    code.i32(0);
    writer.atom(value);
    store(code, value.kind, slots + WORD * i);
  });
  code.i32(watch).i32(slots).op('call', runtime.watched);
}
