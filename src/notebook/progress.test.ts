import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs';
import { printProgress, readProgress } from './progress';

test('what is printed is read', () => {
  const answer = fc.record({ exercise: fc.string(), text: fc.string({ unit: 'binary' }), at: fc.nat() });
  fc.assert(
    fc.property(fc.array(answer), (answers) => {
      expect(readProgress(printProgress(answers))).toEqual(answers);
    }),
    runs(50),
  );
});

test('other texts are no progress, and what is no answer is left out', () => {
  for (const text of ['', '{', 'null', '[]', '{}', '{"format":"pullback-progress"}', '{"format":1,"answers":[]}'])
    expect(readProgress(text)).toBeUndefined();
  const odd = [1, null, {}, { exercise: 'a/b' }, { exercise: 1, text: 'x' }, { exercise: 'a/b', text: 'x', at: 'now' }];
  expect(readProgress(JSON.stringify({ format: 'pullback-progress', answers: odd }))).toEqual([
    { exercise: 'a/b', text: 'x', at: 0 },
  ]);
});
