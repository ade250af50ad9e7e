import { describe, expect, test } from 'vitest';
import { mainOf } from '../../ad/main';
import { checked } from '../../testing/checked';
import { compileProgram } from '../compile';
import { flatten } from '../flatten/flatten';
import { visit } from '../ir/blocks';
import { Builder, Numbers, realConstant } from '../ir/builder';
import type { Block } from '../ir/tree';
import { inline } from '../optimise/inline';
import { counted } from '../optimise/counted';
import { simplify } from '../optimise/simplify';
import { Unsupported } from '../unsupported';
import { untested } from './finite';

/** Returns the operations, or other statements, whose results are tested where they are computed. */
function testedIn(expression: string): readonly string[] {
  const found = mainOf(checked(`input x : real = 1\ninput n : int = 1\n${expression}\n`));
  const flat = found === undefined ? undefined : flatten(found.main);
  if (flat?.tag !== 'program') throw new Error('nothing to compile');
  const { numbers, kinds, program } = flat;
  const inlined = inline(program, numbers);
  const main = inlined.functions.get(inlined.entries.get('value') ?? -1);
  if (main === undefined) throw new Error('no main');
  const body = simplify(counted(simplify(main.body, numbers), numbers, kinds), numbers);
  const needed = new Set<number>();
  untested(
    body,
    body.results.map(() => true),
    needed,
  );
  return namesOf(body, needed);
}

/** Returns the operations, or other statements, of which a target is among those. */
function namesOf(body: Block, needed: ReadonlySet<number>): readonly string[] {
  const names: string[] = [];
  visit(body, (statement) => {
    if (!statement.targets.some(({ id }) => needed.has(id))) return;
    names.push(statement.tag === 'operation' ? statement.operation : statement.tag);
  });
  return names;
}

/** A fold inside a fold, and so on, each of which carries a real, which is doubled in the innermost one, and an int. */
function folds(depth: number): string {
  const at = Array.from({ length: depth }, (_, i) => i);
  const begins = at.map((i) => `(fold (i${i}, (s${i + 1}, k${i + 1})) -> `);
  const ends = at.toReversed().map((i) => ` over range 0 n from (s${i}, k${i}))`);
  return `let s0 = x * 5 in let k0 = n in ${begins.join('')}(s${depth} * 2, k${depth} + 1)${ends.join('')}`;
}

describe('a value is tested where it is computed', () => {
  test.each([
    ['if what uses it hides an infinity', 'tanh (x * 3)', ['multiply']],
    ['if it is a divisor', '1 / (x * 3)', ['multiply']],
    ['if a comparison uses it', 'if x * 3 > 1 then 1 else x', ['multiply']],
    ['if nothing uses it', 'let y = exp x in x', ['exp']],
    ['if only one of two branches uses it', 'let y = exp x in if x > 0 then y else x', ['exp']],
    ['if the rounds of a loop hide it', 'fold (i, s) -> tanh (s * 2) over range 0 n from x', ['multiply']],
    ['if a constant can be more', 'max (x * 3) 5', ['multiply']],
    ['if its inverse is finite', '(x * 3) ^ (-1)', ['multiply']],
    ['if its power is 1', '(x * 3) ^ 0', ['multiply']],
    ['if it becomes an item', 'build n (fun i -> x * 2)', ['multiply']],
    [
      'if only some rounds of a loop compute it',
      'tanh (fold (i, s) -> (if i > 2 then s * 2 else s) over range 0 n from x * 3)',
      ['multiply', 'multiply'],
    ],
    ['if it is in the ninth loop inside another', folds(9), ['multiply', 'multiply']],
  ])('%s', (_, expression, operations) => {
    expect(testedIn(expression)).toEqual(operations);
  });
});

