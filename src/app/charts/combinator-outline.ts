import type { RunTree } from './combinator-runs';

/** A run in the text twin of the picture. */
export interface OutlineRun {
  readonly run: number;
  /** From 1. */
  readonly level: number;
  readonly expandable: boolean;
  /** Its place among those of its parent. */
  readonly position: number;
  readonly siblings: number;
}

/** The runs that are seen: the parts of a run, then the bodies that ran again. */
export function outlineOf({ parts, again }: RunTree, open: ReadonlySet<number>): readonly OutlineRun[] {
  const found: OutlineRun[] = [];
  const inside = (run: number): readonly number[] => [...(parts[run] ?? []), ...(again[run] ?? [])];
  const pending: Omit<OutlineRun, 'expandable'>[] =
    parts.length === 0 ? [] : [{ run: 0, level: 1, position: 1, siblings: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { run, level } = next;
    const children = inside(run);
    found.push({ ...next, expandable: children.length > 0 });
    if (!open.has(run)) continue;
    for (let i = children.length - 1; i >= 0; i--) {
      pending.push({ run: children[i] ?? -1, level: level + 1, position: i + 1, siblings: children.length });
    }
  }
  return found;
}

/** What is open before the reader chooses: the first levels. */
export function firstOpen({ runs }: RunTree, levels: number): ReadonlySet<number> {
  const level: number[] = [];
  const open = new Set<number>();
  runs.forEach(({ parent }, run) => {
    const own = parent < 0 ? 1 : (level[parent] ?? 0) + 1;
    level.push(own);
    if (own < levels) open.add(run);
  });
  return open;
}
