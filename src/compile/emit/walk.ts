import { internalError } from '../../language/source/internal-error';
import { componentsOf } from '../ir/components';
import type { ArrayLayout, Kind, Layout, VariantLayout } from '../ir/kind';
import { Code } from './code';
import { eachConstructor, isSmall } from './constructors';
import { load, store, stride, WORD } from './layout';
import type { WrittenFunction } from './settle';
import type { Runtime } from './runtime';
import { mostForPart } from './stacks';

export type Data = ArrayLayout | VariantLayout;

/** The locals of a walk, while its code is written. */
export interface Visit {
  readonly code: Code;
  readonly runtime: Runtime;
  /** They move along data of the same shape. */
  readonly cursors: readonly number[];
  /** Arguments that stay the same. */
  readonly fixed: readonly number[];
  /** The address of the data that is made. */
  readonly made: number;
}

/**
 * What a walk over data does. Layouts that contain each other share a function of the module: the last field of a
 * constructor is followed by a loop, other data of these layouts by a list of what is left to do. Data of other layouts
 * is followed by a call. So the depth of data takes no room on the host's stack.
 */
export interface Walk {
  readonly name: string;
  /** How many cursors it has. The first is the one whose shape counts. */
  readonly cursors: number;
  readonly fixed: number;
  readonly follows: (kind: Kind) => boolean;
  /** Whether each datum takes a step of the budget. */
  readonly spends: boolean;
  /** Leaves whether to go past data, which is then the result if the walk makes data; returns whether it left that. */
  readonly past: (visit: Visit, layout: Data) => boolean;
  /** Stops the run if data is not what it should be. */
  readonly check?: (visit: Visit, layout: Data) => void;
  /** What a walk needs that makes data. */
  readonly makes?: {
    /** Leaves the address of new data. If the walk can be full, 0 ends it. */
    readonly make: (visit: Visit, bytes: () => void) => void;
    /** Leaves the address by which other data knows it. */
    readonly address: (visit: Visit) => void;
    /** Leaves whether there is no room for so many bytes. */
    readonly isFull?: (visit: Visit, bytes: () => void) => void;
  };
  readonly real?: (visit: Visit, offset: number) => void;
  /** Handles a part of data that is small, without branches on its constructor. */
  readonly small?: (visit: Visit, layout: VariantLayout, offset: number) => void;
  /** Handles all items of an array at once as far as they are not followed; returns whether reals are among these. */
  readonly items?: (visit: Visit, layout: ArrayLayout) => boolean;
  /** Returns the number of the function for strings. */
  readonly strings?: (runtime: Runtime) => number;
}

/** The logarithm of the number of items of an array that take one step of the budget. */
const ITEMS_A_STEP = 6;

/** Calls the function of a walk over data of a layout; its arguments are on the stack. */
export function callWalk(code: Code, runtime: Runtime, walk: Walk, layout: Layout): void {
  if (layout.tag === 'string') {
    code.op('call', walk.strings?.(runtime) ?? internalError('strings are not followed'));
    return;
  }
  const circle = circleOf(walk, layout);
  const { layouts } = circle;
  if (layouts.length > 1) code.i32(layouts.indexOf(layout));
  const name = `${walk.name}${layouts.reduce((least, { id }) => Math.min(least, id), layout.id)}`;
  code.op(
    'call',
    runtime.add(name, () => new WalkWriter(runtime, walk, circle).function()),
  );
}

/** Layouts that contain each other. */
interface Circle {
  readonly layouts: readonly Data[];
  /** Whether a layout contains one of them other than as the last field of a constructor. */
  readonly branches: boolean;
}

const CIRCLES = new WeakMap<Walk, WeakMap<Layout, Circle>>();

