import { Code } from './code';
import { NOTE } from './host';
import { WORD } from './layout';
import type { Runtime } from './runtime';

/* What careful functions do again and again, as functions of the module, so that they stay small. */

/** note(site, caller?, value...): writes a note where the host finds it. */
export function note(runtime: Runtime, hasCaller: boolean, count: number): number {
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
    return { parameters: [...code.locals], results: [], locals: code.locals, body: code.body };
  });
}

/** finite(real): stops the run if the real is not finite. */
export function finite(runtime: Runtime): number {
  return runtime.add('finite', () => {
    const code = new Code();
    const real = code.local('f64');
    runtime.testFinite(code.get(real));
    return { parameters: ['f64'], results: [], locals: code.locals, body: code.body };
  });
}
