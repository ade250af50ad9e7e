import { useEffect, useRef, useState } from 'react';
import { lazily, PartFailed } from '../kit/lazily';
import { useAppStore } from '../store/hooks';
import { atRest } from './scroll-rest';
import { StaticCode } from './StaticCode';

const CodeEditor = lazily(() => import('../editor/CodeEditor').then((module) => module.CodeEditor), PartFailed);

interface CodeAreaProps {
  readonly id: number;
  /** Index of the cell in the program. */
  readonly index: number;
  readonly text: string;
  /** The cell is near the viewport. */
  readonly near: boolean;
}

/** The letters that are shown before the editor is there, which shows a few dozen lines. */
const MOST_STATIC = 10_000;

/** A code cell: highlighted text first, replaced by the editor once that has loaded and the cell is near the viewport. */
export function CodeArea({ id, index, text, near }: CodeAreaProps) {
  const [ready, setReady] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const mounted = useMounted(area, index);
  const printing = useAppStore((state) => state.printing);
  return (
    <div ref={area} className="code-area">
      {(!ready || !mounted || printing) && (
        <StaticCode text={printing ? text : text.slice(0, MOST_STATIC)} plain={!near && !printing} />
      )}
      {mounted && (
        <CodeEditor
          id={id}
          ready={ready}
          onReady={() => {
            setReady(true);
          }}
          onGone={() => {
            setReady(false);
          }}
        />
      )}
      {!mounted && <p className="cell-hint">{'\u00a0'}</p>}
    </div>
  );
}

/** Milliseconds that an editor stays mounted after it leaves the viewport, because readers scroll back. */
const LINGER = 4_000;
const MARGIN = '300px 0px';

/** Calls back when the editor has been loaded (or not) and the reader does not scroll; returns a function that cancels it. */
function whenLoaded(callback: () => void): () => void {
  let isCancelled = false;
  let cancel = (): void => {
    isCancelled = true;
  };
  void CodeEditor.load()
    .catch(() => undefined)
    .then(() => {
      if (!isCancelled) cancel = atRest(callback);
    });
  return () => {
    cancel();
  };
}

/** Whether the editor is mounted. */
function useMounted(area: React.RefObject<HTMLElement | null>, index: number): boolean {
  // To reveal a place in the cell the editor must be mounted first; it then scrolls there.
  const revealed = useAppStore((state) => state.revealed);
  const [mounted, setMounted] = useState(revealed?.cell === index);
  const [followed, setFollowed] = useState(revealed);
  if (revealed !== followed) {
    setFollowed(revealed);
    if (revealed?.cell === index) setMounted(true);
  }
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cancel = (): void => undefined;
    const leave = (): void => {
      if (element.contains(document.activeElement)) timer = setTimeout(leave, LINGER);
      else setMounted(false);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        // A busy page delivers several entries at once, oldest first.
        cancel();
        if (entries.at(-1)?.isIntersecting === true)
          cancel = whenLoaded(() => {
            setMounted(true);
          });
        else timer = setTimeout(leave, LINGER);
      },
      { root: element.closest('.notebook'), rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      cancel();
      observer.disconnect();
    };
  }, [area]);
  return mounted;
}
