import type { RunTree } from './runs';

/** A run in the outline of the picture. */
export interface OutlineRun {
  readonly path: string;
  readonly run: number;
  /** From 1. */
  readonly level: number;
  readonly expandable: boolean;
}

/** Returns the visible runs: the parts of a run, then the bodies that ran again. */
export function outlineOf({ parts, again }: RunTree, open: ReadonlySet<number>): readonly OutlineRun[] {
  const found: OutlineRun[] = [];
  const pending = parts.length === 0 ? [] : [{ run: 0, level: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { run, level } = next;
    const inside = [...(parts[run] ?? []), ...(again[run] ?? [])];
    found.push({ path: String(run), run, level, expandable: inside.length > 0 });
    if (open.has(run)) pending.push(...inside.reverse().map((inner) => ({ run: inner, level: level + 1 })));
  }
  return found;
}

/** Returns what is open at first: the first levels. */
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
