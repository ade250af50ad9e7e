import { memo } from 'react';
import { tokenizeLines } from '../editor/language';

/** Longer texts are shown without colours: one element per token would block the page. */
const MOST_HIGHLIGHTED = 20_000;

interface StaticCodeProps {
  readonly text: string;
  /** Without colours. */
  readonly plain?: boolean;
}

/** A program's text in the colours of the editor: one element per line, and in it one per token. */
export const StaticCode = memo(function StaticCode({ text, plain = false }: StaticCodeProps) {
  if (plain || text.length > MOST_HIGHLIGHTED) return <pre className="static-code">{text}</pre>;
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
});
