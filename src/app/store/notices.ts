import type { Notice, NoticesSlice, Slice } from './state';

/** Older notices about the document make room for newer ones: together they would cover it. */
const MOST = 3;

let last = 0;

export const noticesSlice: Slice<NoticesSlice> = (set) => ({
  notices: [],
  notify(kind, text, action, about = 'document') {
    const notice = { id: ++last, kind, text, action, about };
    set((state) => {
      const notices = [...state.notices.filter((other) => other.text !== text), notice];
      const shown = new Set(notices.filter(isOfDocument).slice(-MOST));
      return { notices: notices.filter((each) => !isOfDocument(each) || shown.has(each)) };
    });
  },
  dismiss(id) {
    set((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }));
  },
  clearDocumentNotices() {
    set((state) => ({ notices: state.notices.filter((notice) => !isOfDocument(notice)) }));
  },
});

function isOfDocument({ about }: Notice): boolean {
  return about !== 'page';
}

/** Returns the notices that stay when the document is edited: those that offer to undo another edit do not. */
export function afterEdit(notices: readonly Notice[]): readonly Notice[] {
  return notices.some(({ about }) => about === 'edit') ? notices.filter(({ about }) => about !== 'edit') : notices;
}
