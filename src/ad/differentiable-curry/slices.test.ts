/** The work of a run between two checks of its limits. */
import { describe, expect, test } from 'vitest';
import { BYTES } from '../../semantics/memory';
import { INT, product, REAL, sequenceType } from '../../language/types/type';
import { NOWHERE } from '../../language/source/span';
import { drain, type Task } from '../../semantics/task';
import { Items } from '../../semantics/value';
import {
  called,
  compose,
  curried,
  intConstant,
  METHODS,
  prod,
  proj,
  realConstant,
  RUN_BUDGET,
} from '../../testing/combinator/build';
import { mainFrom } from '../../testing/translated-main';
import type { Combinator } from './combinator';
import { combinatorsOf } from './engines';
import { newMachine, type Machine } from './machine/machine';
import { backwards, forwards, type Halt } from './machine/proceed';
import type { GivenTangent } from './machine/tangent';

/** Returns the most steps between two yields, and before the end. */
function widestSlice(machine: Machine, task: Task<Halt | undefined>): number {
  let [widest, before] = [0, machine.meter.steps];
  for (;;) {
    const { done } = task.next();
    widest = Math.max(widest, machine.meter.steps - before);
    before = machine.meter.steps;
    if (done === true) return widest;
  }
}

const MOST = 8192;

describe.each(METHODS)('$id', (method) => {
  test('a cotangent is opened once, however many parts need theirs', () => {
    const count = 50;
    const source = product([REAL]);
    const both = prod(intConstant(source, count), curried(proj(product([REAL, INT]), 0)));
    const term: Combinator = compose(both, {
      tag: 'intrinsic',
      intrinsic: 'build',
      source: both.target,
      target: sequenceType('array', REAL),
      origin: NOWHERE,
    });
    let opened = 0;
    const ones = new Items(Array.from({ length: count }, () => 1));
    const given: GivenTangent = {
      tag: 'given',
      get value() {
        opened += 1;
        return ones;
      },
      type: term.target,
      variants: [],
      whole: undefined,
    };
    const machine = newMachine(method, RUN_BUDGET);
    expect(drain(forwards(machine, term, [3]))).toBeUndefined();
    expect(drain(backwards(machine, machine.run, given))).toBeUndefined();
    expect(machine.tangent).not.toBeUndefined();
    expect(opened).toBe(1);
  });

  test('the limits are checked every 8192 steps, however wide the context is', () => {
    const width = 400;
    const text = [
      'input a0 : real = 1',
      ...Array.from({ length: width }, (_, i) => `let a${i + 1} = a${i} + 1`),
      `fold (x, s) -> x * s + a${width} over [${Array.from({ length: 300 }, () => 'a0').join(', ')}] from 1`,
    ].join('\n');
    const machine = newMachine(method, { ...RUN_BUDGET, steps: 3e6 });
    const { main } = combinatorsOf(mainFrom(text));
    expect(widestSlice(machine, forwards(machine, main, [1]))).toBeLessThan(MOST + 4 * width);
    const before = machine.meter.steps;
    // The context is copied each time the body runs.
    expect(before).toBeGreaterThan(300 * width);
    expect(machine.bytes).toBeGreaterThan(300 * width * BYTES.item);
    const slice = widestSlice(machine, backwards(machine, machine.run, 1));
    expect(slice).toBeLessThan(MOST + 4 * width);
    // A repeated run extends the context again; the tangent of a wide context has only the parts that are not 0.
    if (method.id === 'curry') expect(machine.meter.steps - before).toBeGreaterThan(300 * width);
    else expect(machine.meter.steps - before).toBeLessThan(100 * (300 + width));
  });

  test('memory: waiting frames on the stack count too', () => {
    const text = 'input x : real = 1\ninput n : int = 1\nlet rec go n = if n = 0 then x else go (n - 1) * x\ngo n';
    const { main } = combinatorsOf(mainFrom(text));
    const of = (bytes: number): readonly [Halt | undefined, number] => {
      const machine = newMachine(method, { ...RUN_BUDGET, bytes });
      return [drain(forwards(machine, main, [1, 20_000])), machine.bytes];
    };
    const [halt, left] = of(RUN_BUDGET.bytes);
    expect(halt).toBeUndefined();
    expect(of(1.1 * left)).toMatchObject([
      { tag: 'stopped', diagnostic: { code: 'budget-memory' } },
      expect.anything(),
    ]);
  });

  test('memory: a closure shares what it captured, a call has its context', () => {
    const bytesOf = (width: number): { readonly made: number; readonly called: number } => {
      const source = product(Array.from({ length: width }, () => REAL));
      const closure = curried(proj(product(Array.from({ length: width + 1 }, () => REAL)), width));
      const input = Array.from({ length: width }, () => 1);
      const [made, ran] = [closure, called(closure, realConstant(source, 2))].map((term) => {
        const machine = newMachine(method, RUN_BUDGET);
        expect(drain(forwards(machine, term, input))).toBeUndefined();
        return machine.bytes;
      });
      return { made: made ?? 0, called: ran ?? 0 };
    };
    const [narrow, wide] = [bytesOf(1), bytesOf(101)];
    expect(wide.made - narrow.made).toBe(0);
    expect(wide.called - narrow.called).toBe(100 * BYTES.item);
  });
});
