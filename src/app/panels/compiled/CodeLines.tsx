import { memo, useMemo } from 'react';
import type { Span } from '../../../language/source/span';
import type { CodeForm, CodePayload } from '../../../protocol/compiled';
import { clipped, counted } from '../../kit/format';
import { useAppStore, usePointing } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';
import { FoldedList } from '../shared/FoldedList';
import { lineAt } from './code';
import { tokensOf } from './tokens';

interface CodeLinesProps {
  readonly code: CodePayload;
  readonly form: CodeForm;
  readonly label: string;
  /** The places are those of an earlier text. */
  readonly stale: boolean;
  /** The line that a search has found. */
  readonly found: { readonly entry: number } | undefined;
}

const ROW = 22;
const NOUN = ['line', 'lines'] as const;

/** Code, linked with its source line by line. Only the lines in view are rendered. */
export function CodeLines({ code, form, label, stale, found }: CodeLinesProps) {
  const { pointed, isOwn, pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const count = code.starts.length - 1;
  const lit = useMemo(() => {
    const lines = pointed === undefined || stale ? [] : nodesAt(pointed.span, code.origins, count);
    return lines.length > 0 || found === undefined ? lines : [found.entry];
  }, [pointed, stale, code, count, found]);
  const spanOf = (line: number | undefined): Span | undefined => {
    const [cell = -1, start = 0, end = 0] = line === undefined || stale ? [] : code.origins.subarray(3 * line);
    return cell < 0 ? undefined : { cell, start, end };
  };
  return (
    <FoldedList
      label={label}
      folds={code.folds}
      noun={NOUN}
      rowHeight={ROW}
      lit={lit}
      follows={pointed !== undefined && !isOwn}
      sought={found}
      onPoint={(line) => {
        pointTo(spanOf(line));
      }}
      onChoose={(line) => {
        const span = spanOf(line);
        if (span !== undefined) reveal(span);
      }}
      last={
        code.more > 0 ? <span className="code-line code-more">… {counted(code.more, 'more line')}</span> : undefined
      }
    >
      {(line) => <CodeLine text={lineAt(code, line)} form={form} isDerivative={code.derivatives[line] === 1} />}
    </FoldedList>
  );
}

interface CodeLineProps {
  readonly text: string;
  readonly form: CodeForm;
  readonly isDerivative: boolean;
}

const CodeLine = memo(function CodeLine({ text, form, isDerivative }: CodeLineProps) {
  return (
    <span className={isDerivative ? 'code-line code-derivative' : 'code-line'}>
      {tokensOf(clipped(text), form).map((token, i) =>
        token.kind === 'plain' ? (
          token.text
        ) : (
          <span key={i} className={`code-${token.kind}`}>
            {token.text}
          </span>
        ),
      )}
    </span>
  );
});
