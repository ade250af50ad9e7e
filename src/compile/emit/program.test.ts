import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { checked, focusOf } from '../../testing/checked';
import { type Answer, type Compiled, compileProgram } from '../compile';
import { Unsupported } from '../unsupported';
import { emitProgram } from './program';

function compiled(text: string, derivative: 'gradient' | 'none' = 'none'): Compiled {
  const made = compileProgram(focusOf(checked(`input x : real = 2\n${text}\n`)).main, { derivative });
  if (made instanceof Unsupported) throw made;
  return made;
}

const shown = ({ emitted }: Compiled): readonly string[] =>
  emitted.module.globals.filter(({ isHidden }) => isHidden !== true).map(({ name }) => name);

describe('a module', () => {
  test('shows what its host sets and reads', () => {
    expect(shown(compiled('x * x'))).toEqual(['fuel', 'top', 'fault', 'limit']);
    const frees = compiled(
      'let last y = let n = floor x in let zs = build n (fun j -> y * toReal j) in zs[n - 1] * zs[n - 2]\nfold (i, s) -> s + deriv last (toReal i) over range 0 9 from 0',
    );
    expect(shown(frees)).toEqual(['fuel', 'top', 'fault', 'limit', 'peak']);
  });

  test('exports its entries, and one that goes on only if it can pause', () => {
    const { ir, emitted } = compiled('sin (x * x)', 'gradient');
    expect(emitted.module.exports.map(([name]) => name)).toEqual(['gradient']);
    expect(compiled('x * x').emitted.module.exports.map(([name]) => name)).toEqual(['value']);
    const value = compiled('x * x').ir;
    const names = (pausable: boolean): readonly string[] =>
      emitProgram(value, undefined, true, pausable).module.exports.map(([name]) => name);
    expect([names(false), names(true)]).toEqual([['value'], ['value', 'resume']]);
    expect(emitProgram(ir, undefined, true, true).module.exports.map(([name]) => name)).toEqual(['gradient']);
  });

  test('has data only if there is some, and free memory after it and the slots', () => {
    const { module, slots, start } = compiled('x * x').emitted;
    expect([module.data, start - slots, module.pages]).toEqual([[], 16, 1]);
    const initial = Object.fromEntries(module.globals.map((each) => [each.name, each.initial]));
    expect(initial).toEqual({ fuel: 0, top: start, fault: 0, limit: 0 });
    const text = compiled('"text" ++ show x').emitted;
    expect(text.module.data).toMatchObject([{ address: 4096, bytes: { length: 16 } }]);
    expect(text.slots).toBe(4096 + 16);
  });
});

describe('a run', () => {
  const bytes = (most: number) => ({ ...COMMAND_LINE_BUDGET, bytes: most });

  test('has no more memory than its budget, whatever the run before had', () => {
    const made = compiled(
      'let rec go (n : int) xs = if n < 1 then (match xs with y :: _ -> y | [] -> 0) else go (n - 1) (x :: xs) in go (floor x) []',
    );
    const ends = [1e7, 6e4, 1e7, 6e4].map((most) => made.value([1e4], bytes(most)).tag);
    expect(ends).toEqual(['values', 'memory', 'values', 'memory']);
  });

  test('begins with empty stacks, whatever the run before left in them', () => {
    const made = compiled(
      'let rec go (n : int) = if n < 1 then 1 / (x - 3) else sin (x * go (n - 1)) * go (n - 2) + x\ngo 12 / (x - 5)',
      'gradient',
    );
    const run = (x: number): Answer => made.gradient([x], 1, COMMAND_LINE_BUDGET);
    const [first, second] = [run(2), run(4)];
    for (let i = 0; i < 3; i++) {
      expect([run(5).tag, run(3).tag]).toEqual(['fault', 'fault']);
      expect([run(2), run(4)]).toEqual([first, second]);
    }
  });
});
