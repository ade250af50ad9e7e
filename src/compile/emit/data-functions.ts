import { internalError } from '../../language/source/internal-error';
import { holdsReal } from '../differentiate/reals';
import type { ArrayLayout, Kind } from '../ir/kind';
import { allocateQuickly } from './allocation';
import { constructorOf } from './constructors';
import { FAULT } from './host';
import { FIRST_ADDRESS, stride, WORD } from './layout';
import { smallFinite, smallShadow } from './small';
import type { Visit, Walk } from './walk';

/* The walks over data. Their functions take the cursors, then what stays the same. */

const followsReals = (kind: Kind): boolean => typeof kind === 'object' && holdsReal(kind);

/** Leaves whether a value is a constructor without fields. */
function isIndex({ code }: Visit, value: number): void {
  code.get(value).i32(FIRST_ADDRESS).op('i32.lt_u');
}

function isAllReal({ item }: ArrayLayout): boolean {
  return item.every((kind) => kind === 'real');
}

function bytesOfItems({ code }: Visit, layout: ArrayLayout, value: number): void {
  code.get(value).op('i32.load', 0).i32(stride(layout)).op('i32.mul');
}

/** One real, or two that lie side by side. */
type RealType = 'f64' | 'v128';

/** The vectors of two reals that a round of a loop handles. */
const VECTORS = 4;

/** Writes loops along arrays of reals; the first has the layout. `handle` handles the reals at some offsets. */
function alongReals(
  visit: Visit,
  layout: ArrayLayout,
  arrays: readonly number[],
  handle: (type: RealType, offsets: readonly number[]) => void,
): void {
  const { code } = visit;
  const first = at(arrays, 0);
  const end = code.local('i32');
  code.get(first);
  bytesOfItems(visit, layout, first);
  code.op('i32.add').set(end);
  const loop = (type: RealType, width: number, count: number): void => {
    const offsets = Array.from({ length: count }, (_, k) => WORD + width * k);
    code.until(
      () =>
        code
          .get(first)
          .i32(width * count)
          .op('i32.add')
          .get(end)
          .op('i32.gt_u'),
      () => {
        handle(type, offsets);
        for (const each of arrays)
          code
            .get(each)
            .i32(width * count)
            .op('i32.add')
            .set(each);
      },
    );
  };
  loop('v128', 2 * WORD, VECTORS);
  loop('f64', WORD, 1);
  code.release(end);
}

/** shadow(value): data of the same shape whose reals are 0. */
export const SHADOW: Walk = {
  name: 'shadow',
  cursors: 1,
  fixed: 0,
  spends: true,
  follows: followsReals,
  past: (visit, { tag }) => {
    if (tag === 'array') return false;
    isIndex(visit, at(visit.cursors, 0));
    return true;
  },
  makes: {
    make: ({ code, runtime }, bytes) => {
      bytes();
      allocateQuickly(runtime, code);
    },
    address: ({ code, made }) => code.get(made),
  },
  real: ({ code, made }, offset) => code.get(made).op('f64.const', 0).op('f64.store', offset),
  small: smallShadow,
  items: (visit, layout) => {
    if (!isAllReal(layout)) return false;
    const { code, made } = visit;
    code.get(made).i32(WORD).op('i32.add').i32(0);
    bytesOfItems(visit, layout, at(visit.cursors, 0));
    code.op('memory.fill');
    return true;
  },
};

/**
 * addAll(value, like, shadow): adds the reals of a value to a shadow. All have the same shape, or the run stops; a shadow
 * that is absent is 0, and what is added to it is lost.
 */
export const ADD_ALL: Walk = adding('addAll', false);

/** The same, but what is absent of the value is left out. */
export const ADD_PRESENT: Walk = adding('addPresent', true);

function adding(name: string, isLenient: boolean): Walk {
  const add = ({ code, cursors }: Visit, type: RealType, offset: number): void => {
    const [value, into] = [at(cursors, 0), at(cursors, 2)];
    code.get(into);
    for (const each of [into, value]) code.get(each).op(`${type}.load`, offset);
    code.op(type === 'f64' ? 'f64.add' : 'f64x2.add').op(`${type}.store`, offset);
  };
  return {
    name,
    cursors: 3,
    fixed: 0,
    spends: true,
    follows: followsReals,
    past: (visit, { tag }) => {
      const { code, cursors } = visit;
      if (tag === 'array' && !isLenient) return false;
      isIndex(visit, at(cursors, 0));
      if (!isLenient) {
        code.get(at(cursors, 0)).get(at(cursors, 1)).op('i32.eq').op('i32.and');
      }
      return true;
    },
    check: ({ code, cursors, runtime }, layout) => {
      for (const cursor of cursors.slice(0, 2)) {
        if (layout.tag === 'array') code.get(cursor).op('i32.load', 0);
        else constructorOf(code, layout, () => code.get(cursor));
      }
      code.op('i32.ne').when(() => {
        runtime.fault(code, FAULT.program);
      });
    },
    real: (visit, offset) => {
      const { code, cursors } = visit;
      code.get(at(cursors, 2)).when(() => {
        add(visit, 'f64', offset);
      });
    },
    items: (visit, layout) => {
      const { code, cursors } = visit;
      if (!isAllReal(layout)) return false;
      const [value, into] = [at(cursors, 0), at(cursors, 2)];
      code.get(into).when(() => {
        alongReals(visit, layout, [value, into], (type, offsets) => {
          for (const offset of offsets) add(visit, type, offset);
        });
      });
      return true;
    },
  };
}

/** allFinite(value): stops the run if a real in a value is not finite. */
export const ALL_FINITE: Walk = {
  name: 'allFinite',
  cursors: 1,
  fixed: 0,
  spends: true,
  follows: followsReals,
  past: SHADOW.past,
  small: smallFinite,
  real: ({ code, cursors, runtime }, offset) => {
    code.get(at(cursors, 0)).op('f64.load', offset);
    runtime.testFinite(code);
  },
  items: (visit, layout) => {
    if (!isAllReal(layout)) return false;
    const { code, cursors, runtime } = visit;
    const value = at(cursors, 0);
    const [all, two, one] = [code.local('v128'), code.local('v128'), code.local('f64')];
    // A real less itself is 0, of which no bit is set, but NaN if it is not finite.
    code.op('f64.const', 0).op('f64x2.splat').set(all);
    alongReals(visit, layout, [value], (type, offsets) => {
      offsets.forEach((offset, i) => {
        code.get(value).op(`${type}.load`, offset);
        if (type === 'f64') code.op('local.tee', one).get(one).op('f64.sub').op('f64x2.splat');
        else code.op('local.tee', two).get(two).op('f64x2.sub');
        if (i > 0) code.op('v128.or');
      });
      // A round waits only here for the round before.
      code.get(all).op('v128.or').set(all);
    });
    code.get(all).op('v128.any_true');
    code.when(() => {
      runtime.fault(code, FAULT.result);
    });
    for (const local of [all, two, one]) code.release(local);
    return true;
  },
};

function at(locals: readonly number[], index: number): number {
  return locals[index] ?? internalError('a local of a walk');
}
