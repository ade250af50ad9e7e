import { expect, test } from 'vitest';
import { createLanguageService } from './language-service';
import { newLanguageApi } from '../testing/language';

test('a cell is formatted without a final line ending, and is unchanged if it does not parse', () => {
  const service = newLanguageApi();
  expect(service.format('let  a=1 -- one\n\n\na  ')).toBe('let a = 1  -- one\n\na');
  expect(service.format('let  a=(')).toBe('let  a=(');
});

test('a newer check replaces one that is under way, and questions are answered meanwhile', async () => {
  const service = createLanguageService(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
  const long = Array.from({ length: 400 }, (_, cell) =>
    `let a${cell} = ${cell === 0 ? 1.5 : `a${cell - 1} + 1`}\n`.repeat(20),
  );
  const answers: string[] = [];
  const asked = [
    service.check({ revision: 1, cells: long }).then((reply) => answers.push(`check ${reply?.revision}`)),
    service
      .hover({ revision: 1, cells: long, at: { cell: 0, start: 4, end: 4 } })
      .then((found) => answers.push(found?.signature ?? '')),
    service.check({ revision: 2, cells: long }).then((reply) => answers.push(`check ${reply?.revision}`)),
  ];
  await Promise.all(asked);
  expect(answers).toEqual(['check undefined', 'a0 : real', 'check 2']);
});
