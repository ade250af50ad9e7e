import { failureText, isLoadFailure } from '../kit/failures';
import { store } from '../store/store';

/** Shows a notice when a part of the page that is loaded on demand does not load. */
export function startFailureNotices(): void {
  addEventListener('unhandledrejection', (event) => {
    if (!isLoadFailure(event.reason)) return;
    event.preventDefault(); // the notice says it
    tellFailure(event.reason);
  });
}

export function tellFailure(error: unknown): void {
  if (!isLoadFailure(error)) console.error(error);
  store.getState().notify(
    'warning',
    failureText(error),
    {
      label: 'Reload',
      run: () => {
        location.reload(); // saves the text
      },
    },
    'page',
  );
}
