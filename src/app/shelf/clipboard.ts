import { store } from '../store/store';

/** Copies a text and says so; where the browser does not let the page, the dialog shows what can be copied by hand. */
export async function copyText(text: string, done: string): Promise<void> {
  const { notify, setDialog } = store.getState();
  try {
    await navigator.clipboard.writeText(text);
    notify('information', done);
  } catch {
    setDialog('share');
    notify('warning', 'This browser did not let the page copy. Copy it from here.');
  }
}
