import { describe, expect, it } from 'vitest';
import { decodeLink } from './link';
import { FROZEN_LINKS } from './link-forms';

describe('a released link opens forever', () => {
  it.each(FROZEN_LINKS)('$form', async ({ fragment, opens }) => {
    expect(await decodeLink(fragment)).toEqual(opens);
  });
});
