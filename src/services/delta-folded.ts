import type { Main, Point } from '../ad/engine';
import { NODE } from '../ad/krawiec/node-kind';
import { startsAtCotangent } from '../ad/krawiec/wrappers/pairing';
import { shapeFailure } from '../ad/point';
import { type Recording, seedsOf, sweepFailure } from '../ad/recording';
import { counted, integer } from '../language/source/counted';
import { error } from '../language/source/diagnostic';
import { NOWHERE, type Span } from '../language/source/span';
import { foldName, type Folds } from '../protocol/folds';
import type { DeltaPayload, Focus } from '../protocol/messages';
import { newMeter, type Outcome } from '../semantics/outcome';
import { ROWS } from '../semantics/rows';
import { backward, type Seed } from '../semantics/sweep';
import type { Task } from '../semantics/task';
import { primalOf } from '../semantics/value';
import { CallTree, COPY, INPUT, NO_OPERAND, type Trace } from '../semantics/trace';
import { foldsOf, functionNames } from './folds';
import { formOfEntry, namesOfEntries, sourcesAt } from './value-names';

/** The most nodes of a graph that is drawn. */
export const MOST_NODES = 200_000;
/** Entries that are handled before the task yields. */
const SLICE = 100_000;

/** A recorded run with its adjoints and folds, from which folded graphs are made. */
export interface FoldedRun {
  readonly main: Main;
  readonly point: Point;
  readonly recording: Recording;
  readonly folds: Folds;
  readonly seeds: readonly Seed[];
  readonly adjoints: Float64Array;
}

const FOLDED = new WeakMap<Recording, FoldedRun>();

/** Sweeps over the recording at a point and folds it, once for all that ask, in linear time. */
export function* foldedRun(main: Main, point: Point, recording: Recording): Task<Outcome<FoldedRun>> {
  const known = FOLDED.get(recording);
  if (known !== undefined) return { tag: 'ok', value: known };
  const { trace, run } = recording;
  const seeds = seedsOf(main, recording, point.cotangent);
  if (seeds === undefined) return { tag: 'failed', diagnostic: shapeFailure(main) };
  const adjoints = backward(trace, seeds, newMeter());
  if ('tag' in adjoints) return { tag: 'failed', diagnostic: sweepFailure(recording, adjoints) };
  yield;
  const folds = yield* foldsOf(
    trace.calls,
    trace.length,
    run.calls ?? new CallTree(),
    functionNames(main.definitions, main.body),
  );
  const made = { main, point, recording, folds, seeds, adjoints };
  FOLDED.set(recording, made);
  return { tag: 'ok', value: made };
}

/**
 * Returns the Delta graph of a trace (Figure 9's rules for its operations) in which the folds that are not in `open` are
 * one node each. Time is linear in the trace, memory in what is drawn.
 */
export function* foldedGraph(
  made: FoldedRun,
  focus: Focus,
  open: ReadonlySet<number>,
  texts: readonly string[],
): Task<Outcome<DeltaPayload>> {
  const { main, point, recording, folds } = made;
  const { trace, run } = recording;
  const { nodes, calls, nodeOf } = yield* drawn(made, focus, open);
  yield;
  const result = resultOf(made, nodes, nodeOf);
  const count = nodes.kinds.length;
  if (count > MOST_NODES) {
    const message = `the unfolded Delta graph has ${counted(count, 'node')}; the limit is ${integer(MOST_NODES)}`;
    const hint = 'collapse some calls';
    return { tag: 'failed', diagnostic: error('unsupported', main.body.origin, message, { hint }) };
  }
  const origins = Int32Array.from(nodes.origins);
  const entryNames = namesOfEntries(main, recording);
  const labels = focus.leaves.map(({ label }) => label);
  const entries = nodes.kinds.map((kind, node) => {
    const id = nodes.ids[node] ?? 0;
    return kind === NODE.binding && id <= trace.length ? id - 1 : -1;
  });
  const payload: DeltaPayload = {
    focus,
    count,
    kinds: Uint8Array.from(nodes.kinds),
    operands: Int32Array.from(nodes.operands),
    coefficients: Float64Array.from(nodes.coefficients),
    ids: Int32Array.from(nodes.ids),
    origins,
    names: entries.map((entry) => (entry < 0 ? '' : (entryNames?.[entry] ?? `t${entry + 1}`))),
    forms: entries.map((entry) => (entry < 0 ? '' : formOfEntry(trace, entry, entryNames, labels))),
    sources: sourcesAt(origins, texts),
    operations: Int16Array.from(nodes.operations),
    calls: Int32Array.from(nodes.calls),
    callTree: {
      parents: Int32Array.from(calls, ({ parent }) => parent),
      origins: new Int32Array(3 * calls.length).fill(-1),
      names: calls.map(({ fold }) => (fold === 0 ? '' : foldName(folds, fold))),
    },
    ends: [],
    result,
    amount: startsAtCotangent(main) ? primalOf(point.cotangent) : 1,
    wrapperFrom: trace.length + 1,
    ranOn: { via: 'trace' },
    folded: {
      entries: trace.length,
      count: folds.first.length,
      folds: Int32Array.from(calls, ({ fold }) => fold),
      hidden: Int32Array.from(calls, ({ hidden }) => hidden),
      adjoints: Float64Array.from(nodes.adjoints),
    },
    meter: run.meter,
  };
  return { tag: 'ok', value: payload };
}

