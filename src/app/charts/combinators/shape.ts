import { callName, type FoldKey, isAbridged, isFolding, MOST_ITEMS, runName, type RunTree } from './runs';

/** The picture of a run, before anything has its place: ∘ lays parts in a chain, prod in a stack, what has an inside is a box. */
export type Shape =
  | { readonly tag: 'leaf'; readonly run: number; readonly label: string; readonly isSmall: boolean }
  /** A box that is folded. */
  | { readonly tag: 'closed'; readonly run: number; readonly key: FoldKey; readonly label: string }
  | {
      readonly tag: 'box';
      readonly run: number;
      readonly key: FoldKey;
      readonly label: string;
      readonly inner: Shape;
      readonly entry: Wire | undefined;
      readonly exit: Wire | undefined;
    }
  /** `wires[i]` is between part i and the next. */
  | { readonly tag: 'chain'; readonly parts: readonly Shape[]; readonly wires: readonly Wire[] }
  | { readonly tag: 'stack'; readonly run: number; readonly label: string; readonly rows: readonly ShapeRow[] }
  /** A `curry` or `rec`, with its bodies that ran again below it. */
  | { readonly tag: 'closure'; readonly run: number; readonly label: string; readonly again: readonly Shape[] };

/** The data on a wire: a value forward, a tangent backward. */
export interface Wire {
  /** The run that it belongs to. */
  readonly run: number;
  readonly forwards: string | undefined;
  readonly backwards: string | undefined;
}

export interface ShapeRow {
  readonly caption: string | undefined;
  readonly shape: Shape;
  readonly entry: Wire;
  readonly exit: Wire;
  /** Whether the output continues; a condition's does not. */
  readonly joins: boolean;
}

/** The run `at`, of which the folds in `open` are seen from inside. */
export function shapeOf(tree: RunTree, open: ReadonlySet<FoldKey>, at = 0): Shape {
  const inner = (part: number): Shape => shapeOf(tree, open, part);
  const run = tree.runs[at];
  const tag = tree.nodes[run?.node ?? -1]?.tag;
  const parts = tree.parts[at] ?? [];
  const label = runName(tree, at);
  if (isFolding(tree, at)) {
    const key: FoldKey = `${at}`;
    return open.has(key)
      ? { tag: 'box', run: at, key, label, ...insideOf(tree, open, at) }
      : { tag: 'closed', run: at, key, label };
  }
  if (tag === 'compose') return chainOf(tree, open, at);
  if (tag === 'curry' || tag === 'rec') {
    const bodies = tree.again[at] ?? [];
    const again = abridged(
      open,
      at,
      bodies,
      (body) => againOf(tree, open, body),
      (more) => more,
    );
    return { tag: 'closure', run: at, label, again };
  }
  if (parts.length > 0) {
    const rows = abridged(open, at, parts, (part) => rowOf(tree, part, inner(part), undefined), moreRow);
    return { tag: 'stack', run: at, label: tag === 'prod' ? 'prod' : label, rows };
  }
  return { tag: 'leaf', run: at, label, isSmall: tag === 'proj' || tag === 'const' || tag === 'id' };
}

/** b1 ∘ b2 ∘ b3: composition is associative. */
function chainOf(tree: RunTree, open: ReadonlySet<FoldKey>, at: number): Shape {
  const parts: Shape[] = [];
  const wires: Wire[] = [];
  const pending: (number | Wire)[] = [at];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'number') wires.push(next);
    else if (tree.nodes[tree.runs[next]?.node ?? -1]?.tag !== 'compose') parts.push(shapeOf(tree, open, next));
    else {
      const [first = -1, second = -1] = tree.parts[next] ?? [];
      const { value, given } = tree.runs[first] ?? {};
      pending.push(second, { run: next, forwards: value, backwards: given }, first);
    }
  }
  return { tag: 'chain', parts, wires };
}

