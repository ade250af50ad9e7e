let held: readonly File[] = [];
const early = new AbortController();

/** Keeps the files that are dropped before the code that opens them is loaded: the browser would leave the page for them. */
export function holdDrops(): void {
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(
      type,
      (event) => {
        if (event.dataTransfer?.types.includes('Files') !== true) return;
        event.preventDefault();
        event.stopPropagation();
        if (type === 'drop') held = [...event.dataTransfer.files];
      },
      { capture: true, signal: early.signal },
    );
}

/** Returns the files that were dropped so far, for the code that takes all others. */
export function heldDrops(): readonly File[] {
  early.abort();
  const taken = held;
  held = [];
  return taken;
}
