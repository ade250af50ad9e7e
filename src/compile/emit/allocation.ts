import { MOST_ITEMS } from '../ir/atoms';
import { Code } from './code';
import { FAULT } from './host';
import { WORD } from './layout';
import type { Runtime } from './runtime';
import { giveUp } from './stacks';

/* Memory of the arena. What is common is written where it is needed; what is rare are functions of the module. */

/** The bytes of items up to which an array is small: it cannot end beyond the last address, 64 kB after `ready`. */
const SMALL = 64_000;

/** allocate(bytes): the address of fresh memory. */
export function allocate(runtime: Runtime): number {
  return runtime.add('allocate', () => {
    const code = new Code();
    const bytes = code.local('i32');
    const [old, end] = [code.local('i32'), code.local('i32')];
    code.op('global.get', runtime.top).set(old);
    code.get(old).get(bytes).op('i32.add').set(end);
    // An end below the start has run over 2^32.
    code.get(end).get(old).op('i32.lt_u').get(end).op('global.get', runtime.limit).op('i32.gt_u').op('i32.or');
    code.when(() => {
      runtime.fault(code, FAULT.memory);
    });
    code.get(end).op('memory.size').i32(16).op('i32.shl').op('i32.gt_u');
    code.when(() => {
      // Grows by half, or by what is needed.
      code.get(end).op('memory.size').i32(16).op('i32.shl').op('i32.sub').i32(16).op('i32.shr_u').i32(1).op('i32.add');
      code.op('memory.size').i32(1).op('i32.shr_u').op('i32.add').op('memory.grow').i32(-1).op('i32.eq');
      code.when(() => {
        runtime.fault(code, FAULT.memory);
      });
    });
    code.op('memory.size').i32(16).op('i32.shl').op('global.get', runtime.limit);
    code.op('memory.size').i32(16).op('i32.shl').op('global.get', runtime.limit).op('i32.lt_u');
    code.op('select').op('global.set', runtime.ready);
    code.get(end).op('global.set', runtime.top).get(old);
    return { parameters: ['i32'], results: ['i32'], locals: code.locals, body: code.body };
  });
}

/** Puts the address of fresh memory of a known size into a local. */
export function allocateSmall(runtime: Runtime, code: Code, bytes: number, place: number): void {
  if (code.isLarge || bytes > SMALL) {
    code.i32(bytes).op('call', allocate(runtime)).set(place);
    return;
  }
  const end = code.local('i32');
  code.op('global.get', runtime.top).set(place).get(place).i32(bytes).op('i32.add').set(end);
  code.get(end).op('global.get', runtime.ready).op('i32.gt_u');
  code.when(
    () => code.i32(bytes).op('call', allocate(runtime)).set(place),
    () => code.get(end).op('global.set', runtime.top),
  );
  code.release(end);
}

/** Replaces a number of bytes on the stack by the address of fresh memory. */
export function allocateQuickly(runtime: Runtime, code: Code): void {
  const [bytes, place, end] = [code.local('i32'), code.local('i32'), code.local('i32')];
  code.set(bytes).op('global.get', runtime.top).set(place).get(place).get(bytes).op('i32.add').set(end);
  code.get(end).op('global.get', runtime.ready).op('i32.gt_u').get(end).get(place).op('i32.lt_u').op('i32.or');
  code.when(
    () => code.get(bytes).op('call', allocate(runtime)).set(place),
    () => code.get(end).op('global.set', runtime.top),
  );
  code.get(place);
  for (const local of [bytes, place, end]) code.release(local);
}

/**
 * Puts the address of a fresh array into a local; `count` leaves its length, an i64. A negative one stops the run. Loops
 * call nothing for most arrays.
 */
export function allocateArray(runtime: Runtime, code: Code, count: () => void, size: number, place: number): void {
  const call = (): void => {
    count();
    code.i32(size).op('call', arrayFunction(runtime)).set(place);
  };
  if (code.isLarge || !code.isInLoop) {
    call();
    return;
  }
  const end = code.local('i32');
  code.op('global.get', runtime.top).set(place).get(place);
  count();
  code.op('i32.wrap_i64').i32(size).op('i32.mul').op('i32.add').i32(WORD).op('i32.add').set(end);
  count();
  code.op('i64.const', Math.floor(SMALL / Math.max(size, WORD))).op('i64.gt_u');
  code.get(end).op('global.get', runtime.ready).op('i32.gt_u').op('i32.or');
  code.when(call, () => {
    code.get(end).op('global.set', runtime.top).get(place);
    count();
    code.op('i32.wrap_i64').op('i32.store', 0);
  });
  code.release(end);
}

/** allocateArray(count, bytes of an item): the address of a fresh array. */
function arrayFunction(runtime: Runtime): number {
  return runtime.add('allocateArray', () => {
    const code = new Code();
    const [count, size, made] = [code.local('i64'), code.local('i32'), code.local('i32')];
    code.get(count).op('i64.const', 0).op('i64.lt_s');
    code.when(() => {
      runtime.fault(code, FAULT.program);
    });
    code.get(count).op('i64.const', MOST_ITEMS).op('i64.gt_s');
    code.get(count).get(size).op('i64.extend_i32_u').op('i64.mul');
    code
      .op('i64.const', 2 ** 32 - 64)
      .op('i64.gt_u')
      .op('i32.or');
    code.when(() => {
      runtime.fault(code, FAULT.memory);
    });
    code.get(count).op('i32.wrap_i64').get(size).op('i32.mul').i32(WORD).op('i32.add');
    code.op('call', allocate(runtime)).set(made);
    code.get(made).get(count).op('i32.wrap_i64').op('i32.store', 0).get(made);
    return { parameters: ['i64', 'i32'], results: ['i32'], locals: code.locals, body: code.body };
  });
}

/** Frees what lies from an address on, which is in a local. */
export function release(runtime: Runtime, code: Code, from: number): void {
  const call = (): Code => code.get(from).op('call', releaseFunction(runtime));
  if (code.isLarge) {
    call();
    return;
  }
  code.get(from).op('global.get', runtime.newest).op('i32.le_u');
  code.when(call, () => {
    lower(runtime, code, from);
  });
}

/** release(from): frees what lies from an address on, and keeps the peak. What is kept on the stacks lies before it. */
export function releaseFunction(runtime: Runtime): number {
  return runtime.add('release', () => {
    const code = new Code();
    const from = code.local('i32');
    for (const stack of [runtime.kept, runtime.frames]) giveUp(code, stack, runtime.less(stack), from);
    code.get(from).i32(1).op('i32.sub').op('global.set', runtime.newest);
    lower(runtime, code, from);
    return { parameters: ['i32'], results: [], locals: code.locals, body: code.body };
  });
}

function lower(runtime: Runtime, code: Code, from: number): void {
  code.op('global.get', runtime.top).op('global.get', runtime.peak).op('i32.gt_u');
  code.when(() => code.op('global.get', runtime.top).op('global.set', runtime.peak));
  code.get(from).op('global.set', runtime.top);
}
