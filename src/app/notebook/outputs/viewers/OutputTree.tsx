import { useMemo, useState } from 'react';
import type { TreeView } from '../../../../protocol/views';
import { integer } from '../../../kit/format';
import { TextTree } from '../../../kit/TextTree';
import { type AskedProgram, useShownProgram } from '../../../panels/shared/use-program';
import { type Asking, useQuestion } from '../../../panels/shared/use-question';
import { type Branch, branchesOf, type BranchRow, openAtFirst, outlineOf, PAGE } from './branches';
import type { ViewerProps } from './viewer-props';

/** Children of nodes, by the path of their parent and the index of the first of them. */
type Parts = ReadonlyMap<string, ReadonlyMap<number, readonly Branch[]>>;

interface Known {
  readonly program: AskedProgram;
  readonly parts: Parts;
}

const ASKING: Asking<'branch', Known> = {
  patience: 0,
  keep(before, reply, { program, path, from }) {
    const parts = new Map(before?.program === program ? before.parts : undefined);
    const key = ['0', ...path].join('.');
    if (reply !== 'stopped' && reply.state === 'ok')
      parts.set(key, new Map(parts.get(key)).set(from, branchesOf(reply.nodes)));
    return { program, parts };
  },
};

/** A value of a recursive variant type as a tree that opens and closes. */
export function OutputTree({ index, view: { nodes }, full, stale }: ViewerProps<TreeView>) {
  const runnable = useShownProgram();
  const program = stale ? undefined : runnable;
  const root = useMemo(() => branchesOf(nodes)[0], [nodes]);
  const firstOpen = useMemo(() => (root === undefined ? NONE : openAtFirst(root)), [root]);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const [missing, setMissing] = useState<{ readonly path: string; readonly from: number }>();
  const { kept } = useQuestion(
    'branch',
    program && missing && { program, output: index, path: stepsOf(missing.path), from: missing.from },
    ASKING,
  );
  const parts = kept?.program === program ? kept?.parts : undefined;
  if (root === undefined) return null;
  const isOpen = (path: string): boolean => toggled.get(path) ?? firstOpen.has(path);
  const more = (path: string): readonly Branch[] => [...(parts?.get(path)?.values() ?? [])].flat();
  const outline = outlineOf(root, { isOpen, more, wanted: (path) => wanted.get(path) });
  if (outline.missing?.path !== missing?.path || outline.missing?.from !== missing?.from) setMissing(outline.missing);
  const toggle = (row: BranchRow): void => {
    const { path, left } = row;
    if (left === 0) setToggled(new Map(toggled).set(path, !isOpen(path)));
    else {
      const parent = path.slice(0, -MORE.length);
      setWanted(new Map(wanted).set(parent, row.shown + PAGE));
    }
  };
  return (
    <div className="view-tree">
      <TextTree
        label={`Tree of output ${index + 1}`}
        items={outline.rows}
        isOpen={({ path }) => isOpen(path)}
        toggle={toggle}
        isLit={never}
        onPoint={ignore}
        onChoose={(row) => {
          if (row.expandable) toggle(row);
        }}
      >
        {({ label, left }) => (
          <span className={label === undefined ? 'view-left' : 'view-node'}>
            {label === undefined ? `… ${integer(left)} more` : full ? label.full : label.text}
          </span>
        )}
      </TextTree>
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();
const MORE = '.more';

function never(): boolean {
  return false;
}

function ignore(): void {
  // Nothing else on the page shows the nodes.
}

/** The way from the root, whose own path is `0`. */
function stepsOf(path: string): readonly number[] {
  return path.split('.').slice(1).map(Number);
}
