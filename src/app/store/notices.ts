import type { Slice } from './store';

/** Something the page has to say that no panel is the place for. */
export interface Notice {
  readonly id: number;
  readonly kind: 'information' | 'warning';
  readonly text: string;
  readonly action: NoticeAction | undefined;
}

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface NoticesSlice {
  readonly notices: readonly Notice[];
  /** A notice with the text of one that is shown replaces it. */
  readonly notify: (kind: Notice['kind'], text: string, action?: NoticeAction) => void;
  readonly dismiss: (id: number) => void;
  readonly clearNotices: () => void;
}

let last = 0;

export const noticesSlice: Slice<NoticesSlice> = (set) => ({
  notices: [],
  notify(kind, text, action) {
    const notice = { id: ++last, kind, text, action };
    set((state) => ({ notices: [...state.notices.filter((other) => other.text !== text), notice] }));
  },
  dismiss(id) {
    set((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }));
  },
  clearNotices() {
    set({ notices: [] });
  },
});