function circleOf(walk: Walk, layout: Data): Circle {
  const circles = CIRCLES.get(walk) ?? new WeakMap<Layout, Circle>();
  CIRCLES.set(walk, circles);
  const known = circles.get(layout);
  if (known !== undefined) return known;
  const followed = (kinds: readonly Kind[]): readonly Data[] =>
    kinds.flatMap((kind) => (typeof kind === 'object' && kind.tag !== 'string' && walk.follows(kind) ? [kind] : []));
  const kindsIn = (of: Data): readonly Kind[] =>
    of.tag === 'array' ? of.item : of.constructors.flatMap(({ fields }) => fields);
  const notLast = (of: Data): readonly Kind[] =>
    of.tag === 'array' ? of.item : of.constructors.flatMap(({ fields }) => fields.slice(0, -1));
  for (const layouts of componentsOf([layout], (of) => followed(kindsIn(of)))) {
    const branches = layouts.some((of) => followed(notLast(of)).some((each) => layouts.includes(each)));
    // A circle keeps the order of its layouts that its function was written for.
    for (const of of layouts) if (!circles.has(of)) circles.set(of, { layouts, branches });
  }
  return circles.get(layout) ?? internalError('a layout is in its circle');
}

/** Writes the function of a walk over the layouts of a circle. */
class WalkWriter {
  private readonly code = new Code();
  private readonly runtime: Runtime;
  private readonly walk: Walk;
  private readonly circle: Circle;
  private readonly visit: Visit;
  /** The number of the layout that is visited, if there are several. */
  private readonly which: number;
  /** Where the address of what is made goes; 0 stands for the result. */
  private readonly slot: number;
  private readonly result: number;
  /** The number of entries in the list of what is left to do, which lies on the stack. */
  private readonly pending: number;
  /** What an entry holds. */
  private readonly entry: readonly number[];
  /** Where the visit of other data begins, and where that of this data ends. */
  private next = 0;
  private finished = 0;

  constructor(runtime: Runtime, walk: Walk, circle: Circle) {
    const { code } = this;
    const locals = (count: number): readonly number[] => Array.from({ length: count }, () => code.local('i32'));
    this.runtime = runtime;
    this.walk = walk;
    this.circle = circle;
    const [cursors, fixed] = [locals(walk.cursors), locals(walk.fixed)];
    this.which = code.local('i32'); // the last parameter if there are several layouts
    [this.slot, this.result, this.pending] = [code.local('i32'), code.local('i32'), code.local('i32')];
    this.visit = { code, runtime, cursors, fixed, made: code.local('i32') };
    const isMade = walk.makes !== undefined;
    this.entry = [...cursors, ...(isMade ? [this.slot] : []), ...(circle.layouts.length > 1 ? [this.which] : [])];
  }

  function(): Omit<WrittenFunction, 'name'> {
    const { code, walk } = this;
    const { layouts, branches } = this.circle;
    const count = walk.cursors + walk.fixed + (layouts.length > 1 ? 1 : 0);
    code.labelled('loop', (next) => {
      this.next = next;
      code.labelled('block', (finished) => {
        this.finished = finished;
        this.dispatch(0, layouts.length);
      });
      if (branches) {
        code.get(this.pending).when(() => {
          this.take();
          code.br(next);
        });
      }
    });
    if (walk.makes !== undefined) code.get(this.result);
    return code.function(
      Array.from({ length: count }, () => 'i32' as const),
      walk.makes === undefined ? [] : ['i32'],
    );
  }

  /** Visits data of the layout whose number is in `which`, one from `low` to below `high`. */
  private dispatch(low: number, high: number): void {
    const { code } = this;
    if (high - low === 1) {
      this.data(this.circle.layouts[low] ?? internalError('a layout'));
      return;
    }
    const middle = (low + high) >>> 1;
    code.get(this.which).i32(middle).op('i32.lt_u');
    code.when(
      () => {
        this.dispatch(low, middle);
      },
      () => {
        this.dispatch(middle, high);
      },
    );
  }