interface DrawnCall {
  readonly fold: number;
  readonly parent: number;
  readonly hidden: number;
}

interface Drawn {
  readonly nodes: Nodes;
  readonly calls: readonly DrawnCall[];
  /** The node of each entry, -1 for none. */
  readonly nodeOf: Int32Array;
}

function* drawn(
  { recording: { trace }, folds, adjoints }: FoldedRun,
  focus: Focus,
  open: ReadonlySet<number>,
): Task<Drawn> {
  const { first, end, children } = folds;
  const { operations, left, right } = trace;
  const nodes = new Nodes();
  const nodeOf = new Int32Array(trace.length).fill(-1);
  const calls: DrawnCall[] = [{ fold: 0, parent: -1, hidden: 0 }];
  const leaves = focus.leaves.length;
  focus.leaves.forEach(({ value, span }, leaf) => {
    nodeOf[leaf] = nodes.add(NODE.input, -1, -1, { coefficient: value, id: leaf, span, adjoint: adjoints[leaf] });
  });
  const entries = (from: number, to: number, call: number): void => {
    for (let entry = Math.max(from, leaves); entry < to; entry++)
      nodeOf[entry] = entryNode(trace, entry, nodes, nodeOf, call, adjoints[entry] ?? NaN);
  };
  /** One for each node that the current fold is known to need. */
  const needed = new Set<number>();
  const closed = (fold: number, parent: number): void => {
    const from = Math.max(first[fold] ?? 0, leaves);
    const to = end[fold] ?? 0;
    if (from >= to) return;
    needed.clear();
    const need = (operand: number): void => {
      if (operand >= 0 && operand < from && (nodeOf[operand] ?? -1) >= 0) needed.add(nodeOf[operand] ?? -1);
    };
    for (let entry = from; entry < to; entry++) {
      if (operations[entry] === INPUT) continue;
      need(left[entry] ?? -1);
      need(right[entry] ?? -1);
    }
    const call = calls.push({ fold, parent, hidden: to - from }) - 1;
    const [one = -1, two = -1, ...others] = needed;
    let node = nodes.add(NODE.fold, one, two, { call });
    for (const other of others) node = nodes.add(NODE.fold, node, other, { call });
    nodes.ids[node] = from + 1;
    nodeOf.fill(node, from, to);
  };
  let handled = 0;
  const stack = [{ fold: 0, call: 0, child: children[0] ?? 0, entry: first[0] ?? 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.child === (children[top.fold + 1] ?? 0)) {
      entries(top.entry, end[top.fold] ?? 0, top.call);
      stack.pop();
      continue;
    }
    const fold = top.child++;
    const start = first[fold] ?? 0;
    entries(top.entry, start, top.call);
    top.entry = end[fold] ?? 0;
    if (open.has(fold)) {
      const call = calls.push({ fold, parent: top.call, hidden: 0 }) - 1;
      stack.push({ fold, call, child: children[fold] ?? 0, entry: start });
    } else closed(fold, top.call);
    handled += (end[fold] ?? 0) - start;
    if (handled < SLICE) continue;
    handled = 0;
    yield;
  }
  return { nodes, calls, nodeOf };
}

