import { expect, test } from 'vitest';
import { packedText, unpackedText } from './long-texts';

const TABLE = `csv name=t\n${'1,2\n'.repeat(10_000)}`;

test('long parts of a text are kept apart, and the text comes back', () => {
  const text = `Prose.\n\n\`\`\`${TABLE}\n\`\`\`\n\n\`\`\`pullback\n1\n\`\`\`\n`;
  const packed = packedText(text);
  expect(packed?.long.size).toBe(1);
  expect(JSON.stringify(packed?.parts).length).toBeLessThan(200);
  expect(unpackedText(packed?.parts, packed?.long ?? new Map())).toBe(text);
  expect(packedText(text.replace('1\n', '2\n'))?.parts.find((part) => typeof part !== 'string')).toEqual(
    packed?.parts.find((part) => typeof part !== 'string'),
  );
});

test('a text without a long part is stored as it is', () => {
  expect(packedText('```pullback\n1\n```\n'.repeat(3000))).toBeUndefined();
});

test('damaged parts have no text', () => {
  for (const parts of [undefined, 5, [5], [{ hash: 'x' }], [null], [{}]])
    expect(unpackedText(parts, new Map())).toBeUndefined();
  expect(unpackedText([], new Map())).toBe('');
});
