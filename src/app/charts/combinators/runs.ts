import type { CombinatorNode, RunPayload } from '../../../protocol/combinators';

/** The runs of rep-functions as a tree, and what of it is folded away in a picture. */
export interface RunTree {
  readonly nodes: readonly CombinatorNode[];
  readonly runs: readonly RunPayload[];
  /** For each run, the runs inside it: its parts in order, and its bodies that ran again. */
  readonly parts: readonly (readonly number[])[];
  readonly again: readonly (readonly number[])[];
  /** How many function bodies are around a run. */
  readonly depth: readonly number[];
  /** The parts that can be folded, outer ones first. */
  readonly folds: readonly RunFold[];
}

/** `12` is what run 12 contains, `again 12` a body that ran again, `more 12` the items of run 12 between the first and the last. */
export type FoldKey = `${'' | 'again ' | 'more '}${number}`;

export interface RunFold {
  readonly key: FoldKey;
  /** The fold that contains it; undefined for the outermost. */
  readonly within: FoldKey | undefined;
  readonly depth: number;
  /** The runs that opening it shows. */
  readonly cost: number;
  /** Bodies that ran again and call nothing are short: they are seen at once. */
  readonly opensAtFirst: boolean;
}

/** The most boxes that are drawn, unless the outermost term alone has more. */
export const MOST_BOXES = 300;
/** The depth of function bodies that are open at first. */
const OPEN_BODIES = 2;

export function runTree(nodes: readonly CombinatorNode[], runs: readonly RunPayload[]): RunTree {
  const parts: number[][] = runs.map(() => []);
  const again: number[][] = runs.map(() => []);
  const depth: number[] = [];
  const calls = runs.map(({ node }) => nodes[node]?.tag === 'eval');
  runs.forEach((run, at) => {
    const { parent, as, argument } = run;
    depth.push((depth[parent] ?? 0) + (argument === undefined ? 0 : 1));
    (as === 'again' ? again : parts)[parent]?.push(at);
  });
  for (let at = runs.length - 1; at > 0; at--) {
    const parent = runs[at]?.parent ?? -1;
    if (calls[at] === true) calls[parent] = true;
  }
  const tree = { nodes, runs, parts, again, depth };
  return { ...tree, folds: foldsOf(tree, calls) };
}

/** Whether what is inside a run is drawn inside a box of its own. */
export function isFolding(tree: Pick<RunTree, 'nodes' | 'runs' | 'parts'>, at: number): boolean {
  if ((tree.parts[at]?.length ?? 0) === 0) return false;
  switch (tree.nodes[tree.runs[at]?.node ?? -1]?.tag) {
    case 'eval':
    case 'if':
    case 'case':
    case 'fold':
    case 'intrinsic':
      return true;
    default:
      return false;
  }
}

function foldsOf(tree: Omit<RunTree, 'folds'>, calls: readonly boolean[]): readonly RunFold[] {
  interface Open extends RunFold {
    cost: number;
    readonly level: number;
  }
  const found = new Map<FoldKey, Open>();
  /** The container of a run, and that of its parts. */
  const around: (FoldKey | undefined)[] = [];
  const inside: (FoldKey | undefined)[] = [];
  const add = (key: FoldKey, within: FoldKey | undefined, depth: number, opensAtFirst: boolean): void => {
    const level = within === undefined ? 0 : (found.get(within)?.level ?? 0) + 1;
    found.set(key, { key, within, depth, cost: 0, opensAtFirst, level });
  };
  tree.runs.forEach(({ parent, as }, at) => {
    const depth = tree.depth[at] ?? 0;
    let outer = as === 'again' ? around[parent] : inside[parent];
    if (as === 'again') {
      const short = tree.again[parent]?.every((body) => calls[body] !== true) === true;
      add(`again ${at}`, outer, depth, short && depth <= OPEN_BODIES);
      outer = `again ${at}`;
    }
    around.push(outer);
    const own = outer === undefined ? undefined : found.get(outer);
    if (own !== undefined) own.cost += 1;
    if (isFolding(tree, at)) {
      const isCall = tree.nodes[tree.runs[at]?.node ?? -1]?.tag === 'eval';
      add(`${at}`, outer, depth, (isCall ? depth + 1 : depth) <= OPEN_BODIES);
      inside.push(`${at}`);
    } else inside.push(outer);
  });
  return [...found.values()].sort((a, b) => a.level - b.level);
}

