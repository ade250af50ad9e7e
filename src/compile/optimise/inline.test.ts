import { expect, test } from 'vitest';
import { Builder, Numbers } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { Atom, IrFunction, IrProgram } from '../ir/tree';
import { calleesFirst, inline } from './inline';

const numbers = new Numbers();

/** A function of a real that adds it so many times, and calls others. */
function add(times: number, ...callees: readonly number[]): IrFunction {
  const id = numbers.functionId();
  const x = numbers.variable('real');
  const builder = new Builder(numbers);
  let result: Atom = x;
  for (const callee of callees) result = builder.one('real', { tag: 'call', callee, arguments: [result] });
  for (let i = 0; i < times; i++) result = builder.operation('add', result, x);
  return { id, name: `f${id}`, parameters: [x], body: builder.block([result]) };
}

function inlined(entry: IrFunction, ...others: readonly IrFunction[]): IrProgram {
  const functions = new Map([entry, ...others].map((each) => [each.id, each]));
  const made = inline({ functions, entries: new Map([['value', entry.id]]) }, numbers);
  expect(checkProgram(made)).toEqual([]);
  return made;
}

const names = ({ functions }: IrProgram): readonly string[] => [...functions.values()].map(({ name }) => name);
const size = ({ functions }: IrProgram, { id }: IrFunction): number => functions.get(id)?.body.statements.length ?? 0;

test('a small function is written out at every call', () => {
  const small = add(30);
  const main = add(0, small.id, small.id, small.id);
  const made = inlined(main, small);
  expect([names(made), size(made, main)]).toEqual([[main.name], 90]);
});

test('a larger one is called, unless it is called once', () => {
  const large = add(31);
  const twice = add(0, large.id, large.id);
  expect(names(inlined(twice, large))).toEqual([large.name, twice.name]);
  const single = add(40);
  const once = add(1, single.id);
  const made = inlined(once, single);
  expect([names(made), size(made, once)]).toEqual([[once.name], 41]);
});

test('a function that calls itself is called', () => {
  const id = numbers.functionId();
  const x = numbers.variable('real');
  const builder = new Builder(numbers);
  const own = builder.one('real', { tag: 'call', callee: id, arguments: [x] });
  const recursive: IrFunction = {
    id,
    name: 'loop',
    parameters: [x],
    body: builder.block([builder.operation('add', own, x)]),
  };
  const main = add(0, id);
  expect(names(inlined(main, recursive))).toEqual(['loop', main.name]);
});

test('functions that nothing calls are dropped, and callees come first', () => {
  const [a, unused] = [add(40), add(1)];
  const b = add(40, a.id, a.id);
  const main = add(1, b.id, b.id);
  const functions = new Map([main, b, a, unused].map((each) => [each.id, each]));
  expect(calleesFirst({ functions, entries: new Map([['value', main.id]]) })).toEqual([a.id, b.id, main.id]);
  expect(names(inlined(main, unused, a, b))).toEqual([a.name, b.name, main.name]);
});
