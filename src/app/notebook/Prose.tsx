import { memo, useLayoutEffect, useRef, useState } from 'react';
import { cellText } from '../../notebook/cell-text';
import { embedded } from '../kit/embedding';
import { lazily, PartFailed } from '../kit/lazily';
import { useAppStore } from '../store/hooks';
import { hasLongWords, plainProse } from './plain-prose';

let renderer: typeof import('./rendered-prose') | undefined;
void import('./rendered-prose').then((module) => (renderer = module)); // starts now, blocks nothing
const CellTools = lazily(() => import('./CellTools').then((module) => module.CellTools));
const ProseEditor = lazily(() => import('./ProseEditor').then((module) => module.ProseEditor), PartFailed);

interface ProseProps {
  readonly id: number;
  readonly markdown: string;
}

/** A text cell: rendered, or its editor while the reader edits it. */
export const Prose = memo(function Prose({ id, markdown }: ProseProps) {
  const editing = useAppStore((state) => state.editing === id);
  const setEditing = useAppStore((state) => state.setEditing);
  const text = cellText({ tag: 'prose', id, markdown });
  return (
    <div
      className="prose-cell"
      data-cell={id}
      onDoubleClick={() => {
        if (!embedded) setEditing(id);
      }}
    >
      {!embedded && <CellTools id={id} />}
      {editing ? (
        <ProseEditor id={id} text={text} fallback={<ReadProse markdown={markdown} />} />
      ) : text === '' ? (
        !embedded && (
          <button
            type="button"
            className="text-button empty-prose"
            onClick={() => {
              setEditing(id);
            }}
          >
            Add text
          </button>
        )
      ) : (
        <ReadProse markdown={markdown} />
      )}
    </div>
  );
});

/** The rendered Markdown; plain paragraphs until it has been rendered. */
export function ReadProse({ markdown }: { readonly markdown: string }) {
  const target = useRef<HTMLDivElement>(null);
  const [isRendered, setRendered] = useState(false);
  useLayoutEffect(() => {
    const leaving = new AbortController();
    const show = async (): Promise<void> => {
      // Without waiting, a cell that has been rendered before is there at once.
      const { showProse } = renderer ?? (await import('./rendered-prose'));
      if (leaving.signal.aborted || target.current === null) return;
      await showProse(markdown, target.current, leaving.signal, () => {
        setRendered(true);
      });
    };
    void show();
    return () => {
      leaving.abort();
    };
  }, [markdown]);
  return (
    <>
      <div ref={target} className="prose" hidden={!isRendered} />
      <div className={hasLongWords(markdown) ? 'prose long-words' : 'prose'} hidden={isRendered}>
        {!isRendered && plainProse(markdown).map(({ tag: Tag, text }, index) => <Tag key={index}>{text}</Tag>)}
      </div>
    </>
  );
}
