import { holdsReal } from '../../compile/differentiate/reals';
import type { ArrayLayout, Kind, Layout, VariantLayout } from '../../compile/ir/kind';
import type { Constant } from '../../compile/ir/tree';

/** A value of the intermediate representation. Ints are bigints, so that those beyond 2^53 are exact, too. */
export type IrValue = number | bigint | boolean | Datum;

export type Datum = ArrayDatum | VariantDatum | TextDatum | Absent;

interface Placed {
  /** Whether its memory has been released: nothing may read it. */
  freed: boolean;
}

export interface ArrayDatum extends Placed {
  readonly tag: 'array';
  readonly layout: ArrayLayout;
  readonly count: number;
  /** The parts of all items; undefined where a tape has not been written. */
  readonly parts: (IrValue | undefined)[];
  /** It was updated in place: the memory belongs to another datum by now. */
  isOld?: boolean;
}

export interface VariantDatum extends Placed {
  readonly tag: 'variant';
  readonly layout: VariantLayout;
  readonly constructor_: number;
  readonly fields: IrValue[];
}

export interface TextDatum extends Placed {
  readonly tag: 'string';
  readonly text: string;
}

/** A shadow that nothing needs: in memory, the address 0. */
export interface Absent {
  readonly tag: 'absent';
}

export const ABSENT: Absent = { tag: 'absent' };

/** Why a run stops. */
export class Stop extends Error {
  readonly why: 'fault' | 'steps';

  constructor(why: 'fault' | 'steps') {
    super(why);
    this.why = why;
  }
}

/** Throws: a pass has broken the program. Compiled code would read memory that holds something else, or trap. */
export function broken(what: string): never {
  throw new Error(`broken program: ${what}`);
}

export function zeroOf(kind: Kind): IrValue {
  if (kind === 'real') return 0;
  if (kind === 'int') return 0n;
  return kind === 'bool' ? false : ABSENT;
}

const CONSTANTS = new WeakMap<object, Datum>();

export function constantValue({ kind, value }: Constant): IrValue {
  if (typeof value === 'object') {
    const known = CONSTANTS.get(value);
    if (known !== undefined) return known;
    const made = ((): Datum => {
      if (value.text !== undefined) return { tag: 'string', text: value.text, freed: false };
      const parts = value.parts.map(constantValue);
      if (typeof kind !== 'object' || kind.tag === 'string') return broken('constant data without a layout');
      if (kind.tag === 'array') return { tag: 'array', layout: kind, count: value.count ?? 0, parts, freed: false };
      return { tag: 'variant', layout: kind, constructor_: value.constructor_, fields: parts, freed: false };
    })();
    CONSTANTS.set(value, made);
    return made;
  }
  if (kind === 'real') return Number(value);
  if (kind === 'int') return BigInt(value);
  return kind === 'bool' ? Boolean(value) : ABSENT;
}

/** Returns data that is still there. */
export function present(value: IrValue | undefined): Datum {
  if (typeof value !== 'object') return broken('a number instead of data');
  if (value.tag !== 'absent' && value.freed) return broken('data is read after its memory was released');
  return value;
}

function describe(value: IrValue | undefined): string {
  return typeof value === 'object' ? value.tag : String(value);
}

export function realOf(value: IrValue | undefined): number {
  return typeof value === 'number' ? value : broken(`${describe(value)} instead of a real`);
}

export function intOf(value: IrValue | undefined): bigint {
  return typeof value === 'bigint' ? value : broken(`${describe(value)} instead of an int`);
}

export function boolOf(value: IrValue | undefined): boolean {
  return typeof value === 'boolean' ? value : broken(`${describe(value)} instead of a bool`);
}

/** Returns the cells of a list, from the first on. */
export function cellsOf(list: IrValue | undefined): readonly VariantDatum[] {
  const cells: VariantDatum[] = [];
  for (let at = present(list); at.tag === 'variant' && at.fields.length > 0; at = present(at.fields.at(-1))) {
    cells.push(at);
  }
  return cells;
}

/** Returns what is left of a list after so many cells; a shadow that is absent is left absent. */
export function restOf(list: IrValue | undefined, count: number): IrValue {
  let at = present(list);
  for (let i = 0; i < count && at.tag !== 'absent'; i++) {
    if (at.tag !== 'variant' || at.fields.length === 0) return broken('a list that ends too early');
    at = present(at.fields.at(-1));
  }
  return at;
}

