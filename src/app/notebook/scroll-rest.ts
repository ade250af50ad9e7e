/** Milliseconds without a scroll event after which the reader has stopped scrolling. */
const REST = 120;

let scrolled = -REST;
addEventListener('scroll', () => (scrolled = performance.now()), { capture: true, passive: true });

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls back when the reader is not scrolling, so that work that takes longer than a frame does not disturb it. Callbacks
 * are called in order, each in a task of its own. Returns a function that cancels the call.
 */
export function atRest(callback: () => void): () => void {
  waiting.add(callback);
  timer ??= setTimeout(callNext, left());
  return () => {
    waiting.delete(callback);
  };
}

function callNext(): void {
  timer = undefined;
  const [next] = waiting;
  if (left() === 0 && next !== undefined) {
    waiting.delete(next);
    next();
  }
  if (waiting.size > 0) timer = setTimeout(callNext, left());
}

function left(): number {
  return Math.max(0, REST - (performance.now() - scrolled));
}
