import type { TreeNode, Written } from '../../../../protocol/views';

/** A node with the children that are known. */
export interface Branch {
  readonly label: Written;
  /** The number of all children. */
  readonly count: number;
  readonly children: readonly Branch[];
}

/** Returns nodes in preorder as trees. */
export function branchesOf(nodes: readonly TreeNode[]): readonly Branch[] {
  const roots: Branch[] = [];
  /** The children of the last node of each level. */
  const open: Branch[][] = [roots];
  for (const { level, label, children: count } of nodes) {
    const children: Branch[] = [];
    open[level]?.push({ label, count, children });
    open[level + 1] = children;
  }
  return roots;
}

/** A visible row of a tree: a node, or a row that stands for children that are not shown. */
export interface BranchRow {
  /** The index of the child at each level, joined by dots: of the node, or for children that are left out, of their parent. */
  readonly path: string;
  readonly level: number;
  readonly expandable: boolean;
  readonly label: Written | undefined;
  /** The number of children that are shown, and of those that are left out. */
  readonly shown: number;
  readonly left: number;
}

/** Which nodes are open, and of which more children are shown, by their paths. */
export interface BranchState {
  readonly isOpen: (path: string) => boolean;
  /** Returns the children beyond those that came with their parent. */
  readonly more: (path: string) => readonly Branch[];
  /** Returns the number of children that are wanted, if not just the first. */
  readonly wanted: (path: string) => number | undefined;
}

export interface Outline {
  readonly rows: readonly BranchRow[];
  /** The first children that are wanted and unknown. */
  readonly missing: { readonly path: string; readonly from: number } | undefined;
}

/** Children that are asked for at once. */
export const PAGE = 300;
/** Rows up to which a tree is open at first. */
const OPEN_ROWS = 24;

/** Returns the visible rows of a tree. */
export function outlineOf(root: Branch, state: BranchState): Outline {
  const rows: BranchRow[] = [];
  let missing: Outline['missing'];
  const pending: (BranchRow & { readonly branch: Branch | undefined })[] = [rowOf(root, '0', 1)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { branch, ...row } = next;
    rows.push(row);
    const { path, level } = row;
    if (branch === undefined || !state.isOpen(path)) continue;
    const children = [...branch.children, ...state.more(path)];
    const wanted = Math.min(branch.count, state.wanted(path) ?? Math.max(branch.children.length, PAGE));
    if (children.length < wanted) missing ??= { path, from: children.length };
    const left = branch.count - children.length;
    if (left > 0)
      pending.push({
        path: `${path}.more`,
        level: level + 1,
        expandable: true,
        label: undefined,
        shown: children.length,
        left,
        branch: undefined,
      });
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child !== undefined) pending.push(rowOf(child, `${path}.${at}`, level + 1));
    }
  }
  return { rows, missing };
}

function rowOf(branch: Branch, path: string, level: number) {
  return { branch, path, level, expandable: branch.count > 0, label: branch.label, shown: 0, left: 0 };
}

/** Returns the nodes that are open at first: level by level, as long as the rows are few. */
export function openAtFirst(root: Branch): ReadonlySet<string> {
  const open = new Set<string>();
  let rows = 1;
  let level: readonly { readonly branch: Branch; readonly path: string }[] = [{ branch: root, path: '0' }];
  for (;;) {
    const inside = level.flatMap(({ branch, path }) =>
      branch.children.map((child, at) => ({ branch: child, path: `${path}.${at}` })),
    );
    rows += inside.length;
    // The root is open, whatever it holds.
    if (inside.length === 0 || (rows > OPEN_ROWS && open.size > 0)) return open;
    for (const { branch, path } of level) if (branch.children.length > 0) open.add(path);
    level = inside;
  }
}
