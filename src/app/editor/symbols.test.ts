import { describe, expect, it } from 'vitest';
import { expansionBefore } from './symbols';

describe('expansionBefore', () => {
  it('replaces a name once it is no prefix of another', () => {
    expect(expansionBefore('f = \\lambda')).toEqual({ start: 4, symbol: 'λ' });
    expect(expansionBefore('\\nabla')).toEqual({ start: 0, symbol: '∇' });
  });

  it('waits for a space if a longer name begins the same', () => {
    expect(expansionBefore('\\le')).toBeUndefined();
    expect(expansionBefore('\\le ')).toEqual({ start: 0, symbol: '≤' });
    expect(expansionBefore('\\lessdot')).toEqual({ start: 0, symbol: '⋖' });
  });

  it('leaves unknown names alone', () => {
    expect(expansionBefore('\\nothing ')).toBeUndefined();
    expect(expansionBefore('lambda')).toBeUndefined();
  });
});
