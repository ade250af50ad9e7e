import { describe, expect, test } from 'vitest';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Constant, Data } from '../ir/tree';
import { ConstantData } from './data';
import { FIRST_ADDRESS } from './layout';

const INTS: ArrayLayout = { tag: 'array', id: 0, item: ['int'] };
const LIST: VariantLayout = { tag: 'variant', id: 1, name: 'list', constructors: [] };
LIST.constructors = [
  { name: '[]', fields: [] },
  { name: '::', fields: [{ tag: 'string' }, LIST] },
];
const SHAPE: VariantLayout = {
  tag: 'variant',
  id: 2,
  name: 'shape',
  constructors: [
    { name: 'Dot', fields: [] },
    { name: 'Disc', fields: ['real', 'bool'] },
    { name: 'Line', fields: [INTS] },
  ],
};

const constant = (kind: Kind, value: Constant['value']): Constant => ({ tag: 'constant', kind, value });
const text = (of: string): Constant => constant({ tag: 'string' }, { constructor_: 0, parts: [], text: of });
const ints = (...of: number[]): Constant => {
  const parts = of.map((each) => constant('int', each));
  return constant(INTS, { constructor_: 0, parts, count: of.length });
};

/** Returns the memory from the first address on. */
const memoryOf = (data: ConstantData): DataView => {
  const { buffer, byteOffset, byteLength } = data.all();
  return new DataView(buffer, byteOffset, byteLength);
};

/** Returns the text at an address. */
function textAt(memory: DataView, address: number): string {
  const at = address - FIRST_ADDRESS;
  const units = Array.from({ length: memory.getUint32(at, true) }, (_, i) => memory.getUint16(at + 8 + 2 * i, true));
  return String.fromCharCode(...units);
}

describe('constant reals', () => {
  test('have an address each, and 0 another one than -0', () => {
    const data = new ConstantData();
    const values = [0, -0, 1, 2.5];
    const addresses = values.map((value) => data.real(value));
    expect(values.map((value) => data.real(value))).toEqual(addresses);
    expect(data.end).toBe(FIRST_ADDRESS + 8 * values.length);
    const memory = memoryOf(data);
    expect(addresses.map((address) => memory.getFloat64(address - FIRST_ADDRESS, true))).toEqual(values);
  });

  test('lie side by side in tables, which memory grows for', () => {
    const data = new ConstantData();
    const tables = [1, 2, 100, 300].map((length) => Array.from({ length }, (_, i) => length + i));
    const addresses = tables.map((table) => data.table(table));
    expect(tables.map((table) => data.table(table))).toEqual(addresses);
    const memory = memoryOf(data);
    const read = tables.map((table, k) =>
      table.map((_, i) => memory.getFloat64((addresses[k] ?? 0) - FIRST_ADDRESS + 8 * i, true)),
    );
    expect(read).toEqual(tables);
    expect(memory.byteLength).toBe(8 * 403);
  });
});

test('numbers are their own immediates', () => {
  const data = new ConstantData();
  expect([data.immediate(constant('int', 5)), data.immediate(constant('bool', true))]).toEqual([5, 1]);
  expect(data.end).toBe(FIRST_ADDRESS);
});

test('bytes are reserved one after the other', () => {
  const data = new ConstantData();
  expect([data.reserve(8), data.reserve(1016), data.reserve(8)]).toEqual([0, 8, 1024].map((at) => FIRST_ADDRESS + at));
  expect(data.all()).toEqual(new Uint8Array(1032));
});

test('texts hold their units, and take whole words', () => {
  const data = new ConstantData();
  const texts = ['', 'a', 'four', 'fives', '∂🙂'];
  const addresses = texts.map((each) => data.immediate(text(each)));
  expect(addresses.map((address) => address - FIRST_ADDRESS)).toEqual([0, 8, 24, 40, 64]);
  expect(data.end).toBe(FIRST_ADDRESS + 80);
  const memory = memoryOf(data);
  expect(addresses.map((address) => textAt(memory, address))).toEqual(texts);
});

test('a text can end where the memory ends', () => {
  const data = new ConstantData();
  data.reserve(1008);
  const address = data.immediate(text('four'));
  expect(textAt(memoryOf(data), address)).toBe('four');
});

test('arrays begin with their length, whatever ints they have', () => {
  const data = new ConstantData();
  const [some, none] = [ints(1, -2, 2 ** 40), ints()].map((each) => data.immediate(each) - FIRST_ADDRESS);
  const memory = memoryOf(data);
  const items = [8, 16, 24].map((offset) => memory.getBigInt64((some ?? 0) + offset, true));
  expect([memory.getUint32(some ?? 0, true), items]).toEqual([3, [1n, -2n, 2n ** 40n]]);
  expect([none, memory.getUint32(none ?? 0, true)]).toEqual([32, 0]);
});

test('constructors have their index before their fields if others have fields, and are only that without', () => {
  const data = new ConstantData();
  const made = (constructor_: number, ...parts: Constant[]): Constant => constant(SHAPE, { constructor_, parts });
  const dot = data.immediate(made(0));
  const disc = data.immediate(made(1, constant('real', 1.5), constant('bool', true))) - FIRST_ADDRESS;
  const line = data.immediate(made(2, ints(7))) - FIRST_ADDRESS;
  expect([dot, disc, line]).toEqual([0, 0, 24]);
  const memory = memoryOf(data);
  const word = (at: number): number => memory.getUint32(at, true);
  expect([word(0), memory.getFloat64(8, true), word(16)]).toEqual([1, 1.5, 1]);
  const array = word(line + 8) - FIRST_ADDRESS;
  expect([word(line), word(array), memory.getBigInt64(array + 8, true)]).toEqual([2, 1, 7n]);
});

test('data that stands in two places is there once', () => {
  const data = new ConstantData();
  const empty = constant(LIST, { constructor_: 0, parts: [] });
  const name = text('name');
  const one: Data = { constructor_: 1, parts: [name, empty] };
  const two = constant(LIST, { constructor_: 1, parts: [name, constant(LIST, one)] });
  const address = data.immediate(two);
  const { end } = data;
  // Two cells of two words, and a text of two.
  expect(end).toBe(FIRST_ADDRESS + 48);
  expect([data.immediate(two), data.immediate(constant(LIST, one)), data.end]).toEqual([
    address,
    expect.any(Number),
    end,
  ]);
  const memory = memoryOf(data);
  const word = (at: number): number => memory.getUint32(at - FIRST_ADDRESS, true);
  const rest = word(address + 8);
  expect([rest, word(address)]).toEqual([data.immediate(constant(LIST, one)), word(rest)]);
  expect([textAt(memory, word(rest)), word(rest + 8)]).toEqual(['name', 0]);
});