describe('what a loop returns is tested', () => {
  test.each([
    ['instead of what its rounds compute', 'tanh (fold (i, s) -> s + x * 3 over range 0 n from x * 2)', ['for']],
    [
      'if one parameter becomes the other',
      'let (a, b) = fold (i, (a, b)) -> (b * 2, a + 1) over range 0 n from (x * 3, x * 4) in (a, tanh b)',
      ['for'],
    ],
    [
      'unless the next round hides it',
      'let (a, b) = fold (i, (a, b)) -> (tanh b * 2, a + 1) over range 0 n from (x * 3, x * 4) in (tanh a, tanh b)',
      ['multiply', 'for', 'add'],
    ],
    [
      'unless the rounds leave it as it is',
      'let (s, k, t) = fold (i, (s, k, t)) -> (s + x, k + i, t) over range 0 n from (x, 0, x * 2) in (tanh s, k, tanh t)',
      ['multiply', 'for'],
    ],
    ['if it is in the eighth loop inside another', `let (s, k) = ${folds(8)} in (tanh s, k)`, ['multiply', 'for']],
  ])('%s', (_, expression, operations) => {
    expect(testedIn(expression)).toEqual(operations);
  });
});

describe('a value is tested in a loop that ends by a condition', () => {
  test.each([
    ['s * 2 > 100', 'sin (s * 3)', 2],
    ['s > 100', 'tanh (s * 3)', 2],
    ['s > 100', 'sin (s * 3)', 1],
  ])('%s, and returns %s', (condition, result, count) => {
    const text = `let rec go (k : int, s) = if ${condition} then ${result} else go (k + 1, s * x) in go (n, x)`;
    const found = mainOf(checked(`input x : real = 1\ninput n : int = 1\n${text}\n`));
    const made = found === undefined ? undefined : compileProgram(found.main, { derivative: 'none' });
    if (made === undefined || made instanceof Unsupported) throw new Error('nothing to compile');
    const { functions, entries } = made.ir;
    const { body } = functions.get(entries.get('value') ?? -1) ?? { body: { statements: [], results: [] } };
    const needed = new Set<number>();
    untested(body, [true], needed);
    // The first round stands before the loop.
    expect(namesOf(body, needed)).toEqual(Array.from({ length: 2 * count }, () => 'multiply'));
  });
});

describe('a value that is moved', () => {
  /** Moves the triple of x, and returns it or its tanh. */
  const moved = (finite: boolean, isHidden: boolean): readonly string[] => {
    const numbers = new Numbers();
    const builder = new Builder(numbers);
    const triple = builder.operation('multiply', numbers.variable('real'), realConstant(3));
    const target = numbers.variable('real');
    builder.statements.push({ tag: 'move', targets: [target], values: [triple], finite, origin: builder.origin });
    const body = builder.block([isHidden ? builder.operation('tanh', target) : target]);
    const needed = new Set<number>();
    untested(body, [true], needed);
    return namesOf(body, needed);
  };

  test.each([
    [false, false, []],
    [true, false, []],
    [false, true, ['multiply']],
    [true, true, ['move']],
  ])('(finite: %s, hidden: %s) is tested once if need be', (finite, isHidden, names) => {
    expect(moved(finite, isHidden)).toEqual(names);
  });
});

describe('a value is not tested', () => {
  test.each([
    ['if it cannot be infinite', 'tanh (atan (sin x))'],
    ['if what is tested later carries it', 'tanh (sin (x * 3) + 1) - tanh (sin (x * 3) + 1)'],
    ['if it is an int', 'toReal (n * 3)'],
  ])('%s', (_, expression) => {
    // An operation on ints is `multiplyInt`.
    expect(testedIn(expression).join(' ')).not.toContain('multiply');
  });

  test('if it is an int that a loop carries', () => {
    const fold = 'fold (i, (s, m)) -> (tanh (s * 2), m) over range 0 n from (x, n)';
    expect(testedIn(`let (s, m) = ${fold} in (s, m)`)).toEqual(['multiply']);
  });

  test('if it is the real of an int or a sine', () => {
    expect(testedIn('tanh (atan (sin x)) + toReal n')).toEqual([]);
  });

  test('in eight loops inside each other, if the result carries it', () => {
    expect(testedIn(folds(8))).toEqual([]);
  });

  test('if the result carries it, which is tested', () => {
    expect(testedIn('sin (x * 3 + exp x)')).toEqual([]);
    expect(testedIn('(x * 3) ^ 2')).toEqual([]);
  });

  test('in a round, if the sum of all rounds carries it', () => {
    expect(testedIn('fold (i, s) -> s + exp x * toReal i over range 0 n from 0')).toEqual([]);
  });
});
