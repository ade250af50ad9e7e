import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MUTATING, runs } from '../../testing/runs';
import {
  type Choice,
  type Given,
  givens,
  interpreted,
  KINDS,
  loop,
  OPERATIONS,
  programOf,
  run,
} from '../../testing/ir/vector-rounds';
import { Builder, Numbers } from '../ir/builder';
import { checkProgram } from '../ir/check';
import { printProgram } from '../ir/print';
import type { Kind, VariantLayout } from '../ir/kind';
import type { Atom } from '../ir/tree';
import type { IrProgram } from '../ir/program';
import { binaryOf } from '../run/binary';
import { ModuleInstance } from '../run/instance';
import { emitProgram } from './program';
import { type Limits, USUAL } from './runtime';

/** Loops run two rounds at once where they can, whether that is faster or not. */
const WHEREVER: Limits = { ...USUAL, share: Infinity };

test('two rounds at once leave what one after the other leaves, to the last bit', () => {
  const seen = { vectors: 0, done: 0, fault: 0 };
  const { numRuns, ...rest } = runs(6);
  fc.assert(
    fc.property(loop, givens, (each, given) => {
      // Through another name, what is written is read.
      const program = programOf(each, given.alias !== undefined);
      expect(checkProgram(program)).toEqual([]);
      const emitted = emitProgram(program, WHEREVER);
      const body = emitted.module.functions[0]?.body ?? [];
      if (!body.some(({ op }) => op.startsWith('f64x2.'))) return;
      seen.vectors++;
      const instance = new ModuleInstance(binaryOf(emitted));
      for (const count of [0, 1, 2, 3, 4, 5, 6, 7, 12]) {
        const ours = run(program, instance, given, count);
        expect(ours, `${count} rounds\n${printProgram(program)}`).toEqual(interpreted(program, given, count));
        if (ours.tag === 'done') seen.done++;
        else seen.fault++;
      }
    }),
    { ...rest, numRuns },
  );
  if (MUTATING) return;
  expect(seen.vectors).toBeGreaterThan(0.2 * numRuns);
  expect(seen.done).toBeGreaterThan(seen.vectors);
  expect(seen.fault).toBeGreaterThan(0.1 * seen.vectors);
});

const CHOICE: Choice = { what: 'item', operation: 1, first: 2, second: 0, array: 0, index: 16, derivative: true };

test.each([false, true])('rounds add to the same item in their order (down: %s)', (down) => {
  const round: readonly Choice[] = [CHOICE, { ...CHOICE, what: 'add', index: 8 }];
  const program = programOf({ round, down, carried: [], step: undefined, makes: undefined }, true);
  expect(printProgram(program)).toMatch(/r\d+ = item d0\[n\d+\] unchecked\n +accumulate d3 \[0\]\.0 \+= r\d+ present/);
  const instance = new ModuleInstance(binaryOf(emitProgram(program, WHEREVER)));
  const given: Given = { items: [1e16, 1, -1e16, 3, -1, 0.1, 1e17, 7], x: 0, y: 0, alias: undefined };
  for (const count of [4, 5, 8])
    expect(run(program, instance, given, count)).toEqual(interpreted(program, given, count));
});

test.each([1, 2, 3, 4])('powers with exponent %i are the same products', (exponent) => {
  const power: Choice = {
    ...CHOICE,
    what: 'operation',
    operation: OPERATIONS.indexOf('powerInt'),
    second: exponent - 1,
  };
  const round: readonly Choice[] = [CHOICE, power, { ...CHOICE, what: 'keep' }];
  const program = programOf({ round, down: false, carried: [], step: undefined, makes: undefined }, true);
  expect(printProgram(program)).toMatch(new RegExp(`(r\\d+) = powerInt r\\d+, ${exponent}\\n.*keep d3.*\\1`));
  const instance = new ModuleInstance(binaryOf(emitProgram(program, WHEREVER)));
  const items = Array.from({ length: 40 }, (_, i) => Math.sin(i) * 3);
  const given: Given = { items, x: 0, y: 0, alias: undefined };
  expect(run(program, instance, given, 33)).toEqual(interpreted(program, given, 33));
});

