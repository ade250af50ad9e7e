import { expect, test } from 'vitest';
import { host } from '../run/web-assembly';
import { IMPORTS } from './host';
import { encodeModule, printModule, type WasmModule } from './module';

const f64 = ['f64'] as const;

/** A module that adds the first word of its data to twice its argument, and counts its calls. */
const MODULE: WasmModule = {
  imports: [{ name: 'twice', parameters: f64, results: f64 }],
  functions: [
    {
      name: 'hidden',
      parameters: f64,
      results: f64,
      locals: ['f64', 'i64', 'f64', 'f64'],
      body: [
        { op: 'global.get', immediate: 0 },
        { op: 'i64.const', immediate: 1 },
        { op: 'i64.add' },
        { op: 'global.set', immediate: 0 },
        { op: 'local.get', immediate: 0 },
        { op: 'call', immediate: 0 },
        { op: 'local.set', immediate: 3 },
        { op: 'i32.const', immediate: 0 },
        { op: 'f64.load', immediate: 4096 },
        { op: 'local.get', immediate: 3 },
        { op: 'f64.add' },
      ],
    },
    {
      name: 'shown',
      parameters: f64,
      results: f64,
      locals: f64,
      body: [
        { op: 'local.get', immediate: 0 },
        { op: 'call', immediate: 1 },
      ],
    },
  ],
  globals: [
    { name: 'calls', type: 'i64', initial: 40 },
    { name: 'inside', type: 'i32', initial: 0, isHidden: true },
  ],
  exports: [['run', 2]],
  pages: 1,
  data: [{ address: 4096, bytes: new Uint8Array(new Float64Array([0.5]).buffer) }],
};

test('a module is encoded, and runs', () => {
  const twice = (x: number): number => 2 * x;
  const { exports } = new host.Instance(new host.Module(encodeModule(MODULE)), { [IMPORTS]: { twice } });
  expect(Object.keys(exports).toSorted()).toEqual(['calls', 'memory', 'run']);
  const run = exports['run'] as (x: number) => number;
  expect([run(3), run(-1)]).toEqual([6.5, -1.5]);
  expect((exports['calls'] as { value: bigint }).value).toBe(42n);
});

test('a module has a text', () => {
  expect(printModule(MODULE)).toMatchInlineSnapshot(`
    "(module
      (import "operations" "twice" (func $twice (param f64) (result f64)))
      (memory (export "memory") 1)
      (global $calls (export "calls") (mut i64) (i64.const 40))
      (global $inside (mut i32) (i32.const 0))
      (func $hidden (param f64) (result f64)
        (local i64 f64 f64)
        global.get 0
        i64.const 1
        i64.add
        global.set 0
        local.get 0
        call $twice
        local.set 3
        i32.const 0
        f64.load offset=4096
        local.get 3
        f64.add
      )
      (func $shown (export "run") (param f64) (result f64)
        local.get 0
        call $hidden
      )
      (data (i32.const 4096) "\\00\\00\\00\\00\\00\\00\\e0\\3f")
    )
    "
  `);
});

test('names and numbers are written as the text format has them', () => {
  const module: WasmModule = {
    imports: [],
    functions: [
      {
        name: 'entry λ x',
        parameters: [],
        results: f64,
        locals: [],
        body: [{ op: 'f64.const', immediate: -Infinity }, { op: 'f64.const', immediate: NaN }, { op: 'f64.add' }],
      },
    ],
    globals: [],
    exports: [],
    pages: 1,
    data: [],
  };
  expect(printModule(module)).toContain(
    '  (func $entry___x (result f64)\n    f64.const -inf\n    f64.const nan\n    f64.add\n',
  );
});

/** Returns a module of one function. */
const moduleOf = (made: Pick<WasmModule['functions'][number], 'locals' | 'body'>): WasmModule => ({
  imports: [],
  functions: [{ name: 'only', parameters: [], results: [], ...made }],
  globals: [],
  exports: [['run', 0]],
  pages: 1,
  data: [],
});

/** Returns the number of each section of a module, and how many things are in it. */
function sectionsOf(bytes: Uint8Array): readonly (readonly (number | undefined)[])[] {
  const found: (readonly (number | undefined)[])[] = [];
  // The sections of these modules have less than 128 bytes.
  for (let at = 8; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) found.push([bytes[at], bytes[at + 2]]);
  return found;
}

test('a type is there once, and sections without anything are not there', () => {
  const sections = sectionsOf(encodeModule(MODULE));
  expect(sections).toEqual([1, 2, 3, 5, 6, 7, 10, 11].map((id, i) => [id, [1, 1, 2, 1, 2, 3, 2, 1][i]]));
  expect(sectionsOf(encodeModule(moduleOf({ locals: [], body: [] }))).map(([id]) => id)).toEqual([1, 3, 5, 7, 10]);
});

test('locals of one type side by side take no more bytes than one', () => {
  const length = (count: number): number =>
    encodeModule(moduleOf({ locals: Array.from({ length: count }, () => 'f64' as const), body: [] })).length;
  expect(length(100)).toBe(length(1));
});

test('a function of long instructions is encoded whole', () => {
  const body = Array.from({ length: 100 }, (): WasmModule['functions'][number]['body'] => [
    { op: 'i64.const', immediate: -(2 ** 53) + 1 },
    { op: 'drop' },
  ]).flat();
  const { exports } = new host.Instance(new host.Module(encodeModule(moduleOf({ locals: [], body }))), {});
  expect((exports['run'] as () => unknown)()).toBeUndefined();
});

test('blocks are indented, up to their else and their end', () => {
  const body = (['loop', 'if', 'unreachable', 'else', 'drop', 'end', 'drop', 'end', 'drop'] as const).map((op) => ({
    op,
  }));
  expect(printModule(moduleOf({ locals: [], body }))).toMatchInlineSnapshot(`
    "(module
      (memory (export "memory") 1)
      (func $only (export "run")
        loop
          if
            unreachable
          else
            drop
          end
          drop
        end
        drop
      )
    )
    "
  `);
});
