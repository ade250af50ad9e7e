import { Code } from './code';
import type { WrittenFunction } from './settle';

/**
 * A stack in memory, as the numbers of its globals. It consists of parts, which are made when they are needed, each
 * twice as large as the one before, up to a megabyte.
 */
export interface Stack {
  readonly name: string;
  /** The end of what the stack holds, in its newest part. */
  readonly top: number;
  /** Where the newest part begins and ends. */
  readonly start: number;
  readonly end: number;
  /** The first of the empty parts that come next, or 0. Their addresses increase. */
  readonly spare: number;
}

/** A part begins with the end of what the part before it holds, and that part's start and end. */
const BEFORE = { top: 0, start: 4, end: 8 } as const;
/** Then come its size and the part after it, if both are empty. */
const SIZE = 12;
const NEXT = 16;
const HEAD = 24;

const SMALLEST = 4096;
const LARGEST = 1 << 20;

type Body = Omit<WrittenFunction, 'name'>;

/**
 * more(bytes): begins another part, which has room for them. `newest` is the global for the largest address of one. No
 * part before the newest is empty.
 */
export function moreOf(stack: Stack, allocate: number, less: number, newest: number): Body {
  const code = new Code();
  const bytes = code.local('i32');
  const [size, part] = [code.local('i32'), code.local('i32')];
  code.op('global.get', stack.top).op('global.get', stack.start).op('i32.eq');
  code.when(() => code.op('global.get', stack.start).when(() => code.op('call', less)));
  code.op('global.get', stack.end).op('global.get', stack.start).op('i32.sub').i32(1).op('i32.shl').set(size);
  code.get(size).i32(LARGEST).op('i32.gt_u');
  code.when(() => code.i32(LARGEST).set(size));
  const atLeast = (value: () => void): void => {
    code.get(size);
    value();
    code.op('i32.lt_u').when(() => {
      value();
      code.set(size);
    });
  };
  atLeast(() => code.i32(SMALLEST));
  atLeast(() => code.get(bytes));
  code.op('global.get', stack.spare);
  code.when(() => {
    code.op('global.get', stack.spare).op('i32.load', SIZE).get(bytes).op('i32.ge_u');
    code.when(() => code.op('global.get', stack.spare).set(part));
  });
  code.get(part);
  code.when(
    () => {
      code.get(part).op('i32.load', NEXT).op('global.set', stack.spare);
      code.get(part).op('i32.load', SIZE).set(size);
    },
    () => {
      code.i32(0).op('global.set', stack.spare);
      code.get(size).i32(HEAD).op('i32.add').op('call', allocate).set(part);
      code.get(part).op('global.set', newest);
      code.get(part).get(size).op('i32.store', SIZE);
    },
  );
  for (const each of ['top', 'start', 'end'] as const) {
    code.get(part).op('global.get', stack[each]).op('i32.store', BEFORE[each]);
  }
  code.get(part).i32(HEAD).op('i32.add').op('global.set', stack.top);
  code.op('global.get', stack.top).op('global.set', stack.start);
  code.op('global.get', stack.top).get(size).op('i32.add').op('global.set', stack.end);
  return code.function(['i32'], []);
}

/** Leaves a number of bytes that is not less than what another part for a few words takes. */
export function mostForPart(code: Code, stack: Stack): void {
  code.op('global.get', stack.end).op('global.get', stack.start).op('i32.sub').i32(1).op('i32.shl');
  code.i32(SMALLEST + HEAD).op('i32.add');
}

/** less(): goes back to the part before the newest, which is empty. */
export function lessOf(stack: Stack): Body {
  const code = new Code();
  const part = code.local('i32');
  code.op('global.get', stack.start).i32(HEAD).op('i32.sub').set(part);
  code.get(part).op('global.get', stack.spare).op('i32.store', NEXT);
  code.get(part).op('global.set', stack.spare);
  for (const each of ['top', 'start', 'end'] as const) {
    code.get(part).op('i32.load', BEFORE[each]).op('global.set', stack[each]);
  }
  return code.function([], []);
}

/** Writes code that gives up the parts from an address on, which are empty. */
export function giveUp(code: Code, stack: Stack, less: number, from: number): void {
  const part = code.local('i32');
  code.until(
    () => code.op('global.get', stack.start).get(from).op('i32.lt_u'),
    () => code.op('call', less),
  );
  code.op('global.get', stack.spare).set(part);
  code.get(part).get(from).op('i32.ge_u');
  code.when(
    () => code.i32(0).op('global.set', stack.spare),
    () => {
      // The address 0 stands for no part. All of memory there is 0 and stays so.
      code.until(
        () =>
          code
            .get(part)
            .op('i32.load', NEXT)
            .op('i32.eqz')
            .get(part)
            .op('i32.load', NEXT)
            .get(from)
            .op('i32.ge_u')
            .op('i32.or'),
        () => code.get(part).op('i32.load', NEXT).set(part),
      );
      code.get(part).i32(0).op('i32.store', NEXT);
    },
  );
  code.release(part);
}
