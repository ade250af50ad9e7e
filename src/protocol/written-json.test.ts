import { describe, expect, test } from 'vitest';
import { readWritten, writeJson } from './written-json';

describe('values as the language writes them', () => {
  test.each([
    ['-1.5e-3', -0.0015],
    ['true', true],
    ['"a\\"b"', 'a"b'],
    ['()', []],
    ['(2)', 2],
    ['(1, (2, 3))', [1, [2, 3]]],
    ['[ ]', []],
    [
      '[(1, true), (- 2, false)]',
      [
        [1, true],
        [-2, false],
      ],
    ],
    ['{ w = (0.5, 1), b = -1 }', { w: [0.5, 1], b: -1 }],
    ['Nothing', { tag: 'Nothing' }],
    ['Just (-3)', { tag: 'Just', value: -3 }],
    ['inl { a = 1 }', { tag: 'inl', value: { a: 1 } }],
    ['[Just 1, Nothing]', [{ tag: 'Just', value: 1 }, { tag: 'Nothing' }]],
    ['(Nothing, Just (Just 1))', [{ tag: 'Nothing' }, { tag: 'Just', value: { tag: 'Just', value: 1 } }]],
    [
      'Node (Leaf 1, Leaf 2)',
      {
        tag: 'Node',
        value: [
          { tag: 'Leaf', value: 1 },
          { tag: 'Leaf', value: 2 },
        ],
      },
    ],
  ])('%s is read', (text, json) => {
    expect(readWritten(text)).toEqual(json);
  });

  const broken = ['', '1 2', '[1', '[1,]', '(1', '{ a }', '{ A = 1 }', '{ a = 1', '1e999', 'x', '[x]', '"a', '1 + 2'];
  test.each([...broken, '1x', ']', '[1))', '{"a": 1}', '"\\q"', 'Just Just 1'])('%s is no value', (text) => {
    expect(readWritten(text)).toBeUndefined();
  });

  test('what lies too deep is no value here, and ends', () => {
    expect(readWritten('['.repeat(1e5))).toBeUndefined();
    expect(readWritten('Just ('.repeat(1e4))).toBeUndefined();
  });

  test('JSON is written so that it reads back', () => {
    for (const text of [
      '[1, [true, "a"]]',
      '{ a = -1 }',
      'Just (-1)',
      'Nothing',
      'Node [Leaf 1, Nothing]',
      'inl (Just 1)',
    ])
      expect(writeJson(readWritten(text) ?? null)).toBe(text);
  });
});
