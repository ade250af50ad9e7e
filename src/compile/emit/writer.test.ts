import { expect, test } from 'vitest';
import { internalError } from '../../language/source/internal-error';
import { Numbers } from '../ir/builder';
import { type Surroundings, Writer } from './writer';

const unused = (): never => internalError('nothing is written');
const AROUND: Surroundings = {
  indexOf: unused,
  get data() {
    return unused();
  },
  get runtime() {
    return unused();
  },
  get recursion() {
    return unused();
  },
};

test('locals are those in use, without those of other variables, until these are forgotten', () => {
  const writer = new Writer(AROUND, unused, unused, false);
  const numbers = new Numbers();
  const [x, y, none] = [numbers.variable('real'), numbers.variable('real'), numbers.variable('real')];
  const [first, second] = [writer.declare(x), writer.declare(y)];
  const own = writer.code.local('i32');
  const locals = (): readonly (readonly number[])[] =>
    [[], [x], [x, y]].map((each) => writer.localsFor(new Set(each.map(({ id }) => id))));
  expect(locals()).toEqual([[own], [first, own], [first, second, own]]);
  writer.forget([none, x]);
  expect(locals()).toEqual([[own], [own], [second, own]]);
  expect(() => writer.placeOf(x)).toThrow('has no place');
  // The slot that is free is taken again, by a variable of the same type alone.
  const slots = [writer.declare(numbers.variable('int')), writer.declare(none)].map((each) => writer.code.slotOf[each]);
  expect(slots).toEqual([3, first]);
});

test('a variable moves to another local, and back', () => {
  const writer = new Writer(AROUND, unused, unused, false);
  const x = new Numbers().variable('real');
  const [first, other] = [writer.declare(x), writer.code.local('f64')];
  expect(writer.place(x, other)).toBe(first);
  expect(writer.placeOf(x)).toBe(other);
  expect(writer.place(x, undefined)).toBe(other);
  expect(writer.place(x, first)).toBeUndefined();
  expect(writer.placeOf(x)).toBe(first);
});
