import { internalError } from '../../language/source/internal-error';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Code } from './code';
import type { NumberType } from './instructions';

/*
 * Data in memory. A constructor without fields is its index. Other values are addresses: of the fields of a
 * constructor, 8 bytes each, after the constructor's index if there are several with fields; of the items of an array
 * after its length; of the UTF-16 units of a string after their number. The index and the lengths take 8 bytes.
 */

/** Addresses begin here; numbers below are constructors without fields. */
export const FIRST_ADDRESS = 4096;

export const WORD = 8;

export function typeOf(kind: Kind): NumberType {
  if (kind === 'real') return 'f64';
  return kind === 'int' ? 'i64' : 'i32';
}

/** Whether values of a variant begin with the index of their constructor. */
export function hasHeader({ constructors }: VariantLayout): boolean {
  return constructors.filter(({ fields }) => fields.length > 0).length > 1;
}

export function fieldOffset(layout: Kind, index: number): number {
  return (hasHeader(variantOf(layout)) ? WORD : 0) + WORD * index;
}

export function variantOf(kind: Kind): VariantLayout {
  return typeof kind === 'object' && kind.tag === 'variant' ? kind : internalError('a variant');
}

export function arrayOf(kind: Kind): ArrayLayout {
  return typeof kind === 'object' && kind.tag === 'array' ? kind : internalError('an array');
}

export function stride({ item }: ArrayLayout): number {
  return WORD * item.length;
}

/** The instructions for numbers. A name that is put together anew each time would be compared letter by letter. */
const CONSTANTS = { i32: 'i32.const', i64: 'i64.const', f64: 'f64.const' } as const;
const LOADS = { i32: 'i32.load', i64: 'i64.load', f64: 'f64.load' } as const;
const STORES = { i32: 'i32.store', i64: 'i64.store', f64: 'f64.store' } as const;

export function constant(code: Code, kind: Kind, value: number): void {
  code.op(CONSTANTS[typeOf(kind)], value);
}

export function load(code: Code, kind: Kind, offset: number): void {
  code.op(LOADS[typeOf(kind)], offset);
}

export function store(code: Code, kind: Kind, offset: number): void {
  code.op(STORES[typeOf(kind)], offset);
}

/** Returns where a cell of a list has its rest. */
export function restOffset(list: VariantLayout): number {
  const cell = list.constructors.at(1) ?? internalError('a list has cells');
  return fieldOffset(list, cell.fields.length - 1);
}
