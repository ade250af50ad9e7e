import { Suspense, useEffect, useRef, useState } from 'react';
import { lazily, PartFailed } from '../kit/lazily';
import { useAppStore } from '../store/hooks';
import { StaticCode } from './StaticCode';

const loadEditor = () => import('../editor/CodeEditor').then((module) => module.CodeEditor);
loadEditor().catch(() => undefined); // starts now, blocks nothing
const CodeEditor = lazily(loadEditor, PartFailed);

interface CodeAreaProps {
  readonly id: number;
  /** Index of the cell in the program. */
  readonly index: number;
  readonly text: string;
}

/** A code cell: highlighted text first, replaced by the editor once that has loaded and the cell is near the viewport. */
export function CodeArea({ id, index, text }: CodeAreaProps) {
  const [ready, setReady] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const near = useNear(area, index);
  const printing = useAppStore((state) => state.printing);
  return (
    <div ref={area} className="code-area">
      {(!ready || !near || printing) && <StaticCode text={text} />}
      {near && (
        <Suspense fallback={null}>
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
        </Suspense>
      )}
      {!near && <p className="cell-hint">{'\u00a0'}</p>}
    </div>
  );
}

/** Milliseconds that an editor stays mounted after it leaves the viewport, because readers scroll back. */
const LINGER = 4_000;
const MARGIN = '300px 0px';

function useNear(area: React.RefObject<HTMLElement | null>, index: number): boolean {
  const [near, setNear] = useState(false);
  // To reveal a place in the cell the editor must be mounted first; it then scrolls there.
  const revealed = useAppStore((state) => state.revealed);
  const [followed, setFollowed] = useState(revealed);
  if (revealed !== followed) {
    setFollowed(revealed);
    if (revealed?.cell === index) setNear(true);
  }
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => {
      if (element.contains(document.activeElement)) timer = setTimeout(leave, LINGER);
      else setNear(false);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        // A busy page delivers several entries at once, oldest first.
        if (entries.at(-1)?.isIntersecting === true) setNear(true);
        else timer = setTimeout(leave, LINGER);
      },
      { root: element.closest('.notebook'), rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [area]);
  return near;
}
