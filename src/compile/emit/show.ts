import { allocate } from './allocation';
import { Code } from './code';
import { WORD } from './layout';
import type { Runtime } from './runtime';

/**
 * Returns the number of show(real), the text of a real as a string. The host gives the length of the text and its units:
 * it neither sees the memory nor returns anything but numbers.
 */
export function shown(runtime: Runtime): number {
  return runtime.add('show', () => {
    const code = new Code();
    const [real, length, made, at] = [code.local('f64'), code.local('i32'), code.local('i32'), code.local('i32')];
    const unit = (): Code => code.op('call', runtime.shownUnit).op('i64.trunc_f64_s').op('i32.wrap_i64');
    code.get(real).op('f64.const', -1);
    unit().set(length);
    code
      .get(length)
      .i32(1)
      .op('i32.shl')
      .i32(2 * WORD - 1)
      .op('i32.add')
      .i32(-WORD)
      .op('i32.and');
    code.op('call', allocate(runtime)).set(made);
    code.get(made).get(length).op('i32.store', 0);
    code.until(
      () => code.get(at).get(length).op('i32.ge_u'),
      () => {
        code.get(made).get(at).i32(1).op('i32.shl').op('i32.add');
        code.get(real).get(at).op('f64.convert_i32_s');
        unit().op('i32.store16', WORD);
        code.get(at).i32(1).op('i32.add').set(at);
      },
    );
    code.get(made);
    return code.function(['f64'], ['i32']);
  });
}