  private data(layout: Data): void {
    const { code, walk, visit } = this;
    if (walk.past(visit, layout)) {
      code.when(() => {
        this.give(() => code.get(this.value));
        code.br(this.finished);
      });
    }
    walk.check?.(visit, layout);
    if (walk.spends) this.runtime.spend(code);
    if (layout.tag === 'array') this.array(layout);
    else this.variant(layout);
  }

  /** The first cursor. */
  private get value(): number {
    return this.visit.cursors[0] ?? internalError('a cursor');
  }

  private variant(layout: VariantLayout): void {
    const { code, visit } = this;
    const value = (): Code => code.get(this.value);
    eachConstructor(code, layout, value, (fields, start) => {
      this.make(() => code.i32(start + WORD * fields.length));
      if (start > 0 && this.walk.makes !== undefined) {
        code.get(visit.made).get(this.value).op('i32.load', 0).op('i32.store', 0);
      }
      const last = fields.at(-1);
      const goesOn = last !== undefined && this.isInside(last);
      (goesOn ? fields.slice(0, -1) : fields).forEach((kind, k) => {
        this.part(kind, start + WORD * k);
      });
      if (goesOn) {
        this.become(last, start + WORD * (fields.length - 1));
        code.br(this.next);
      } else code.br(this.finished);
    });
  }

  private array(layout: ArrayLayout): void {
    const { code, walk, visit } = this;
    const size = stride(layout);
    const [end, made] = [code.local('i32'), visit.made];
    this.make(() => code.get(this.value).op('i32.load', 0).i32(size).op('i32.mul').i32(WORD).op('i32.add'));
    if (walk.makes !== undefined) code.get(made).get(this.value).op('i32.load', 0).op('i32.store', 0);
    if (walk.spends) {
      const { fuel } = this.runtime;
      code.op('global.get', fuel).get(this.value).op('i32.load', 0).i32(ITEMS_A_STEP).op('i32.shr_u');
      code.op('i64.extend_i32_u').op('i64.sub').op('global.set', fuel);
    }
    const isDone = walk.items?.(visit, layout) === true;
    const left = layout.item.flatMap((kind, k) => (isDone && !this.isFollowed(kind) ? [] : [{ kind, k }]));
    if (left.length > 0) {
      const endOf = (array: number): Code =>
        code.get(array).get(array).op('i32.load', 0).i32(size).op('i32.mul').op('i32.add');
      endOf(this.value).set(end);
      // The cells of a shadow can end before those of the list: the rest of it is absent.
      const others = visit.cursors.slice(1).map((cursor) => ({ cursor, last: code.local('i32') }));
      const orAbsent = (cursor: number, last: number): void => {
        code.get(cursor).i32(0).get(cursor).get(last).op('i32.lt_u').op('select').set(cursor);
      };
      for (const { cursor, last } of others) {
        endOf(cursor).set(last);
        orAbsent(cursor, last);
      }
      code.until(
        () => code.get(this.value).get(end).op('i32.ge_u'),
        () => {
          for (const { kind, k } of left) this.part(kind, WORD + WORD * k);
          for (const each of [this.value, ...(walk.makes === undefined ? [] : [made])]) {
            code.get(each).i32(size).op('i32.add').set(each);
          }
          for (const { cursor, last } of others) {
            code.get(cursor).i32(size).op('i32.add').set(cursor);
            orAbsent(cursor, last);
          }
        },
      );
      for (const { last } of others) code.release(last);
    }
    code.release(end);
    code.br(this.finished);
  }

  /** Makes data of a number of bytes. */
  private make(bytes: () => void): void {
    const { code, visit } = this;
    const { makes } = this.walk;
    if (makes === undefined) return;
    makes.make(visit, bytes);
    code.set(visit.made);
    if (makes.isFull !== undefined) {
      code
        .get(visit.made)
        .op('i32.eqz')
        .when(() => code.br(this.finished));
    }
    this.give(() => {
      makes.address(visit);
    });
  }

