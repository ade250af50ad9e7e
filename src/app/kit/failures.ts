/** Whether an error says that a file of the page could not be fetched; each browser has its own words. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && /import(?:ed|ing) (?:a )?module|preload CSS/iu.test(error.message);
}

export const NOT_LOADED =
  'A part of the page did not load. Check the connection; if Pullback was updated, reload the page.';

/** Tells a reader why a part of the page failed. */
export function failureText(error: unknown): string {
  return isLoadFailure(error)
    ? NOT_LOADED
    : 'A part of the page failed because of a bug in Pullback. Your text is untouched.';
}