/** Returns what is open at first, or when everything is to be: outer folds before inner ones, as long as there is room. */
export function openFolds(tree: RunTree, which: 'first' | 'all' | 'none'): ReadonlySet<FoldKey> {
  const open = new Set<FoldKey>();
  if (which === 'none') return open;
  const inner = tree.folds.reduce((sum, { cost }) => sum + cost, 0);
  let drawn = tree.runs.length - inner;
  for (const { key, within, cost, opensAtFirst } of tree.folds) {
    if (which === 'first' && !opensAtFirst) continue;
    if ((within !== undefined && !open.has(within)) || drawn + cost > MOST_BOXES) continue;
    open.add(key);
    drawn += cost;
  }
  return open;
}

/** More items than this are the first two and the last, until the reader asks for all. */
export const MOST_ITEMS = 6;

/** Returns the items of a list that are drawn: all, or the first two and the last of a long list. */
export function isAbridged(count: number, at: number): boolean {
  return count > MOST_ITEMS && at >= 2 && at < count - 1;
}

/** The folds that must be open for a run to be seen, the outer first. */
export function foldsAround(tree: RunTree, at: number): readonly FoldKey[] {
  const keys: FoldKey[] = [];
  for (let run = at; run > 0; run = tree.runs[run]?.parent ?? -1) {
    const { parent = -1, as } = tree.runs[run] ?? {};
    const siblings = as === 'again' ? (tree.again[parent] ?? []) : itemsOf(tree, parent);
    if (as === 'again') keys.push(`again ${run}`);
    if (isAbridged(siblings.length, siblings.indexOf(run))) keys.push(`more ${parent}`);
    if (as === 'part' && isFolding(tree, parent)) keys.push(`${parent}`);
  }
  return keys.reverse();
}

/** The parts that are alike, and of which many are abridged. */
function itemsOf({ nodes, runs, parts }: RunTree, at: number): readonly number[] {
  const inside = parts[at] ?? [];
  switch (nodes[runs[at]?.node ?? -1]?.tag) {
    case 'prod':
    case 'list':
    case 'intrinsic':
      return inside;
    case 'fold':
      return inside.slice(2);
    default:
      return [];
  }
}

/** The folded boxes in which runs are hidden: of each the outermost. */
export function hidingFolds(
  tree: RunTree,
  open: ReadonlySet<FoldKey>,
  runs: ReadonlySet<number>,
): ReadonlySet<FoldKey> {
  const keys = new Set<FoldKey>();
  for (const run of runs) {
    const outermost = foldsAround(tree, run).find((key) => !open.has(key));
    if (outermost !== undefined) keys.add(outermost);
  }
  return keys;
}

/** The name of what a run is of, with the function that it makes or calls: `curry λ y`, `eval pow`. */
export function runName(tree: Pick<RunTree, 'nodes' | 'runs' | 'parts'>, at: number): string {
  const run = tree.runs[at];
  if (run === undefined) return '';
  const node = tree.nodes[run.node];
  if (node?.tag === 'curry') return `curry ${node.name ?? ''}`;
  if (node?.tag !== 'eval') return run.label;
  const body = tree.runs[tree.parts[at]?.[0] ?? -1];
  return `eval ${tree.nodes[body?.node ?? -1]?.bodyOf ?? ''}`.trimEnd();
}

/** `λ y at 3`: a call whose body a run is. */
export function callName(tree: Pick<RunTree, 'nodes' | 'runs'>, at: number): string {
  const run = tree.runs[at];
  const name = tree.nodes[run?.node ?? -1]?.bodyOf ?? '';
  return run?.argument === undefined ? name : `${name} at ${shortText(run.argument, 16)}`;
}

/** Returns values and tangents as text: functions as λ. */
export function readText(text: string): string {
  return text.replaceAll('<function>', 'λ');
}

export function shortText(text: string, most: number): string {
  const read = readText(text);
  return read.length <= most ? read : `${read.slice(0, most - 1)}…`;
}
