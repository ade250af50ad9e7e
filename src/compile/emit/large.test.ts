import { describe, expect, test } from 'vitest';
import { allocateArray, allocateSmall, release } from './allocation';
import { Code } from './code';
import { ConstantData } from './data';
import { Runtime, USUAL } from './runtime';

/** Returns the instructions that something writes into a function with so many locals. */
function written(locals: number, write: (runtime: Runtime, code: Code) => void): readonly string[] {
  const code = new Code();
  for (let i = 0; i < locals; i++) code.local(i === 0 ? 'i64' : 'i32');
  write(new Runtime(new ConstantData(), USUAL), code);
  return code.body.map(({ op }) => op);
}

const array = (runtime: Runtime, code: Code): void => {
  allocateArray(runtime, code, () => code.get(0), 8, 1);
};

describe.each([
  ['takes memory', (runtime: Runtime, code: Code) => allocateSmall(runtime, code, 16, 1)],
  ['makes an array in a loop', (runtime: Runtime, code: Code) => code.labelled('loop', () => array(runtime, code))],
  ['frees memory', (runtime: Runtime, code: Code) => release(runtime, code, 1)],
  ['tests a real', (runtime: Runtime, code: Code) => runtime.testFinite(code.op('f64.const', 1))],
])('a function that %s', (_, write) => {
  test('only calls another one if it has more than 1000 locals', () => {
    const [small, large] = [1000, 1001].map((locals) => written(locals, write));
    expect(small).toContain('if');
    expect(large).not.toContain('if');
    expect(large).toContain('call');
  });
});

test('memory of more than 64,000 bytes is taken by a call', () => {
  const take = (bytes: number) => written(10, (runtime, code) => allocateSmall(runtime, code, bytes, 1));
  expect(take(64_000)).toContain('if');
  expect(take(64_001)).toEqual(['i32.const', 'call', 'local.set']);
});

test('an array that is made once is made by a call', () => {
  expect(written(10, array)).toEqual(['local.get', 'i32.const', 'call', 'local.set']);
});
