import { expect, test } from 'vitest';
import { createLanguageService } from './language-service';

test('a cell is formatted without a final line end, and stays as it is where it does not parse', () => {
  const service = createLanguageService();
  expect(service.format('let  a=1 -- one\n\n\na  ')).toBe('let a = 1  -- one\n\na');
  expect(service.format('let  a=(')).toBe('let  a=(');
});
