import { describe, expect, it } from 'vitest';
import { foldRows, foldText, isInFold } from './fold-rows';
import type { Folds } from '../../protocol/folds';

/** 100 entries: two inputs, three turns of `step` with 30 entries each, of which the last 20 are `loss`; the rest. */
const FOLDS: Folds = {
  first: Int32Array.of(0, 2, 2, 32, 62, 12, 42, 72),
  end: Int32Array.of(100, 92, 32, 62, 92, 32, 62, 92),
  children: Int32Array.of(1, 2, 5, 6, 7, 8, 8, 8, 8),
  kinds: Uint8Array.of(0, 1, 0, 0, 0, 0, 0, 0),
  names: Int32Array.of(-1, 0, 0, 0, 0, 1, 1, 1),
  numbers: Int32Array.of(0, 1, 1, 2, 3, 0, 0, 0),
  counts: Int32Array.of(0, 3, 0, 0, 0, 0, 0, 0),
  labels: ['step', 'loss'],
  backFrom: 100,
};

function written(open: readonly number[]): string {
  const rows = foldRows(FOLDS, new Set(open));
  return Array.from({ length: rows.count }, (_, i) => {
    const row = rows.at(i);
    const text = row.tag === 'fold' ? foldText(FOLDS, row.fold, ['entry', 'entries']) : String(row.entry);
    return `${'.'.repeat(row.depth)}${text}`;
  }).join('|');
}

describe('the rows of a folded list', () => {
  it('opens one iteration in place', () => {
    expect(written([])).toBe('0|1|3 × step: 30 entries each|92|93|94|95|96|97|98|99');
    expect(written([1, 3])).toBe(
      '0|1|3 × step: 30 entries each|.step 1: 30 entries|.step 2: 30 entries|..32|..33|..34|..35|..36|..37|..38|..39|..40|..41|' +
        '..loss: 20 entries|.step 3: 30 entries|92|93|94|95|96|97|98|99',
    );
  });

  it('finds the row of each entry, or of the fold that hides it', () => {
    for (const open of [[], [1], [1, 3], [1, 3, 6], [1, 2, 3, 4, 5, 6, 7]]) {
      const rows = foldRows(FOLDS, new Set(open));
      for (let entry = 0; entry < 100; entry++) {
        const row = rows.at(rows.rowOf(entry));
        if (row.tag === 'entry') expect(row.entry).toBe(entry);
        else expect([row.open, isInFold(FOLDS, row.fold, [entry])]).toEqual([false, true]);
      }
    }
  });

  it('ignores an open fold inside a closed one', () => {
    expect(written([3])).toBe(written([]));
  });

  it('knows whether a fold has one of some entries', () => {
    expect([2, 3, 4].map((fold) => isInFold(FOLDS, fold, [1, 31, 62]))).toEqual([true, false, true]);
    expect(isInFold(FOLDS, 2, [])).toBe(false);
  });
});
