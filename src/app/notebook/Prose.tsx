import { memo, Suspense, useEffect, useRef } from 'react';
import { cellText } from '../../notebook/edits';
import { embedded } from '../kit/embedding';
import { lazily, PartFailed } from '../kit/lazily';
import { useAppStore } from '../store/hooks';

const markdownModule = import('../kit/markdown'); // starts now, blocks nothing
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
      <Suspense fallback={null}>{!embedded && <CellTools id={id} />}</Suspense>
      {editing ? (
        <Suspense fallback={<ReadProse markdown={markdown} />}>
          <ProseEditor id={id} text={text} />
        </Suspense>
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

/** The rendered Markdown; plain paragraphs until the renderer has loaded. */
function ReadProse({ markdown }: { readonly markdown: string }) {
  const rendered = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let live = true;
    void markdownModule.then(async ({ renderMarkdown }) => {
      if (!live || rendered.current === null) return;
      await renderMarkdown(markdown, rendered.current);
      if (plain.current !== null) plain.current.hidden = true;
    });
    return () => {
      live = false;
    };
  }, [markdown]);
  return (
    <>
      <div ref={rendered} className="prose" />
      <div ref={plain} className="prose">
        {markdown
          .split(/\n\s*\n/)
          .map((block) => block.trim())
          .filter((block) => block !== '' && !/^(?:<!--|\||\$\$)/.test(block))
          .map((block, index) => {
            const [, marks, heading] = /^(#+)\s+(.*)$/.exec(block) ?? [];
            const text = (heading ?? block).replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*`]|\$/g, '');
            if (marks === undefined) return <p key={index}>{text}</p>;
            return marks.length === 1 ? <h1 key={index}>{text}</h1> : <h2 key={index}>{text}</h2>;
          })}
      </div>
    </>
  );
}
