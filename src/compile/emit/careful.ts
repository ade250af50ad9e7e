import type { Note } from '../ir/tree';
import { Code } from './code';
import { NOTE } from './host';
import { WORD } from './layout';
import type { Runtime } from './runtime';
import type { Writer } from './writer';

/** Writes a note. */
export function note(writer: Writer, { site, caller, values }: Note): void {
  const { code } = writer;
  code.i32(site);
  if (caller !== undefined) {
    writer.atom(caller);
    code.op('i32.wrap_i64');
  }
  for (const value of values) {
    writer.atom(value);
    if (value.kind === 'int') code.op('f64.convert_i64_s');
  }
  code.op('call', noteFunction(writer.around.runtime, caller !== undefined, values.length));
}

/** note(site, caller?, value...): writes a note where the host finds it. */
function noteFunction(runtime: Runtime, hasCaller: boolean, count: number): number {
  return runtime.add(`note${hasCaller ? 'Caller' : ''}${count}`, () => {
    const code = new Code();
    const site = code.local('i32');
    code.i32(NOTE.site).get(site).op('i32.store', 0);
    if (hasCaller) {
      const caller = code.local('i32');
      code.i32(NOTE.caller).get(caller).op('i32.store', 0);
    }
    const values = Array.from({ length: count }, () => code.local('f64'));
    values.forEach((value, i) => {
      code
        .i32(NOTE.values + WORD * i)
        .get(value)
        .op('f64.store', 0);
    });
    return code.function(code.slots.slice(), []);
  });
}