  /** Puts an address where it is expected. */
  private give(address: () => void): void {
    if (this.walk.makes === undefined) return;
    const { code } = this;
    code.get(this.slot).when(
      () => {
        code.get(this.slot);
        address();
        code.op('i32.store', 0);
      },
      () => {
        address();
        code.set(this.result);
      },
    );
  }

  private isFollowed(kind: Kind): kind is Layout {
    return typeof kind === 'object' && this.walk.follows(kind);
  }

  private isInside(kind: Kind): kind is Data {
    return this.isFollowed(kind) && this.circle.layouts.some((each) => each === kind);
  }

  /** Visits a part of data: a real, data to follow, or what is the same in the data that is made. */
  private part(kind: Kind, offset: number): void {
    const { code, walk, visit } = this;
    if (walk.small !== undefined && this.isFollowed(kind) && kind.tag === 'variant' && isSmall(kind, walk.follows)) {
      if (walk.spends) this.runtime.spend(code);
      walk.small(visit, kind, offset);
    } else if (this.isInside(kind)) this.leave(kind, offset);
    else if (this.isFollowed(kind)) {
      if (walk.makes !== undefined) code.get(visit.made);
      for (const cursor of visit.cursors) code.get(cursor).op('i32.load', offset);
      for (const each of visit.fixed) code.get(each);
      callWalk(code, this.runtime, walk, kind);
      if (walk.makes !== undefined) code.op('i32.store', offset);
    } else if (kind === 'real' && walk.real !== undefined) walk.real(visit, offset);
    else if (walk.makes !== undefined) {
      code.get(visit.made).get(this.value);
      load(code, kind, offset);
      store(code, kind, offset);
    }
  }

  /** Moves on to a part of this data. */
  private become(kind: Data, offset: number): void {
    const { code, visit } = this;
    for (const cursor of visit.cursors) code.get(cursor).op('i32.load', offset).set(cursor);
    if (this.walk.makes !== undefined) code.get(visit.made).i32(offset).op('i32.add').set(this.slot);
    if (this.circle.layouts.length > 1) code.i32(this.circle.layouts.indexOf(kind)).set(this.which);
  }

  /** Leaves a part of this data for later. */
  private leave(kind: Data, offset: number): void {
    const { code, visit } = this;
    const { kept } = this.runtime;
    const bytes = this.entryBytes;
    const isFull = this.walk.makes?.isFull;
    code.op('global.get', kept.top).i32(bytes).op('i32.add').op('global.get', kept.end).op('i32.gt_u');
    code.when(() => {
      if (isFull !== undefined) {
        isFull(visit, () => {
          mostForPart(code, kept);
        });
        code.when(() => code.br(this.finished));
      }
      code.i32(bytes).op('call', this.runtime.more(kept));
    });
    this.entry.forEach((local, i) => {
      code.op('global.get', kept.top);
      if (local === this.slot) code.get(visit.made).i32(offset).op('i32.add');
      else if (local === this.which) code.i32(this.circle.layouts.indexOf(kind));
      else code.get(local).op('i32.load', offset);
      code.op('i32.store', (WORD / 2) * i);
    });
    code.op('global.get', kept.top).i32(bytes).op('i32.add').op('global.set', kept.top);
    code.get(this.pending).i32(1).op('i32.add').set(this.pending);
  }

  /** Takes the newest entry of what is left to do. */
  private take(): void {
    const { code } = this;
    const { kept } = this.runtime;
    code.op('global.get', kept.top).op('global.get', kept.start).op('i32.eq');
    code.when(() => code.op('call', this.runtime.less(kept)));
    code.op('global.get', kept.top).i32(this.entryBytes).op('i32.sub').op('global.set', kept.top);
    this.entry.forEach((local, i) => {
      code
        .op('global.get', kept.top)
        .op('i32.load', (WORD / 2) * i)
        .set(local);
    });
    code.get(this.pending).i32(1).op('i32.sub').set(this.pending);
  }

  private get entryBytes(): number {
    return WORD * Math.ceil(this.entry.length / 2);
  }
}
