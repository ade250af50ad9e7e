import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyCode, playground, programCells } from '../../notebook/document';
import { store } from './store';

const state = () => store.getState();
const text = (): string => programCells(state().notebook).join();
const type = (written: string): void => {
  state().editCell(0, written, true);
};
const back = (): void => {
  const moment = state().past.at(-1);
  if (moment !== undefined && typeof moment.notebook !== 'string') state().goToMoment(moment.number, moment.notebook);
};
const forth = (): void => {
  const [moment] = state().future;
  if (moment !== undefined && typeof moment.notebook !== 'string') state().goToMoment(moment.number, moment.notebook);
};

describe('the timeline of a notebook', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1e12 });
    state().open({ notebook: playground('0'), origin: { tag: 'own' }, shelfId: undefined });
    return () => {
      vi.useRealTimers();
    };
  });

  it('drops a notice about an edit with the next one', () => {
    state().notify('information', 'Saved.');
    state().editCell(0, '1');
    state().notify('information', 'Cell deleted.', { label: 'Undo', run: back }, 'edit');
    expect(state().notices.map((notice) => notice.text)).toEqual(['Saved.', 'Cell deleted.']);
    back();
    expect(state().notices.map((notice) => notice.text)).toEqual(['Saved.']);
  });

  it('goes back and forth through what was edited', () => {
    state().editCell(0, '1');
    state().editCell(0, '2');
    back();
    expect(text()).toBe('1');
    back();
    expect(text()).toBe('0');
    back();
    expect(text()).toBe('0');
    forth();
    forth();
    expect(text()).toBe('2');
    expect(state().future).toEqual([]);
  });

  it('collects a gesture in one moment, however long it lasts', () => {
    const drag = (to: number): void => {
      state().edit(playground(`moved to ${to}`), 'first drag', true);
      vi.advanceTimersByTime(3_000);
    };
    for (let place = 0; place < 5; place++) drag(place);
    expect(state().past).toHaveLength(1);
    state().edit(playground('moved again'), 'second drag', true);
    expect(state().past).toHaveLength(2);
    back();
    back();
    expect(text()).toBe('0');
  });

  it('collects typing without a pause in one moment, up to a limit', () => {
    for (let letter = 0; letter < 30; letter++) {
      type(`typed ${letter}`);
      vi.advanceTimersByTime(300);
    }
    // 9 seconds of typing, and a moment is at most 5 of them.
    expect(state().past).toHaveLength(2);
    vi.advanceTimersByTime(2_000);
    type('after a pause');
    expect(state().past).toHaveLength(3);
    state().editCell(0, 'pasted');
    type('typed after it');
    expect(state().past).toHaveLength(5);
  });

  it('has a moment after every pause, even if the clock is set back or forth', () => {
    for (const shift of [-86_400_000, 86_400_000, 0]) {
      vi.setSystemTime(1e12 + shift);
      for (const written of ['first', 'second', 'third']) {
        const before = state().past.length;
        type(`${shift} ${written}`);
        expect(state().past).toHaveLength(before + 1);
        vi.advanceTimersByTime(2_000);
      }
    }
  });

  it('drops the future at an edit, and never reuses a number', () => {
    state().editCell(0, '1');
    state().editCell(0, '2');
    back();
    state().editCell(0, '3');
    expect(state().future).toEqual([]);
    const numbers = [...state().past, state().moment].map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('keeps recent moments, and of older ones those far apart in time', () => {
    const first = state().moment.number;
    for (let edit = 1; edit <= 400; edit++) {
      vi.advanceTimersByTime(edit % 10 === 0 ? 60_000 : 1_000);
      state().editCell(0, String(edit));
    }
    const { past } = state();
    expect(past.length).toBeLessThanOrEqual(240);
    expect(past[0]?.number).toBe(first);
    expect(past.slice(-100).map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, index) => state().moment.number - 100 + index),
    );
  });

  it('restores the moments of an earlier visit, even after edits in the meantime', () => {
    const moment = (number: number) => ({ number, at: number, notebook: String(number) });
    state().editCell(0, '1');
    state().restoreTimeline(state().generation, { past: [moment(3), moment(4)], number: 5, future: [moment(6)] });
    expect(state().past.map(({ number }) => number)).toEqual([3, 4, 5]);
    expect(state().moment.number).toBe(6);
    expect(state().future).toEqual([]);
    state().restoreTimeline(state().generation - 1, { past: [], number: 0, future: [] });
    expect(state().past).toHaveLength(3);
  });

  it('has a current cell after the current one is undone', () => {
    const { notebook, edit, setCurrent } = state();
    edit({ ...notebook, cells: [...notebook.cells, { ...emptyCode(9), text: '7' }], nextId: 10 });
    setCurrent(9);
    expect(state().current).toBe(9);
    back();
    expect(state().current).toBe(0);
  });
});
