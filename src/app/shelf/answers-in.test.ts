import { expect, test } from 'vitest';
import { answersIn, NO_ANSWERS, of, passedWith, together } from './answers-in';

test('answers are read as they were stored', () => {
  const answers = {
    prompts: { a: '1', b: '0 1 2' },
    tries: { e: 2 },
    passed: { e: { text: '1', at: 5 }, f: { at: 0 } },
  };
  expect(answersIn(JSON.stringify(answers))).toEqual(answers);
});

test('what cannot be read is left out, and nothing throws', () => {
  for (const damaged of [null, '', '{', '[]', '3', 'null', '"text"', '{"prompts":3}', '{"tries":[]}'])
    expect(answersIn(damaged)).toEqual(NO_ANSWERS);
  const partly =
    '{"prompts":{"a":"1","b":2},"tries":{"x":-1,"y":1.5,"z":1e400,"w":3},"passed":{"p":1,"q":{"text":2},"r":{"text":"x","at":"y"}},"other":{}}';
  expect(answersIn(partly)).toEqual({ prompts: { a: '1' }, tries: { w: 3 }, passed: { r: { text: 'x', at: 0 } } });
});

test('any text can be an id', () => {
  const { prompts, tries } = answersIn('{"prompts":{"__proto__":"1","constructor":"2"},"tries":{"__proto__":4}}');
  expect([of(prompts, '__proto__'), of(prompts, 'constructor'), of(tries, '__proto__')]).toEqual(['1', '2', 4]);
  expect(of(NO_ANSWERS.tries, 'constructor')).toBeUndefined();
});

test('two tabs know what each of them knows', () => {
  const [first, second, third] = [
    { text: '1', at: 1 },
    { text: '2', at: 2 },
    { text: '3', at: 2 },
  ];
  const mine = { prompts: { a: 'mine' }, tries: { e: 1, f: 2 }, passed: { e: first, f: second, g: second } };
  const theirs = {
    prompts: { a: 'theirs', b: 'theirs' },
    tries: { e: 3 },
    passed: { e: second, f: first, g: third, h: first },
  };
  expect(together(mine, theirs)).toEqual({
    prompts: { a: 'mine', b: 'theirs' },
    tries: { e: 3, f: 2 },
    passed: { e: second, f: second, g: second, h: first },
  });
});

test('an exercise that an earlier version noted as passed has no text', () => {
  expect(answersIn('{"passed":{"e":true,"f":false}}').passed).toEqual({ e: { at: 0 } });
  expect(passedWith('e', { text: '1', at: 2 })).toEqual({ ...NO_ANSWERS, passed: { e: { text: '1', at: 2 } } });
});