function insideOf(
  tree: RunTree,
  open: ReadonlySet<FoldKey>,
  at: number,
): Pick<Extract<Shape, { readonly tag: 'box' }>, 'inner' | 'entry' | 'exit'> {
  const parts = tree.parts[at] ?? [];
  const [first = -1, second = -1, ...bodies] = parts;
  const inner = (part: number): Shape => shapeOf(tree, open, part);
  switch (tree.nodes[tree.runs[at]?.node ?? -1]?.tag) {
    case 'eval':
      return { inner: inner(first), entry: entryOf(tree, first), exit: undefined };
    case 'if':
    case 'case': {
      const isIf = tree.nodes[tree.runs[at]?.node ?? -1]?.tag === 'if';
      const taken = tree.runs[first]?.value;
      const captions = isIf ? ['condition', taken === 'true' ? 'then' : 'else'] : ['scrutinee', 'arm'];
      const rows = [first, second].map((part, i) => ({
        ...rowOf(tree, part, inner(part), captions[i]),
        joins: i === 1,
      }));
      return { inner: { tag: 'stack', run: at, label: '', rows }, entry: undefined, exit: undefined };
    }
    case 'fold': {
      const start: Shape = {
        tag: 'stack',
        run: at,
        label: '',
        rows: [rowOf(tree, first, inner(first), 'items'), rowOf(tree, second, inner(second), 'start')],
      };
      const steps = abridged<{ readonly shape: Shape; readonly wire: Wire }>(
        open,
        at,
        bodies,
        (body) => ({ shape: inner(body), wire: entryOf(tree, body) }),
        (shape) => ({ shape, wire: NO_WIRE }),
      );
      const chain: Shape = {
        tag: 'chain',
        parts: [start, ...steps.map(({ shape }) => shape)],
        wires: steps.map(({ wire }) => wire),
      };
      return { inner: chain, entry: undefined, exit: undefined };
    }
    default: {
      const rows = abridged(
        open,
        at,
        parts,
        (part) => rowOf(tree, part, inner(part), `at ${tree.runs[part]?.argument ?? ''}`),
        moreRow,
      );
      return { inner: { tag: 'stack', run: at, label: '', rows }, entry: undefined, exit: undefined };
    }
  }
}

const NO_WIRE: Wire = { run: -1, forwards: undefined, backwards: undefined };

function entryOf({ runs }: RunTree, part: number): Wire {
  const { input, back } = runs[part] ?? {};
  return { run: part, forwards: input, backwards: back };
}

function exitOf({ runs }: RunTree, part: number): Wire {
  const { value, given } = runs[part] ?? {};
  return { run: part, forwards: value, backwards: given };
}

/** The input that all rows receive is shown once, before the fork. */
function rowOf(tree: RunTree, part: number, shape: Shape, caption: string | undefined): ShapeRow {
  const { parent = -1 } = tree.runs[part] ?? {};
  const entry = entryOf(tree, part);
  const isSame = entry.forwards === tree.runs[parent]?.input;
  return {
    caption,
    shape,
    entry: isSame ? { ...entry, forwards: undefined } : entry,
    exit: exitOf(tree, part),
    joins: true,
  };
}

function moreRow(shape: Shape): ShapeRow {
  return { caption: undefined, shape, entry: NO_WIRE, exit: NO_WIRE, joins: true };
}

function againOf(tree: RunTree, open: ReadonlySet<FoldKey>, body: number): Shape {
  const key: FoldKey = `again ${body}`;
  const label = `↻ ${callName(tree, body)}`;
  if (!open.has(key)) return { tag: 'closed', run: body, key, label };
  const inner = shapeOf(tree, open, body);
  return { tag: 'box', run: body, key, label, inner, entry: entryOf(tree, body), exit: exitOf(tree, body) };
}

function abridged<T>(
  open: ReadonlySet<FoldKey>,
  at: number,
  items: readonly number[],
  drawn: (item: number) => T,
  rest: (shape: Shape) => T,
): readonly T[] {
  const key: FoldKey = `more ${at}`;
  if (items.length <= MOST_ITEMS || open.has(key)) return items.map(drawn);
  const seen = items.filter((_, i) => !isAbridged(items.length, i)).map(drawn);
  const more: Shape = { tag: 'closed', run: at, key, label: `… ${items.length - seen.length} more` };
  return [...seen.slice(0, -1), rest(more), ...seen.slice(-1)];
}
