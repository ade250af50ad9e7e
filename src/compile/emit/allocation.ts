import { MOST_ITEMS } from '../ir/atoms';
import { Code } from './code';
import { FAULT } from './host';
import { WORD } from './layout';
import type { WrittenFunction } from './settle';
import { giveUp, type Stack } from './stacks';

/* Memory of the arena. What is common is written where it is needed; what is rare are functions of the module. */

/** The globals of the arena, the functions of the module, and how a run stops. */
export interface Arena {
  /** The end of the memory in use, and the largest before memory was freed. */
  readonly top: number;
  readonly peak: number;
  readonly limit: number;
  /** Memory up to here is there and may be used. 0 when a run begins. */
  readonly ready: number;
  /** No part of a stack begins after this address. */
  readonly newest: number;
  readonly kept: Stack;
  readonly frames: Stack;
  /** Adds a function and returns its number. */
  add(name: string, made: () => Omit<WrittenFunction, 'name'>): number;
  /** lessStack(): goes back to the part of a stack before the newest, which is empty. */
  less(stack: Stack): number;
  /** Stops the run. */
  fault(code: Code, fault: number): void;
}

/** The bytes of items up to which an array is small: it cannot end beyond the last address, 64 kB after `ready`. */
const SMALL = 64_000;

/** allocate(bytes): the address of fresh memory. */
export function allocate(arena: Arena): number {
  return arena.add('allocate', () => {
    const code = new Code();
    const bytes = code.local('i32');
    const [old, end] = [code.local('i32'), code.local('i32')];
    code.op('global.get', arena.top).set(old);
    code.get(old).get(bytes).op('i32.add').set(end);
    // An end below the start has run over 2^32.
    code.get(end).get(old).op('i32.lt_u').get(end).op('global.get', arena.limit).op('i32.gt_u').op('i32.or');
    code.when(() => {
      arena.fault(code, FAULT.memory);
    });
    code.get(end).op('memory.size').i32(16).op('i32.shl').op('i32.gt_u');
    code.when(() => {
      // Grows by half, or by what is needed.
      code.get(end).op('memory.size').i32(16).op('i32.shl').op('i32.sub').i32(16).op('i32.shr_u').i32(1).op('i32.add');
      code.op('memory.size').i32(1).op('i32.shr_u').op('i32.add').op('memory.grow').i32(-1).op('i32.eq');
      code.when(() => {
        arena.fault(code, FAULT.memory);
      });
    });
    code.op('memory.size').i32(16).op('i32.shl').op('global.get', arena.limit);
    code.op('memory.size').i32(16).op('i32.shl').op('global.get', arena.limit).op('i32.lt_u');
    code.op('select').op('global.set', arena.ready);
    code.get(end).op('global.set', arena.top).get(old);
    return code.function(['i32'], ['i32']);
  });
}

/** Puts the address of fresh memory of a known size into a local. */
export function allocateSmall(arena: Arena, code: Code, bytes: number, place: number): void {
  if (code.isLarge || bytes > SMALL) {
    code.i32(bytes).op('call', allocate(arena)).set(place);
    return;
  }
  const end = code.local('i32');
  code.op('global.get', arena.top).set(place).get(place).i32(bytes).op('i32.add').set(end);
  code.get(end).op('global.get', arena.ready).op('i32.gt_u');
  code.when(
    () => code.i32(bytes).op('call', allocate(arena)).set(place),
    () => code.get(end).op('global.set', arena.top),
  );
  code.release(end);
}

/** Replaces a number of bytes on the stack by the address of fresh memory. */
export function allocateQuickly(arena: Arena, code: Code): void {
  const [bytes, place, end] = [code.local('i32'), code.local('i32'), code.local('i32')];
  code.set(bytes).op('global.get', arena.top).set(place).get(place).get(bytes).op('i32.add').set(end);
  code.get(end).op('global.get', arena.ready).op('i32.gt_u').get(end).get(place).op('i32.lt_u').op('i32.or');
  code.when(
    () => code.get(bytes).op('call', allocate(arena)).set(place),
    () => code.get(end).op('global.set', arena.top),
  );
  code.get(place);
  for (const local of [bytes, place, end]) code.release(local);
}

/**
 * Puts the address of a fresh array into a local; `count` leaves its length, an i64. A negative one stops the run. Loops
 * call nothing for most arrays.
 */
export function allocateArray(arena: Arena, code: Code, count: () => void, size: number, place: number): void {
  const call = (): void => {
    count();
    code.i32(size).op('call', arrayFunction(arena)).set(place);
  };
  if (code.isLarge || !code.isInLoop) {
    call();
    return;
  }
  const end = code.local('i32');
  code.op('global.get', arena.top).set(place).get(place);
  count();
  code.op('i32.wrap_i64').i32(size).op('i32.mul').op('i32.add').i32(WORD).op('i32.add').set(end);
  count();
  code.op('i64.const', Math.floor(SMALL / Math.max(size, WORD))).op('i64.gt_u');
  code.get(end).op('global.get', arena.ready).op('i32.gt_u').op('i32.or');
  code.when(call, () => {
    code.get(end).op('global.set', arena.top).get(place);
    count();
    code.op('i32.wrap_i64').op('i32.store', 0);
  });
  code.release(end);
}

/** allocateArray(count, bytes of an item): the address of a fresh array. */
function arrayFunction(arena: Arena): number {
  return arena.add('allocateArray', () => {
    const code = new Code();
    const [count, size, made] = [code.local('i64'), code.local('i32'), code.local('i32')];
    code.get(count).op('i64.const', 0).op('i64.lt_s');
    code.when(() => {
      arena.fault(code, FAULT.program);
    });
    code.get(count).op('i64.const', MOST_ITEMS).op('i64.gt_s');
    code.get(count).get(size).op('i64.extend_i32_u').op('i64.mul');
    code
      .op('i64.const', 2 ** 32 - 64)
      .op('i64.gt_u')
      .op('i32.or');
    code.when(() => {
      arena.fault(code, FAULT.memory);
    });
    code.get(count).op('i32.wrap_i64').get(size).op('i32.mul').i32(WORD).op('i32.add');
    code.op('call', allocate(arena)).set(made);
    code.get(made).get(count).op('i32.wrap_i64').op('i32.store', 0).get(made);
    return code.function(['i64', 'i32'], ['i32']);
  });
}

/** Frees what lies from an address on, which is in a local. */
export function release(arena: Arena, code: Code, from: number): void {
  const call = (): Code => code.get(from).op('call', releaseFunction(arena));
  if (code.isLarge) {
    call();
    return;
  }
  code.get(from).op('global.get', arena.newest).op('i32.le_u');
  code.when(call, () => {
    lower(arena, code, from);
  });
}

/** release(from): frees what lies from an address on, and keeps the peak. What is kept on the stacks lies before it. */
export function releaseFunction(arena: Arena): number {
  return arena.add('release', () => {
    const code = new Code();
    const from = code.local('i32');
    for (const stack of [arena.kept, arena.frames]) giveUp(code, stack, arena.less(stack), from);
    code.get(from).i32(1).op('i32.sub').op('global.set', arena.newest);
    lower(arena, code, from);
    return code.function(['i32'], []);
  });
}

function lower(arena: Arena, code: Code, from: number): void {
  code.op('global.get', arena.top).op('global.get', arena.peak).op('i32.gt_u');
  code.when(() => code.op('global.get', arena.top).op('global.set', arena.peak));
  code.get(from).op('global.set', arena.top);
}
