import type { Inner, RanOn } from '../ad/engine';

const WORDS: Readonly<Record<Inner, string>> = {
  constant: 'constants',
  'dual numbers': 'dual-number programs',
  reverse: 'reverse-mode programs',
  taylor: 'Taylor-mode programs',
};

/** Returns what an engine did before it ran, as the end of a sentence about it; undefined if it ran on the program as it stands. */
export function ranOnText({ inner, via, why }: RanOn): string | undefined {
  if (via === 'trace') return `ran on the A-normal trace${why === undefined ? '' : `, because ${why}`}`;
  if (inner === undefined || inner.length === 0) return undefined;
  return `replaced inner derivatives by ${inner.map((each) => WORDS[each]).join(' and ')}`;
}

/** Returns the same as fields of a JSON object. */
export function ranOnJson({ inner, via, why }: RanOn): {
  readonly inner?: readonly Inner[];
  readonly via?: 'trace';
  readonly why?: string;
} {
  return {
    ...(inner !== undefined && { inner }),
    ...(via !== undefined && { via }),
    ...(why !== undefined && { why }),
  };
}
