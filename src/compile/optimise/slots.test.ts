import { expect, test } from 'vitest';
import { Builder, intConstant, Numbers } from '../ir/builder';
import { Slots } from './slots';

test('slots know who uses a variable, in their order', () => {
  const builder = new Builder(new Numbers());
  const a = builder.operation('negateInt', intConstant(1));
  const b = builder.operation('addInt', a, a);
  const c = builder.operation('addInt', a, b);
  const made = builder.inner();
  const results = [made.operation('negateInt', b), c];
  builder.add(['int', 'int'], {
    tag: 'build',
    count: a,
    index: builder.numbers.variable('int'),
    body: made.block(results),
  });
  const slots = new Slots(builder.statements);
  // As if slot 2 used what slots 3 and 1 use.
  slots.uses(2, [slots.at(3), slots.at(1)].flat());
  slots.uses(0, slots.at(1));
  expect([a, b, c].map(({ id }) => slots.usersOf(id))).toEqual([
    [0, 1, 2, 3],
    [2, 3],
    [2, 3],
  ]);
  expect(slots.usersOf(-1)).toEqual([]);
  expect(slots.all()).toBe(builder.statements);
  slots.put(1, []);
  slots.put(2, builder.statements.slice(1, 3));
  expect([0, 1, 2].map((slot) => slots.one(slot))).toEqual([builder.statements[0], undefined, undefined]);
  expect(slots.all()).toEqual(builder.statements);
});

test('slots know only who uses the variables that are followed', () => {
  const builder = new Builder(new Numbers());
  const a = builder.operation('negateInt', intConstant(1));
  const b = builder.operation('addInt', a, intConstant(2));
  builder.operation('addInt', a, b);
  const slots = new Slots(builder.statements, ({ id }) => id !== a.id);
  slots.uses(0, slots.at(2));
  expect([a, b].map(({ id }) => slots.usersOf(id))).toEqual([[], [0, 2]]);
});