/** Adds the binding of an entry, `Add (Scale c x) (Scale d y)`: a constant has no term, and a copy is its operand. */
function entryNode(
  trace: Trace,
  entry: number,
  nodes: Nodes,
  nodeOf: Int32Array,
  call: number,
  adjoint: number,
): number {
  const operation = trace.operations[entry] ?? INPUT;
  const left = trace.left[entry] ?? NO_OPERAND;
  const right = trace.right[entry] ?? NO_OPERAND;
  if (operation === COPY && left >= 0) return nodeOf[left] ?? -1;
  const span = trace.spanOf(entry) ?? NOWHERE;
  const partials = ROWS[operation]?.partials;
  const terms = [left, right].flatMap((operand, k) => {
    const node = operand >= 0 ? (nodeOf[operand] ?? -1) : -1;
    if (node < 0) return [];
    const coefficient = partials?.[k]?.(trace.valueOf(left), trace.valueOf(right)) ?? 0;
    return [nodes.add(NODE.scale, node, -1, { coefficient, span, call })];
  });
  const side = nodes.sum(terms, span, call);
  return nodes.add(NODE.binding, side, -1, {
    coefficient: trace.values[entry] ?? NaN,
    id: entry + 1,
    operation,
    span,
    call,
    adjoint,
  });
}

/** Returns the node of the result for R^a -> R; else adds the wrapper's binding, the dot product with the cotangent. */
function resultOf({ main, recording: { trace }, seeds }: FoldedRun, nodes: Nodes, nodeOf: Int32Array): number {
  const span = main.body.origin;
  if (startsAtCotangent(main)) {
    const node = nodeOf[seeds[0]?.[0] ?? -1] ?? -1;
    return node >= 0 ? node : nodes.add(NODE.zero, -1, -1, { span });
  }
  /** The parts of the result by their nodes: one of a fold stands for all in it. */
  const parts: { readonly node: number; coefficient: number }[] = [];
  const ofFolds = new Map<number, { coefficient: number }>();
  for (const [entry, weight] of seeds) {
    const node = nodeOf[entry] ?? -1;
    if (node < 0) continue;
    const known = ofFolds.get(node);
    if (known !== undefined) {
      if (known.coefficient !== weight) known.coefficient = NaN;
      continue;
    }
    const part = { node, coefficient: weight };
    parts.push(part);
    if (nodes.kinds[node] === NODE.fold) ofFolds.set(node, part);
  }
  const terms = parts.map(({ node, coefficient }) => nodes.add(NODE.scale, node, -1, { coefficient, span }));
  return nodes.add(NODE.binding, nodes.sum(terms, span, 0), -1, { id: trace.length + 1, span, adjoint: 1 });
}

interface NodeDetails {
  readonly coefficient?: number;
  readonly id?: number;
  readonly operation?: number;
  readonly span?: Span;
  readonly call?: number;
  readonly adjoint?: number | undefined;
}

/** The nodes of a graph, which grow one by one. */
class Nodes {
  readonly kinds: number[] = [];
  readonly operands: number[] = [];
  readonly coefficients: number[] = [];
  readonly ids: number[] = [];
  readonly origins: number[] = [];
  readonly operations: number[] = [];
  readonly calls: number[] = [];
  readonly adjoints: number[] = [];

  add(kind: number, left: number, right: number, details: NodeDetails): number {
    const { coefficient = NaN, id = -1, operation = -1, span = NOWHERE, call = 0, adjoint = NaN } = details;
    this.operands.push(left, right);
    this.coefficients.push(coefficient);
    this.ids.push(id);
    this.origins.push(span.cell, span.start, span.end);
    this.operations.push(Math.max(-1, operation));
    this.calls.push(call);
    this.adjoints.push(adjoint);
    return this.kinds.push(kind) - 1;
  }

  /** Adds the sum of some nodes: Zero for none. */
  sum(terms: readonly number[], span: Span, call: number): number {
    const [first, ...others] = terms;
    if (first === undefined) return this.add(NODE.zero, -1, -1, { span, call });
    return others.reduce((left, right) => this.add(NODE.add, left, right, { span, call }), first);
  }
}
