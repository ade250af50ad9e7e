import { beforeEach, describe, expect, it } from 'vitest';
import { parseNotebook } from '../../notebook/parse';
import { inserted, moved, removed } from '../../notebook/edits';
import { relocated, relocation } from './places';
import { store } from './store';
import { runKey, textKey } from './subjects';

const at = (cell: number) => ({ cell, start: 1, end: 2 });

describe('places after cells are added, deleted or moved', () => {
  it('are where their cells are', () => {
    const to = relocation([10, 20, 30], [30, 10]);
    const held = { spans: [at(0), at(2)], origins: Int32Array.of(0, 5, 6, 2, 7, 8, -1, 0, 0), cell: 0 };
    expect(relocated(held, to)).toEqual({
      spans: [at(1), at(0)],
      origins: Int32Array.of(1, 5, 6, 0, 7, 8, -1, 0, 0),
      cell: 0,
    });
    expect(relocated(at(1), to)).toEqual(at(-1));
  });

  it('in imported cells, which come after all others, are nowhere', () => {
    expect(relocated(at(2), relocation([1, 2], [1, 2, 3]))).toEqual(at(-1));
  });

  it('returns the same object if no place has moved', () => {
    const held = { a: [at(0)], b: { c: 'text' } };
    expect(relocation([1, 2], [1, 2])).toBeUndefined();
    expect(relocated(held, relocation([1, 2], [1, 2, 3]))).toBe(held);
    expect(relocated(held, relocation([1, 2], [1, 3, 2]))).toBe(held);
  });
});

describe('a notebook whose cells are added, deleted or moved', () => {
  const state = () => store.getState();
  const ids = () => state().notebook.cells.flatMap(({ tag, id }) => (tag === 'code' ? [id] : []));
  beforeEach(() => {
    const notebook = parseNotebook('```pullback\n1\n```\n\n```pullback\n2\n```\n');
    state().open({ notebook, origin: { tag: 'own' }, shelfId: undefined });
    const last = ids()[1] ?? -1;
    const run = runKey(state(), last);
    const diagnostics = [{ severity: 'error', code: 'c', message: 'm', span: at(1), related: [] }] as const;
    const reply = { revision: 1, cell: 1, state: 'error', product: 'value', diagnostics } as const;
    state().takeReplies([{ reply, id: last, key: run }]);
    state().toggleBreakpoint({ span: at(1), line: false });
  });

  it('keeps results and breakpoints, at their new places', () => {
    const last = ids()[1] ?? -1;
    const key = textKey(state(), last);
    const expectAt = (place: number): void => {
      expect(textKey(state(), last)).toBe(key);
      expect(state().results[last]?.value.diagnostics[0]?.span).toEqual(at(place));
      expect(state().breakpoints.map(({ span }) => span)).toEqual([at(place)]);
    };
    state().edit(inserted(state().notebook, 0, { tag: 'code', text: '0' }).notebook);
    expectAt(2);
    state().edit(moved(state().notebook, last, -1));
    expectAt(1);
    state().edit(removed(state().notebook, ids()[0] ?? -1));
    expectAt(0);
    const before = state().past.at(-1);
    if (before !== undefined && typeof before.notebook !== 'string') state().goToMoment(before.number, before.notebook);
    expectAt(1);
  });
});
