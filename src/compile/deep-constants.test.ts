import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { compile } from '../services/model';
import { checked, focusOf } from '../testing/checked';
import { MUTATING } from '../testing/runs';
import { compileProgram } from './compile';
import { printModule } from './emit/module';
import { printProgram } from './ir/print';
import { Unsupported } from './unsupported';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };

/** A definition inside the one before, and so on. */
function lets(count: number, next: (before: string) => string): string {
  return Array.from({ length: count }, (_, i) => `let t${i + 1} = ${next(`t${i}`)}\n`).join('');
}

const TREE = `type Tree = Leaf real | Node (Tree * Tree)
let rec left t = match t with Leaf v -> v | Node (l, _) -> 1 + left l
let t0 = Leaf 0.5
`;

describe.each([
  ['a list of 50,000 items', `let xs : list real = [${'0.5, '.repeat(50_000)}0.5]\nx * sum xs`, 50_001],
  ['an array of 50,000 items', `let xs = toArray [${'0.5, '.repeat(50_000)}0.5]\nx * sum xs`, 50_001],
  ['a list of lists', `let xs : list (list real) = [${'[0.5, 0.5], '.repeat(5000)}[]]\nx * sum (map sum xs)`, 10_000],
  [
    'a list of pairs of strings and lists',
    `let xs : list (string * list real) = [${'("a", [1]), '.repeat(5000)}("b", [])]\nx * toReal (length xs)`,
    10_002,
  ],
  ['a tree that leans to the left', `${TREE}${lets(5000, (t) => `Node (${t}, t0)`)}x * left t5000`, 10_001],
  ['a tree whose halves are the same', `${TREE}${lets(1000, (t) => `Node (${t}, ${t})`)}x * left t1000`, 2001],
  [
    'lists in lists',
    `type Rose = Leaf | Rose (list Rose)
let rec depth r = match r with Rose (s :: _) -> 1 + depth s | _ -> 0
let t0 = Leaf
${lets(5000, (t) => `Rose [${t}]`)}x * depth t5000`,
    10_000,
  ],
])('%s that is constant', (_, text, value) => {
  const program = `input x : real = 2\n${text}\n`;

  test('is compiled and printed', () => {
    const { main } = focusOf(checked(program));
    const made = compileProgram(main);
    if (made instanceof Unsupported) throw new Error(made.message);
    expect(made.value([2], budget)).toEqual({ tag: 'values', values: [value] });
    expect(printProgram(made.ir).length).toBeLessThan(2e4);
    expect(printModule(made.emitted.module)).toContain('(data');
    // Nothing is placed twice: the largest has 50,001 cells.
    expect(made.emitted.start).toBeLessThan(1e6);
  });

  test('is compiled to a module', () => {
    expect(compile([program]).value()).toBe(value);
  });
});

// The runner of mutants gives the tests a larger stack.
test.skipIf(MUTATING)('functions made of functions to a depth that the compiler has no stack for are declined', () => {
  const text = `input x : real = 2\nlet t0 = fun y -> y + x\n${lets(5000, (t) => `fun y -> ${t} y + x`)}t5000 x\n`;
  expect(() => compile([text])).toThrow('terms are nested too deeply');
});
