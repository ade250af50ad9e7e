import { store } from '../store/store';

/**
 * Copies a text and shows the notice `done`. If the browser refuses, opens the Share dialog to copy by hand; so it does if
 * there is no link to copy, because it says why.
 */
export async function copyWithNotice(text: string | undefined, done: string): Promise<void> {
  const { notify, setDialog } = store.getState();
  if (text === undefined) {
    setDialog('share');
    return;
  }
  try {
    await navigator.clipboard.writeText(text);
    notify('information', done);
  } catch {
    setDialog('share');
    notify('warning', 'Copying was blocked by the browser. Copy the text from this dialog.');
  }
}
