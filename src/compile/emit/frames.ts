import { Code } from './code';
import type { WrittenFunction } from './settle';
import type { Runtime } from './runtime';

/** The offsets in a frame: the frame before it, the number of its function, and the call that it waits for. */
export const FRAME = { before: 0, callee: 4, call: 8, locals: 12 } as const;

/** What a function returns to the trampoline when it is done, instead of the number of what it calls. */
export const DONE = -1;

/** pushFrame(bytes, callee): the address of a new frame of a function with this number. */
export function pushFrame(runtime: Runtime): number {
  return runtime.add('pushFrame', () => push(runtime));
}

function push(runtime: Runtime): Omit<WrittenFunction, 'name'> {
  const { frames } = runtime;
  const code = new Code();
  const [bytes, callee] = [code.local('i32'), code.local('i32')];
  const made = code.local('i32');
  code.op('global.get', frames.top).get(bytes).op('i32.add').op('global.get', frames.end).op('i32.gt_u');
  code.when(() => code.get(bytes).op('call', runtime.more(frames)));
  code.op('global.get', frames.top).set(made);
  code.get(made).get(bytes).op('i32.add').op('global.set', frames.top);
  code.get(made).op('global.get', runtime.frame).op('i32.store', FRAME.before);
  code.get(made).get(callee).op('i32.store', FRAME.callee);
  code.get(made).op('global.set', runtime.frame).get(made);
  return code.function(['i32', 'i32'], ['i32']);
}

/** popFrame(frame): frees the newest frame. */
export function popFrame(runtime: Runtime): number {
  return runtime.add('popFrame', () => pop(runtime));
}

function pop(runtime: Runtime): Omit<WrittenFunction, 'name'> {
  const { frames } = runtime;
  const code = new Code();
  const frame = code.local('i32');
  code.get(frame).op('i32.load', FRAME.before).op('global.set', runtime.frame);
  code.get(frame).op('global.set', frames.top);
  code.get(frame).op('global.get', frames.start).op('i32.eq');
  code.when(() => code.op('call', runtime.less(frames)));
  return code.function(['i32'], []);
}
