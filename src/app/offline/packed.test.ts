import { expect, test } from 'vitest';
import { packed, unpacked } from './packed';

test('a text is packed into characters that mean nothing to HTML, and unpacked to the same text', async () => {
  const text = `</script><!-- ∂x/∂y 😀\n${'const area = (r) => r * r;\n'.repeat(10_000)}`;
  const made = await packed(text);
  expect(made).toMatch(/^[A-Za-z0-9+/=]+$/u);
  expect(made.length).toBeLessThan(text.length / 10);
  expect(await unpacked(made)).toBe(text);
  expect(await unpacked(await packed(''))).toBe('');
});

test('a damaged text is an error', async () => {
  await expect(unpacked('not packed')).rejects.toThrow();
});
