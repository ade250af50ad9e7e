import { useMemo } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { ranOnText } from '../../../protocol/ran-on';
import { nodeText } from '../../charts/delta/text';
import { kindOf } from '../../charts/delta/sweep';
import { WindowedList } from '../../kit/WindowedList';
import { useLasting } from '../../store/hooks';
import { DiagnosticList } from '../shared/DiagnosticList';
import { stopped } from '../shared/stopped';
import { useRunnableProgram } from '../shared/use-program';
import { useQuestion } from '../shared/use-question';

interface BindingsProps {
  readonly payload: DeltaPayload;
  readonly lit: ReadonlySet<number>;
  readonly onPoint: (node: number | undefined) => void;
  readonly onChoose: (node: number) => void;
}

/** The bindings as text, with those of the wrapper set apart. */
export function Bindings({ payload, lit, onPoint, onChoose }: BindingsProps) {
  const nodes = useMemo(() => bindingNodes(payload), [payload]);
  const idOf = (line: number): number => payload.ids[nodes[line] ?? 0] ?? -1;
  if (nodes.length === 0) return <p className="panel-note">This program creates no bindings.</p>;
  return (
    <WindowedList
      label="Delta bindings, in order of creation"
      count={nodes.length}
      rowHeight={24}
      isLit={(line) => {
        const node = nodes[line];
        return node !== undefined && lit.has(node);
      }}
      onPoint={(line) => {
        onPoint(line === undefined ? undefined : nodes[line]);
      }}
      onChoose={(line) => {
        const node = nodes[line];
        if (node !== undefined) onChoose(node);
      }}
    >
      {(line) => (
        <code className={idOf(line) >= payload.wrapperFrom ? 'delta-line wrapper' : 'delta-line'}>
          {nodeText(payload, nodes[line] ?? 0)}
          {idOf(line) === payload.wrapperFrom && <span className="delta-apart">bookkeeping from here</span>}
        </code>
      )}
    </WindowedList>
  );
}

/** Returns the bindings in the order in which they were created. */
function bindingNodes(payload: DeltaPayload): readonly number[] {
  return Array.from(payload.kinds, (_, node) => node).filter(
    (node) =>
      kindOf(payload, node) === 'binding' || (kindOf(payload, node) === 'fold' && (payload.ids[node] ?? -1) >= 0),
  );
}

/** The translated program of Figure 9 and its type, printed while this tab is open. */
export function TranslationText({ payload }: { readonly payload: DeltaPayload }) {
  const program = useRunnableProgram();
  const { reply, pending } = useQuestion('translation', program && { program });
  const slow = useLasting(pending);
  const said = ranOnText(payload.ranOn);
  if (reply === undefined) return slow && <p className="panel-note">computing …</p>;
  if (reply === 'stopped') return <DiagnosticList diagnostics={[STOPPED]} />;
  if (reply.state === 'error') return <DiagnosticList diagnostics={reply.diagnostics} />;
  return (
    <div className="delta-translation" aria-busy={slow}>
      {said !== undefined && <p className="panel-note">The engine {said}.</p>}
      <p className="delta-type">
        <span className="delta-type-label">type</span> <code>{reply.type}</code>
      </p>
      <pre tabIndex={0} role="region" aria-label="Translated program">
        {reply.text}
      </pre>
    </div>
  );
}

const STOPPED = stopped('Printing the translation', 'change the program or an input to try again');
