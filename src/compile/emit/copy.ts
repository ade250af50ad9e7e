import { internalError } from '../../language/source/internal-error';
import type { ArrayLayout } from '../ir/kind';
import { allocate } from './allocation';
import { Code } from './code';
import { stride, WORD } from './layout';
import type { Runtime } from './runtime';
import { callWalk, type Walk } from './walk';

/* Copies of the data that outlives the round of a loop. */

/**
 * copy(value, base, shift, bound): the address of a copy of what lies from `base` on in a value, less `shift`: the copy is
 * about to be moved down by so much, and its addresses are those after the move. If the copies would go beyond `bound`,
 * memory counts as used beyond it, and the copy is not complete.
 */
export const COPY: Walk = {
  name: 'copy',
  cursors: 1,
  fixed: 3,
  spends: false,
  follows: (kind) => typeof kind === 'object',
  past: ({ code, cursors, fixed, runtime }) => {
    // Constructors without fields are below every address.
    code.get(at(cursors, 0)).get(at(fixed, 0)).op('i32.lt_u');
    code.op('global.get', runtime.top).get(at(fixed, 2)).op('i32.gt_u').op('i32.or');
    return true;
  },
  makes: {
    make: ({ code, fixed, runtime }, bytes) => {
      bytes();
      code.get(at(fixed, 2)).op('call', allocateWithin(runtime));
    },
    address: ({ code, fixed, made }) => code.get(made).get(at(fixed, 1)).op('i32.sub'),
    isFull: ({ code, fixed, runtime }, bytes) => {
      bytes();
      code.get(at(fixed, 2)).op('call', goesBeyond(runtime));
    },
  },
  items: (visit, layout) => {
    const { code, made, cursors } = visit;
    code.get(made).i32(WORD).op('i32.add').get(at(cursors, 0)).i32(WORD).op('i32.add');
    code.get(at(cursors, 0)).op('i32.load', 0).i32(stride(layout)).op('i32.mul').op('memory.copy');
    return true;
  },
  strings: (runtime) =>
    runtime.add('copyString', () => {
      const code = new Code();
      const [value, base, shift, bound] = [code.local('i32'), code.local('i32'), code.local('i32'), code.local('i32')];
      const [made, bytes] = [code.local('i32'), code.local('i32')];
      code.get(value).get(base).op('i32.lt_u').op('global.get', runtime.top).get(bound).op('i32.gt_u').op('i32.or');
      code.when(() => code.get(value).op('return'));
      code.get(value).op('i32.load', 0).i32(1).op('i32.shl');
      code
        .i32(2 * WORD - 1)
        .op('i32.add')
        .i32(-WORD)
        .op('i32.and')
        .set(bytes);
      code.get(bytes).get(bound).op('call', allocateWithin(runtime)).set(made);
      code.get(made).when(() => code.get(made).get(value).get(bytes).op('memory.copy'));
      code.get(made).get(shift).op('i32.sub');
      const parameters = ['i32', 'i32', 'i32', 'i32'] as const;
      return code.function(parameters, ['i32']);
    }),
};

/** goesBeyond(bytes, bound): whether so many bytes more end after a bound. If so, memory counts as used beyond it. */
function goesBeyond(runtime: Runtime): number {
  return runtime.add('goesBeyond', () => {
    const code = new Code();
    const [bytes, bound] = [code.local('i32'), code.local('i32')];
    code.op('global.get', runtime.top).get(bound).op('i32.gt_u');
    code.get(bytes).get(bound).op('global.get', runtime.top).op('i32.sub').op('i32.gt_u').op('i32.or');
    code.when(() => {
      code.get(bound).i32(WORD).op('i32.add').op('global.set', runtime.top);
      code.i32(1).op('return');
    });
    code.i32(0);
    return code.function(['i32', 'i32'], ['i32']);
  });
}

/** allocateWithin(bytes, bound): the address of fresh memory that does not go beyond a bound, or 0. */
function allocateWithin(runtime: Runtime): number {
  return runtime.add('allocateWithin', () => {
    const code = new Code();
    const [bytes, bound] = [code.local('i32'), code.local('i32')];
    code.get(bytes).get(bound).op('call', goesBeyond(runtime)).op('if', 'i32').i32(0).op('else');
    code.get(bytes).op('call', allocate(runtime)).op('end');
    return code.function(['i32', 'i32'], ['i32']);
  });
}

/**
 * copyBound(base): how far copies of what lies from `base` on may go: as far as copies that are not larger, and not
 * beyond the budget.
 */
export function copyBound(runtime: Runtime): number {
  return runtime.add('copyBound', () => {
    const code = new Code();
    const base = code.local('i32');
    const [size, room] = [code.local('i32'), code.local('i32')];
    const top = (): Code => code.op('global.get', runtime.top);
    top().get(base).op('i32.sub').set(size);
    // A page is left, so that memory beyond the bound is below the limit.
    code.op('global.get', runtime.limit);
    top().op('i32.sub').i32(-WORD).op('i32.and').set(room);
    code.get(room).i32(PAGE).op('i32.sub').i32(0).get(room).i32(PAGE).op('i32.gt_u').op('select').set(room);
    top().get(size).get(room).get(size).get(room).op('i32.lt_u').op('select').op('i32.add');
    return code.function(['i32'], ['i32']);
  });
}

const PAGE = 65536;

/**
 * copyItems(array, base, shift, bound): an array that lies before `base`, but whose items may lie behind it, because a
 * round has replaced them. Copies it with what lies from `base` on in its items; otherwise like `copy`.
 */
export function copyItems(runtime: Runtime, layout: ArrayLayout): number {
  return runtime.add(`copyItems${layout.id}`, () => {
    const code = new Code();
    const [array, base, shift, bound] = [code.local('i32'), code.local('i32'), code.local('i32'), code.local('i32')];
    const [made, item, end] = [code.local('i32'), code.local('i32'), code.local('i32')];
    const size = stride(layout);
    bytesOf(code, layout, array);
    code.get(bound).op('call', allocateWithin(runtime)).set(made);
    code.get(made).when(() => {
      code.get(made).get(array);
      bytesOf(code, layout, array);
      code.op('memory.copy').get(made).i32(WORD).op('i32.add').set(item);
      code.get(made);
      bytesOf(code, layout, array);
      code.op('i32.add').set(end);
      code.until(
        () => code.get(item).get(end).op('i32.ge_u'),
        () => {
          layout.item.forEach((kind, k) => {
            if (typeof kind !== 'object') return;
            code
              .get(item)
              .get(item)
              .op('i32.load', WORD * k)
              .get(base)
              .get(shift)
              .get(bound);
            callWalk(code, runtime, COPY, kind);
            code.op('i32.store', WORD * k);
          });
          code.get(item).i32(size).op('i32.add').set(item);
        },
      );
    });
    code.get(made).get(shift).op('i32.sub');
    return code.function(['i32', 'i32', 'i32', 'i32'], ['i32']);
  });
}

/** Leaves the bytes of an array, that of its length among them. */
export function bytesOf(code: Code, layout: ArrayLayout, array: number): void {
  code.get(array).op('i32.load', 0).i32(stride(layout)).op('i32.mul').i32(WORD).op('i32.add');
}

function at(locals: readonly number[], index: number): number {
  return locals[index] ?? internalError('a local of a walk');
}
