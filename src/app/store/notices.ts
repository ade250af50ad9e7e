import type { NoticesSlice, Slice } from './state';

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
  clearDocumentNotices() {
    set((state) => ({ notices: state.notices.filter(({ about }) => about === 'page') }));
  },
});
