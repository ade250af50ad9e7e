import { expect, test } from 'vitest';
import { parse } from './parser';
import { expressionsIn, patternsIn } from './parts';

test('the parts of a list of any length are found', () => {
  const count = 150_000;
  const { program } = parse(
    `let (${Array.from({ length: 300 }, () => '_').join(', ')}) = [${'1,'.repeat(count - 1)}1]`,
    0,
  );
  expect(expressionsIn(program.items)).toHaveLength(count + 1);
  expect(patternsIn(program.items)).toHaveLength(301);
});
