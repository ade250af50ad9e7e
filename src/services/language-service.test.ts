import { expect, test } from 'vitest';
import { newLanguageApi } from '../testing/language';

test('a cell is formatted without a final line ending, and is unchanged if it does not parse', () => {
  const service = newLanguageApi();
  expect(service.format('let  a=1 -- one\n\n\na  ')).toBe('let a = 1  -- one\n\na');
  expect(service.format('let  a=(')).toBe('let  a=(');
});
