import type { RunCalls } from '../ad/krawiec/reverse-engine';
import type { Main } from '../ad/engine';
import type { DeltaGraph } from '../ad/krawiec/graph';
import type { ReverseRun } from '../ad/krawiec/reverse-run';
import { itemTerms, walk } from '../language/core/traverse';
import type { Term } from '../language/core/tree';
import type { Span } from '../language/source/span';
import { DELTA_KINDS, type DeltaCalls } from '../protocol/messages';
import type { DeltaBinding } from '../semantics/delta';

export interface CallsOfNodes {
  readonly calls: Int32Array<ArrayBuffer>;
  readonly callTree: DeltaCalls;
}

/**
 * Returns the call of the program in which each node of its Delta was made; the run must have recorded its call tree.
 */
export function callsOf(main: Main, { calls, bindings }: ReverseRun, graph: DeltaGraph): CallsOfNodes {
  if (calls === undefined) return noCalls(graph.count);
  const kept = keptCalls(main, calls, bindings);
  return { calls: callsOfNodes(graph, bindings, kept.of), callTree: kept.tree };
}

function noCalls(count: number): CallsOfNodes {
  const callTree = { parents: Int32Array.of(-1), origins: Int32Array.of(-1, 0, 0), names: [''] };
  return { calls: new Int32Array(count), callTree };
}

const INPUT = DELTA_KINDS.indexOf('input');
const BINDING = DELTA_KINDS.indexOf('binding');

/** A node of a right-hand side belongs to the call that made its binding. */
function callsOfNodes(graph: DeltaGraph, bindings: readonly DeltaBinding[], of: Int32Array): Int32Array<ArrayBuffer> {
  const calls = new Int32Array(graph.count);
  const first = bindings[0]?.id ?? 0;
  // The inputs come first; no call made them.
  let waiting = graph.kinds.findIndex((kind) => kind !== INPUT);
  for (let node = 0; node < graph.count; node++) {
    if (graph.kinds[node] !== BINDING) continue;
    const id = graph.ids[node] ?? 0;
    const call = id >= graph.wrapperFrom ? 0 : (of[bindings[id - first]?.call ?? 0] ?? 0);
    while (waiting <= node) calls[waiting++] = call;
  }
  return calls;
}

interface Kept {
  readonly tree: DeltaCalls;
  /** For each of the run's calls, the nearest one that is kept. */
  readonly of: Int32Array;
}

/** Returns the calls of the program itself in which a binding was made, without the calls that the translation adds. */
function keptCalls(main: Main, { tree, places }: RunCalls, bindings: readonly DeltaBinding[]): Kept {
  const names = callNames(main);
  const used = new Uint8Array(tree.length);
  for (const { call } of bindings) used[call] = 1;
  for (let call = tree.length - 1; call > 0; call--) if (used[call] === 1) used[tree.parents[call] ?? 0] = 1;
  const of = new Int32Array(tree.length);
  const parents = [-1];
  const origins = [-1, 0, 0];
  const labels = [''];
  let mainCalled = false;
  for (let call = 1; call < tree.length; call++) {
    const parent = of[tree.parents[call] ?? 0] ?? 0;
    of[call] = parent;
    const span = places[tree.origins[call] ?? -1];
    const label = span === undefined ? undefined : names.get(keyOf(span));
    if (span === undefined || label === undefined || used[call] !== 1) continue;
    // The wrapper applies the main expression at the place of its body; that call is not one of the program's.
    if (!mainCalled && keyOf(span) === keyOf(main.body.origin)) {
      mainCalled = true;
      continue;
    }
    of[call] = parents.push(parent) - 1;
    origins.push(span.cell, span.start, span.end);
    labels.push(label);
  }
  const kept = { parents: Int32Array.from(parents), origins: Int32Array.from(origins), names: labels };
  return { tree: kept, of };
}

/** Returns the name of the called function, or of the variable that it is bound to, by the place of the call. */
function callNames(main: Main): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const enter = (term: Term): void => {
    if (term.tag !== 'apply') return;
    let callee: Term = term;
    while (callee.tag === 'apply') callee = callee.function;
    names.set(keyOf(term.origin), callee.tag === 'variable' ? callee.name.replace(/[_']?\d+$/, '') : 'function');
  };
  for (const item of main.definitions) for (const term of itemTerms(item)) walk(term, { enter });
  walk(main.body, { enter });
  return names;
}

function keyOf({ cell, start, end }: Span): string {
  return `${cell} ${start} ${end}`;
}
