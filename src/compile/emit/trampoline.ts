import type { Kind } from '../ir/kind';
import { Code } from './code';
import { load, store, WORD } from './layout';
import type { WrittenFunction } from './settle';
import { DONE, FRAME } from './frames';
import type { Runtime } from './runtime';

/**
 * trampoline(number): runs the function of a number, and those that it waits for, until it is done. `functions` are the
 * second forms by their numbers. One runs at a time, so the host's stack does not grow.
 */
export function trampoline(runtime: Runtime, functions: readonly number[]): Omit<WrittenFunction, 'name'> {
  const code = new Code();
  const next = code.local('i32');
  const [base, isResumed, running] = [code.local('i32'), code.local('i32'), code.local('i32')];
  /** Runs the function whose number is in `running`, one of those from `low` to below `high`. */
  const dispatch = (low: number, high: number): void => {
    if (high - low === 1) {
      code
        .get(isResumed)
        .op('call', functions[low] ?? 0)
        .set(next);
      return;
    }
    const middle = (low + high) >>> 1;
    code.get(running).i32(middle).op('i32.lt_u');
    code.when(
      () => {
        dispatch(low, middle);
      },
      () => {
        dispatch(middle, high);
      },
    );
  };
  code.op('global.get', runtime.frame).set(base);
  code.op('loop');
  code.get(next).i32(DONE).op('i32.eq').set(isResumed);
  code.get(next).set(running);
  code.get(isResumed).when(() => {
    code.op('global.get', runtime.frame).get(base).op('i32.eq');
    code.when(() => code.op('return'));
    code.op('global.get', runtime.frame).op('i32.load', FRAME.callee).set(running);
  });
  dispatch(0, functions.length);
  code.op('br', 0).op('end');
  return code.function(['i32'], []);
}

/** What the first form of a function needs to go over to the second. */
export interface Overflow {
  /** The trampoline, and the function's number in it. */
  readonly trampoline: number;
  readonly own: number;
  readonly passing: number;
}

/**
 * Writes the beginning of a function that takes the room on the host's stack as its last parameter: it takes its part of
 * it; if that is too much, the function returns what its second form computes.
 */
export function takeRoom(
  code: Code,
  parameters: readonly Kind[],
  results: readonly Kind[],
  bytes: number,
  overflow: Overflow | undefined,
): void {
  const room = parameters.length;
  code.get(room).i32(bytes).op('i32.sub');
  if (overflow === undefined) {
    code.set(room);
    return;
  }
  code.op('local.tee', room).i32(0).op('i32.lt_s');
  code.when(() => {
    second(code, parameters, results, overflow);
    code.op('return');
  });
}

/** Leaves what the second form of a function computes of the function's parameters. */
export function second(code: Code, parameters: readonly Kind[], results: readonly Kind[], overflow: Overflow): void {
  const { passing, own } = overflow;
  parameters.forEach((kind, i) => {
    store(code.i32(passing).get(i), kind, WORD * i);
  });
  code.i32(own).op('call', overflow.trampoline);
  results.forEach((kind, i) => {
    load(code.i32(passing), kind, WORD * i);
  });
}
