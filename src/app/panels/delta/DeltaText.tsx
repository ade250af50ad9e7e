import { useMemo } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { nodeText } from '../../charts/delta/graph';
import { kindOf } from '../../charts/delta/sweep';
import { WindowedList } from '../../kit/WindowedList';

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
  return Array.from(payload.kinds, (_, node) => node).filter((node) => kindOf(payload, node) === 'binding');
}

/** The translated program of Figure 9 and its type. */
export function TranslationText({ payload }: { readonly payload: DeltaPayload }) {
  return (
    <div className="delta-translation">
      {payload.via === 'trace' && (
        <p className="panel-note">
          This program uses grad, so the engine translated its A-normal trace at these inputs. Below is the translation
          of the trace.
        </p>
      )}
      <p className="delta-type">
        <span className="delta-type-label">type</span> <code>{payload.translationType}</code>
      </p>
      <pre tabIndex={0} role="region" aria-label="Translated program">
        {payload.translation}
      </pre>
    </div>
  );
}
