import { store } from '../store/store';

/** Copies a text and shows the notice `done`. If the browser refuses, opens the Share dialog to copy by hand. */
export async function copyWithNotice(text: string, done: string): Promise<void> {
  const { notify, setDialog } = store.getState();
  try {
    await navigator.clipboard.writeText(text);
    notify('information', done);
  } catch {
    setDialog('share');
    notify('warning', 'Copying was blocked by the browser. Copy the text from this dialog.');
  }
}
