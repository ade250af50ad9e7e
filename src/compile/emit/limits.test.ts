import { expect, test } from 'vitest';
import type { Instruction } from './instructions';
import { beyondLimits } from './limits';
import type { WasmFunction } from './module';

const SMALL: WasmFunction = { name: 'small', parameters: [], results: [], locals: [], body: [] };
const f64 = (length: number): readonly 'f64'[] => Array.from({ length }, () => 'f64' as const);
const nops = (length: number): readonly Instruction[] => Array.from({ length }, () => ({ op: 'unreachable' }) as const);

test.each<[string, (count: number) => Partial<WasmFunction>, number, string]>([
  [
    'parameters',
    (count) => ({ parameters: f64(count) }),
    1000,
    'a function of it takes or returns more than 1000 values',
  ],
  ['results', (count) => ({ results: f64(count) }), 1000, 'a function of it takes or returns more than 1000 values'],
  ['locals', (count) => ({ locals: [...f64(count)] }), 50_000, 'a function of it is too long'],
  ['instructions', (count) => ({ body: [...nops(count)] }), 690_000, 'a function of it is too long'],
])('a function has so many %s at most', (_, of, most, reason) => {
  const module = (count: number) => ({
    imports: [],
    functions: [SMALL, { ...SMALL, ...of(count) }, SMALL],
    globals: [],
    exports: [],
    pages: 1,
    data: [],
  });
  expect(beyondLimits(module(most))).toBeUndefined();
  expect(beyondLimits(module(most + 1))).toBe(reason);
});
