import { describe, expect, it } from 'vitest';
import { recentValues } from './recent';

const numbers = (most: number) => recentValues<{ readonly number: number }>(most);

describe('a cache of recent values', () => {
  it('drops the value that was used least recently', () => {
    const cache = numbers(2);
    cache.set('a', { number: 1 });
    cache.set('b', { number: 2 });
    expect(cache.get('a')?.number).toBe(1);
    expect(cache.set('c', { number: 3 }).number).toBe(3);
    expect(['a', 'b', 'c'].map((key) => cache.get(key)?.number)).toEqual([1, undefined, 3]);
  });

  it('makes a replaced value the most recent one', () => {
    const cache = numbers(2);
    cache.set('a', { number: 1 });
    cache.set('b', { number: 2 });
    cache.set('a', { number: 10 });
    cache.set('c', { number: 3 });
    expect(['a', 'b', 'c'].map((key) => cache.get(key)?.number)).toEqual([10, undefined, 3]);
  });

  it('is empty once cleared, and keeps nothing at a limit of zero', () => {
    const cache = numbers(1);
    cache.set('a', { number: 1 });
    cache.clear();
    expect(cache.get('a')).toBeUndefined();
    const none = numbers(0);
    expect(none.set('a', { number: 2 }).number).toBe(2);
    expect(none.get('a')).toBeUndefined();
  });
});
