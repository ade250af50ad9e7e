import { expect, test } from 'vitest';
import { answersIn, NO_ANSWERS, of, together } from './answers-in';

test('answers are read as they were stored', () => {
  const answers = { prompts: { a: '1', b: '0 1 2' }, tries: { e: 2 }, passed: { e: true } } as const;
  expect(answersIn(JSON.stringify(answers))).toEqual(answers);
});

test('what cannot be read is left out, and nothing throws', () => {
  for (const damaged of [null, '', '{', '[]', '3', 'null', '"text"', '{"prompts":3}', '{"tries":[]}'])
    expect(answersIn(damaged)).toEqual(NO_ANSWERS);
  const partly =
    '{"prompts":{"a":"1","b":2},"tries":{"x":-1,"y":1.5,"z":1e400,"w":3},"passed":{"p":1,"q":true},"other":{}}';
  expect(answersIn(partly)).toEqual({ prompts: { a: '1' }, tries: { w: 3 }, passed: { q: true } });
});

test('any text can be an id', () => {
  const { prompts, tries } = answersIn('{"prompts":{"__proto__":"1","constructor":"2"},"tries":{"__proto__":4}}');
  expect([of(prompts, '__proto__'), of(prompts, 'constructor'), of(tries, '__proto__')]).toEqual(['1', '2', 4]);
  expect(of(NO_ANSWERS.tries, 'constructor')).toBeUndefined();
});

test('two tabs know what each of them knows', () => {
  const mine = { prompts: { a: 'mine' }, tries: { e: 1, f: 2 }, passed: {} };
  const theirs = { prompts: { a: 'theirs', b: 'theirs' }, tries: { e: 3 }, passed: { e: true } } as const;
  expect(together(mine, theirs)).toEqual({
    prompts: { a: 'mine', b: 'theirs' },
    tries: { e: 3, f: 2 },
    passed: { e: true },
  });
});
