import { useMemo, useState } from 'react';
import { firstOpen, outlineOf } from '../../charts/combinators/outline';
import { callName, readText, runName, type RunTree } from '../../charts/combinators/runs';
import { TextTree } from '../../kit/TextTree';

interface RunOutlineProps {
  readonly tree: RunTree;
  readonly lit: ReadonlySet<number>;
  /** A new object whenever the reader looks for the highlighted runs. */
  readonly sought: object | undefined;
  readonly onPoint: (run: number | undefined) => void;
  readonly onChoose: (run: number) => void;
}

const OPEN_LEVELS = 4;

/** The runs as a tree of text. */
export function RunOutline({ tree, lit, sought, onPoint, onChoose }: RunOutlineProps) {
  const [opened, setOpened] = useState<{ readonly runs: RunTree['runs']; readonly open: ReadonlySet<number> }>();
  const first = useMemo(() => firstOpen(tree, OPEN_LEVELS), [tree]);
  // Moving a slider changes the numbers of the runs, not their structure.
  const open = opened?.runs.length === tree.runs.length ? opened.open : first;
  const items = useMemo(() => outlineOf(tree, open), [tree, open]);
  return (
    <div className="comb-outline">
      <TextTree
        label="Run as text"
        items={items}
        isOpen={({ run }) => open.has(run)}
        toggle={({ run }) => {
          const after = new Set(open);
          if (!after.delete(run)) after.add(run);
          setOpened({ runs: tree.runs, open: after });
        }}
        isLit={({ run }) => lit.has(run)}
        sought={sought}
        onPoint={(item) => {
          onPoint(item?.run);
        }}
        onChoose={({ run }) => {
          onChoose(run);
        }}
      >
        {({ run }) => <OutlineText tree={tree} run={run} />}
      </TextTree>
    </div>
  );
}

function OutlineText({ tree, run }: { readonly tree: RunTree; readonly run: number }) {
  const seen = tree.runs[run];
  if (seen === undefined) return null;
  const { input, value, given, back, as } = seen;
  return (
    <span className="comb-outline-text">
      <b>
        {as === 'again' && `↻ ${callName(tree, run)}: `}
        {runName(tree, run)}
      </b>{' '}
      <code className="primal">
        {readText(input)} → {readText(value)}
      </code>{' '}
      {given !== undefined && (
        <code className="cotangent">
          <span className="visually-hidden">tangents </span>
          {readText(back ?? '')} ← {readText(given)}
        </code>
      )}
    </span>
  );
}
