import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { realItems } from '../../semantics/reals';
import { Cell, Items, type Value, Variant } from '../../semantics/value';
import { checked, focusOf } from '../../testing/checked';
import { compileProgram } from '../compile';
import { Unsupported } from '../unsupported';

const TREE = 'type Tree = Leaf | Node (Tree * Tree)';

/** Writes a value into a module's memory, and reads what the module returns. */
function through(type: string, start: string, value: Value): Value {
  const { main } = focusOf(checked(`${TREE}\ninput x : ${type} = ${start}\n(x, 0.5)\n`));
  const made = compileProgram(main);
  if (made instanceof Unsupported) throw new Error(made.message);
  const answer = made.value([value], COMMAND_LINE_BUDGET);
  if (answer.tag !== 'values') throw new Error(answer.tag);
  return (answer.values[0] as readonly Value[])[0];
}

const most = 2 ** 53 - 1;
const list = (...items: readonly Value[]): Value =>
  items.reduceRight<Cell | null>((rest, x) => new Cell(x, rest), null);

describe('values pass through the memory of a module', () => {
  test.each([
    ['int', '0', most],
    ['array int', '[]', new Items([most, -most, -1, 0, 2 ** 32, -(2 ** 32), 2 ** 31, -(2 ** 31) - 1])],
    ['array string', '[]', new Items(['', 'a', '\ud800', '😀', 'x'.repeat(5000)])],
    ['array bool', '[]', new Items([true, false])],
    ['list (real * int)', '[]', list([1.5, 2], [-0, -3])],
    ['{ b : bool, a : array real }', '{ a = [], b = true }', [new Items([1, 2]), false]],
    ['array (unit + real)', '[]', new Items([new Variant('inl', undefined), new Variant('inr', 4)])],
    ['array (array real)', '[]', new Items([new Items([]), new Items(realItems(new Float64Array(2000).fill(0.5)))])],
    ['unit', '()', undefined],
  ])('of type %s', (type, start, value) => {
    expect(through(type, start, value)).toEqual(value);
  });

  test('and keep what is shared: a tree of 2^60 leaves in 60 nodes', () => {
    let tree = new Variant('Leaf', undefined);
    for (let i = 0; i < 60; i++) tree = new Variant('Node', [tree, tree]);
    let found = through('Tree', 'Leaf', tree);
    let depth = 0;
    for (; found instanceof Variant && found.name === 'Node'; depth++) {
      const [left, right] = found.payload as readonly Value[];
      expect(left).toBe(right);
      found = left;
    }
    expect(depth).toBe(60);
  });

  test('at any depth', () => {
    let tree = new Variant('Leaf', undefined);
    for (let i = 0; i < 100_000; i++) tree = new Variant('Node', [tree, new Variant('Leaf', undefined)]);
    let found = through('Tree', 'Leaf', tree);
    let depth = 0;
    for (; found instanceof Variant && found.name === 'Node'; depth++) [found] = found.payload as readonly Value[];
    expect(depth).toBe(100_000);
  });

  test('a row that is shared by many is written once if it is long', () => {
    const row = new Items(realItems(new Float64Array(1000)));
    const { main } = focusOf(checked('input x : array (array real) = []\ntoReal (length x)\n'));
    const made = compileProgram(main);
    if (made instanceof Unsupported) throw new Error(made.message);
    made.value([new Items(new Array<Value>(10_000).fill(row))], COMMAND_LINE_BUDGET);
    expect(made.peak()).toBeLessThan(200_000);
  });
});