export function lengthOf(value: IrValue | undefined): number {
  const datum = present(value);
  if (datum.tag === 'absent') return 0;
  return datum.tag === 'array' ? datum.count : cellsOf(datum).length;
}

/** Returns the parts of data with their kinds. */
export function partsOf(datum: Datum): readonly { readonly kind: Kind; readonly value: IrValue | undefined }[] {
  if (datum.tag === 'array') {
    const { item } = datum.layout;
    return datum.parts.map((value, i) => ({ kind: item[i % item.length] ?? 'int', value }));
  }
  if (datum.tag !== 'variant') return [];
  const kinds = datum.layout.constructors[datum.constructor_]?.fields ?? [];
  return datum.fields.map((value, i) => ({ kind: kinds[i] ?? 'int', value }));
}

/** Returns the reals in a value, in the order of its parts. */
export function realsIn(value: IrValue | undefined, kind: Kind): readonly number[] {
  if (kind === 'real') return [realOf(value)];
  if (typeof kind !== 'object' || !holdsReal(kind)) return [];
  const found: number[] = [];
  // The last part of data is followed by a loop: lists are long.
  let datum = present(value);
  for (;;) {
    const parts = partsOf(datum);
    for (const part of parts.slice(0, -1)) found.push(...realsIn(part.value, part.kind));
    const last = parts.at(-1);
    if (last === undefined) return found;
    if (typeof last.kind !== 'object' || !holdsReal(last.kind)) return [...found, ...realsIn(last.value, last.kind)];
    datum = present(last.value);
  }
}

/** Returns data of the same shape whose reals are 0. `made` records what is new. */
export function shadowOf(value: IrValue | undefined, layout: Layout, made: (datum: Datum) => Datum): Datum {
  const datum = present(value);
  const part = (each: { readonly kind: Kind; readonly value: IrValue | undefined }): IrValue => {
    if (each.kind === 'real') return 0;
    if (typeof each.kind === 'object' && holdsReal(each.kind)) return shadowOf(each.value, each.kind, made);
    return each.value ?? broken('a part that was not written');
  };
  switch (datum.tag) {
    case 'absent':
      // The length of an array that is absent is 0.
      return layout.tag === 'array' ? made({ tag: 'array', layout, count: 0, parts: [], freed: false }) : datum;
    case 'string':
      return datum;
    case 'array':
      return made({ ...datum, parts: partsOf(datum).map(part) });
    case 'variant':
      return datum.fields.length === 0 ? datum : made({ ...datum, fields: partsOf(datum).map(part) });
  }
}

/** Adds the reals of a value to a shadow, both of the shape of `like`. */
export function addAll(
  value: IrValue | undefined,
  like: IrValue | undefined,
  into: IrValue | undefined,
  lenient: boolean,
): void {
  const [from, shape, shadow] = [present(value), present(like), present(into)];
  if (isSmall(from) && (lenient || (isSmall(shape) && from.tag === shape.tag && sameShape(from, shape)))) return;
  if (from.tag !== shape.tag || !sameShape(from, shape)) throw new Stop('fault');
  const target = shadow.tag === 'array' ? shadow.parts : shadow.tag === 'variant' ? shadow.fields : [];
  const shapes = partsOf(shape);
  partsOf(from).forEach((part, i) => {
    const old = target[i];
    if (part.kind === 'real') {
      if (old !== undefined) target[i] = realOf(old) + realOf(part.value);
    } else if (typeof part.kind === 'object' && holdsReal(part.kind)) {
      addAll(part.value, shapes[i]?.value, old ?? ABSENT, lenient);
    }
  });
}

/** Whether data has no address. */
function isSmall(datum: Datum): boolean {
  return datum.tag === 'absent' || (datum.tag === 'variant' && datum.fields.length === 0);
}

function sameShape(left: Datum, right: Datum): boolean {
  if (left.tag === 'array' && right.tag === 'array') return left.count === right.count;
  return left.tag !== 'variant' || right.tag !== 'variant' || left.constructor_ === right.constructor_;
}
