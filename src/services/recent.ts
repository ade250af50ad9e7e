/** The values of the keys that were used most recently: an LRU cache. */
export interface Recent<T extends object> {
  /** Returns the value of a key and makes it the most recent one; undefined where it is not kept. */
  get(key: string): T | undefined;
  /** Keeps a value as the most recent one and returns it. The least recent one beyond the limit is dropped. */
  set(key: string, value: T): T;
  delete(key: string): void;
  clear(): void;
}

/** Returns an empty cache of at most `most` values. */
export function recentValues<T extends object>(most: number): Recent<T> {
  // A map iterates in the order of insertion, so the least recent key comes first.
  const kept = new Map<string, T>();
  const set = (key: string, value: T): T => {
    kept.delete(key);
    kept.set(key, value);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return value;
  };
  return {
    get(key) {
      const known = kept.get(key);
      return known && set(key, known);
    },
    set,
    delete: (key) => {
      kept.delete(key);
    },
    clear: () => {
      kept.clear();
    },
  };
}
