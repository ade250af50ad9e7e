import { describe, expect, test } from 'vitest';
import { mainOf } from '../../ad/main';
import { checked } from '../../testing/checked';
import { flatten } from '../flatten/flatten';
import { visit } from '../ir/blocks';
import { inline } from '../optimise/inline';
import { counted } from '../optimise/counted';
import { simplify } from '../optimise/simplify';
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
  const names: string[] = [];
  visit(body, (statement) => {
    if (!statement.targets.some(({ id }) => needed.has(id))) return;
    names.push(statement.tag === 'operation' ? statement.operation : statement.tag);
  });
  return names;
}

describe('a value is tested where it is computed', () => {
  test.each([
    ['if what uses it hides an infinity', 'tanh (x * 3)', ['multiply']],
    ['if it is a divisor', '1 / (x * 3)', ['multiply']],
    ['if a comparison uses it', 'if x * 3 > 1 then 1 else x', ['multiply']],
    ['if nothing uses it', 'let y = exp x in x', ['exp']],
    ['if only one of two branches uses it', 'let y = exp x in if x > 0 then y else x', ['exp']],
    ['if the rounds of a loop hide it', 'fold (i, s) -> tanh (s * 2) over range 0 n from x', ['multiply']],
  ])('%s', (_, expression, operations) => {
    expect(testedIn(expression)).toEqual(operations);
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

  test('if the result carries it, which is tested', () => {
    expect(testedIn('sin (x * 3 + exp x)')).toEqual([]);
    expect(testedIn('(x * 3) ^ 2')).toEqual([]);
  });

  test('in a round, if the sum of all rounds carries it', () => {
    expect(testedIn('fold (i, s) -> s + exp x * toReal i over range 0 n from 0')).toEqual([]);
  });
});