test.each([-2, -1, 1, 2].flatMap((step) => [false, true].map((down) => ({ step, down }))))(
  'an int to which a loop adds $step is that of each round (down: $down)',
  ({ step, down }) => {
    const counted = { ...CHOICE, index: 12 };
    const round: readonly Choice[] = [
      { ...CHOICE, index: 4 },
      counted,
      { ...counted, what: 'toReal' },
      { ...CHOICE, what: 'add', operation: 0 },
    ];
    const program = programOf({ round, down, carried: [], step, makes: undefined }, true);
    const emitted = emitProgram(program, WHEREVER);
    expect(emitted.module.functions[0]?.body.some(({ op }) => op === 'f64x2.add' || op === 'v128.store')).toBe(true);
    const instance = new ModuleInstance(binaryOf(emitted));
    const given: Given = { items: [1, 2.5, -3, 7, 0.1], x: 0, y: 0, alias: undefined };
    for (const count of [4, 5, 8])
      expect(run(program, instance, given, count)).toEqual(interpreted(program, given, count));
  },
);

test.each([false, true])('rounds add to fields in their order (down: %s)', (down) => {
  const numbers = new Numbers();
  const parameters = [...KINDS, 'real', 'real', 'int'].map((kind) => numbers.variable(kind as Kind));
  const [array, x, y, count] = [parameters[0], parameters[6], parameters[7], parameters[8]] as [Atom, Atom, Atom, Atom];
  const kind: VariantLayout = {
    tag: 'variant',
    id: 2,
    name: 'P',
    constructors: [{ name: 'P', fields: ['real', 'real'] }],
  };
  const outer = new Builder(numbers, undefined, true);
  const shadow = outer.one(kind, {
    tag: 'shadow',
    of: outer.one(kind, { tag: 'construct', constructor_: 0, fields: [x, y] }),
  });
  const [inner, index] = [outer.inner(), numbers.variable('int')];
  const item = inner.one('real', { tag: 'item', array, index, checked: false });
  for (const [at, amount] of [item, inner.operation('multiply', item, x)].entries()) {
    const place = { tag: 'field', constructor_: 0, index: at } as const;
    inner.add([], { tag: 'accumulate', shadow, place, amount, present: true });
  }
  outer.add([], { tag: 'for', index, count, down, parameters: [], initial: [], body: inner.block([]), forgets: false });
  const results = [0, 1].map((at) => outer.one('real', { tag: 'field', value: shadow, constructor_: 0, index: at }));
  const main = { id: 0, name: 'main', parameters: parameters, body: outer.block(results) };
  const program: IrProgram = { functions: new Map([[0, main]]), entries: new Map([['value', 0]]) };
  const instance = new ModuleInstance(binaryOf(emitProgram(program, WHEREVER)));
  const given: Given = { items: [1e16, 1, -1e16, 3, -1, 0.1, 1e17, 7], x: 3, y: 0, alias: undefined };
  for (const rounds of [4, 5, 8])
    expect(run(program, instance, given, rounds)).toEqual(interpreted(program, given, rounds));
});

test.each([false, true].flatMap((down) => [1, 2].map((factor) => ({ down, factor }))))(
  'what needs the round before is added at $factor times the index (down: $down)',
  ({ down, factor }) => {
    const before: Choice = { ...CHOICE, what: 'add', index: factor === 1 ? 16 : 4 };
    const program = programOf(
      { round: [before, CHOICE], down, carried: [[2, true]], step: undefined, makes: undefined },
      true,
    );
    expect(printProgram(program)).toMatch(/\(r(\d+) = .*\n(.*\n)? +accumulate d3 \[n\d+\]\.0 \+= r\1 present\n/);
    const instance = new ModuleInstance(binaryOf(emitProgram(program, WHEREVER)));
    const given: Given = { items: [1, 2.5, -3, 7, 0.1], x: 0, y: 0, alias: undefined };
    for (const count of [4, 5, 8])
      expect(run(program, instance, given, count)).toEqual(interpreted(program, given, count));
  },
);

test.each([false, true])(
  'a value outside a domain, which is finite, ends the run outside derivatives (derivative: %s)',
  (derivative) => {
    const root: Choice = { ...CHOICE, what: 'operation', operation: OPERATIONS.indexOf('sqrt'), derivative };
    const round: readonly Choice[] = [CHOICE, root, { ...CHOICE, what: 'keep' }];
    const program = programOf({ round, down: false, carried: [], step: undefined, makes: undefined }, false);
    const instance = new ModuleInstance(binaryOf(emitProgram(program, WHEREVER)));
    for (let at = 0; at < 6; at++) {
      const items = [1, 2, 3, 4, 5, 6, 7, 8, 9];
      items[(3 * at) % 9] = 0;
      const given: Given = { items, x: 0, y: 0, alias: undefined };
      const ended = run(program, instance, given, 6);
      expect(ended).toEqual(interpreted(program, given, 6));
      expect(ended.tag).toBe(derivative ? 'done' : 'fault');
    }
  },
);
