import { memo, useEffect, useRef } from 'react';

const markdownModule = import('./markdown'); // starts now, blocks nothing

/** A prose cell. Until the Markdown renderer is here its text stands as plain paragraphs. */
export const Prose = memo(function Prose({ markdown }: { readonly markdown: string }) {
  const rendered = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let live = true;
    void markdownModule.then(({ renderMarkdown }) => {
      if (!live || rendered.current === null) return;
      renderMarkdown(markdown, rendered.current);
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
          .filter((block) => block !== '')
          .map((block, index) => {
            const heading = /^#+\s+(.*)$/.exec(block)?.[1];
            const text = (heading ?? block).replace(/[*`]|\$/g, '');
            return heading === undefined ? <p key={index}>{text}</p> : <h1 key={index}>{text}</h1>;
          })}
      </div>
    </>
  );
});
