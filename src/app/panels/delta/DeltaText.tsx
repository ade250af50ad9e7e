import { useMemo } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { kindOf } from '../../charts/sweep';
import { WindowedList } from '../shared/WindowedList';

interface BindingsProps {
  readonly payload: DeltaPayload;
  readonly lit: ReadonlySet<number>;
  readonly onPoint: (node: number | undefined) => void;
  readonly onChoose: (node: number) => void;
}

/** The bindings as text, those of the wrapper set apart. */
export function Bindings({ payload, lit, onPoint, onChoose }: BindingsProps) {
  const nodes = useMemo(() => bindingNodes(payload), [payload]);
  const nodeOf = (line: number): number | undefined => nodes.get(idOf(payload.text[line]));
  if (payload.text.length === 0) return <p className="panel-note">The program makes no binding.</p>;
  return (
    <WindowedList
      label="The bindings of the Delta, in the order in which they were made"
      count={payload.text.length}
      rowHeight={24}
      isLit={(line) => {
        const node = nodeOf(line);
        return node !== undefined && lit.has(node);
      }}
      onPoint={(line) => {
        onPoint(line === undefined ? undefined : nodeOf(line));
      }}
      onChoose={(line) => {
        const node = nodeOf(line);
        if (node !== undefined) onChoose(node);
      }}
    >
      {(line) => (
        <code className={idOf(payload.text[line]) >= payload.wrapperFrom ? 'delta-line wrapper' : 'delta-line'}>
          {payload.text[line]}
          {idOf(payload.text[line]) === payload.wrapperFrom && (
            <span className="delta-apart">the wrapper’s, from here</span>
          )}
        </code>
      )}
    </WindowedList>
  );
}

function bindingNodes(payload: DeltaPayload): ReadonlyMap<number, number> {
  const nodes = new Map<number, number>();
  for (let node = 0; node < payload.count; node++)
    if (kindOf(payload, node) === 'binding') nodes.set(payload.ids[node] ?? -1, node);
  return nodes;
}

/** The DeltaId that a line `w3 = ...` binds. */
function idOf(line: string | undefined): number {
  return Number(/^\D*(\d+)\s*=/.exec(line ?? '')?.[1] ?? -1);
}

/** The translated program of Figure 9 and its type. */
export function Translation({ payload }: { readonly payload: DeltaPayload }) {
  return (
    <div className="delta-translation">
      {payload.via === 'trace' && (
        <p className="panel-note">
          The program differentiates inside, so the engine was given its A-normal trace at this point: what follows is
          the translation of the trace.
        </p>
      )}
      <p className="delta-type">
        <span className="delta-type-label">type</span> <code>{payload.translationType}</code>
      </p>
      <pre tabIndex={0} role="region" aria-label="The translated program">
        {payload.translation}
      </pre>
    </div>
  );
}
