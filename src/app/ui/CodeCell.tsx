import { lazy, Suspense, useState } from 'react';
import { tokenizeLines } from '../editor/language';
import { usePrinting } from './printing';

const editorModule = import('../editor/CodeEditor'); // starts now, blocks nothing
const CodeEditor = lazy(() => editorModule.then((module) => ({ default: module.CodeEditor })));

/** A code cell: highlighted text at once, and in its place the editor as soon as that is here. */
export function CodeCell({ index, text }: { readonly index: number; readonly text: string }) {
  const [ready, setReady] = useState(false);
  const printing = usePrinting();
  return (
    <div className="code-area">
      {(!ready || printing) && <StaticCode text={text} />}
      <Suspense fallback={null}>
        <CodeEditor
          index={index}
          ready={ready}
          onReady={() => {
            setReady(true);
          }}
        />
      </Suspense>
    </div>
  );
}

/** Longer texts are shown plain: an element a token would keep the page from answering. */
const MOST_HIGHLIGHTED = 20_000;

export function StaticCode({ text }: { readonly text: string }) {
  if (text.length > MOST_HIGHLIGHTED) return <pre className="static-code">{text}</pre>;
  return (
    <pre className="static-code">
      {tokenizeLines(text).map(({ line, tokens }, number) => (
        <span key={number}>
          {tokens.map((token) => (
            <span key={token.start} className={`tok-${token.kind}`}>
              {line.slice(token.start, token.end)}
            </span>
          ))}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
