import type { Slice } from './store';

/** Something the page has to say that no panel is the place for. */
export interface Notice {
  readonly id: number;
  readonly kind: 'information' | 'warning';
  readonly text: string;
  readonly action: NoticeAction | undefined;
  /** What is said of the page outlasts the document that is open. */
  readonly about: 'document' | 'page';
}

export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface NoticesSlice {
  readonly notices: readonly Notice[];
  /** A notice with the text of one that is shown replaces it. */
  readonly notify: (kind: Notice['kind'], text: string, action?: NoticeAction, about?: Notice['about']) => void;
  readonly dismiss: (id: number) => void;
  /** Those about a document, because another is opened. */
  readonly clearNotices: () => void;
}

let last = 0;

export const noticesSlice: Slice<NoticesSlice> = (set) => ({
  notices: [],
  notify(kind, text, action, about = 'document') {
    const notice = { id: ++last, kind, text, action, about };
    set((state) => ({ notices: [...state.notices.filter((other) => other.text !== text), notice] }));
  },
  dismiss(id) {
    set((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }));
  },
  clearNotices() {
    set((state) => ({ notices: state.notices.filter(({ about }) => about === 'page') }));
  },
});
