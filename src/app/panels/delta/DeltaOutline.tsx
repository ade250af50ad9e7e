import { useMemo, useState } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { type OutlineItem, outline } from '../../charts/delta/outline';
import { showNumber } from '../../kit/format';
import { receivedBy, type EvalSweep } from '../../charts/delta/sweep';
import { TextTree } from '../../kit/TextTree';

interface DeltaOutlineProps {
  readonly payload: DeltaPayload;
  readonly sweep: EvalSweep;
  /** Nodes of the payload whose source is pointed at. */
  readonly lit: ReadonlySet<number>;
  readonly onPoint: (node: number | undefined) => void;
  readonly onChoose: (node: number) => void;
}

/** The graph as a tree of text. */
export function DeltaOutline({ payload, sweep, lit, onPoint, onChoose }: DeltaOutlineProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(() => outline(payload, open), [payload, open]);
  return (
    <div className="delta-outline">
      <TextTree
        label="Delta graph as text"
        items={items}
        isOpen={({ level, path }) => (level === 1 ? open.has(path) : !open.has(`-${path}`))}
        toggle={({ level, path }: OutlineItem) => {
          const after = new Set(open);
          const key = level === 1 ? path : `-${path}`;
          if (!after.delete(key)) after.add(key);
          setOpen(after);
        }}
        isLit={({ node }) => lit.has(node)}
        onPoint={(item) => {
          onPoint(item?.node);
        }}
        onChoose={({ node }) => {
          onChoose(node);
        }}
      >
        {({ level, node, text }) => (
          <>
            <code>{text}</code>
            {level === 1 && <Received sweep={sweep} node={node} />}
          </>
        )}
      </TextTree>
    </div>
  );
}

function Received({ sweep, node }: { readonly sweep: EvalSweep; readonly node: number }) {
  const received = receivedBy(sweep, node, sweep.count);
  return (
    <span className="delta-outline-received">
      {received === undefined ? 'no adjoint' : `adjoint ${showNumber(received)}`}
    </span>
  );
}
