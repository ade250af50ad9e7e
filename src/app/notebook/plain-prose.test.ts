import { expect, test } from 'vitest';
import { hasLongWords } from './plain-prose';

test('words that take long to break into lines are found, wherever they are', () => {
  expect(hasLongWords('a '.repeat(1000))).toBe(false);
  expect(hasLongWords('w'.repeat(300))).toBe(false);
  expect(hasLongWords(`a text\n\nand ${'['.repeat(301)} in it`)).toBe(true);
});
