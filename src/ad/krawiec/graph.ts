import { internalError } from '../../language/source/internal-error';
import { showReal } from '../../semantics/present';
import type { Span } from '../../language/source/span';
import type { DeltaBinding } from '../../semantics/delta';
import { deltaNode, type DeltaId } from '../../semantics/delta-node';
import type { Variant } from '../../semantics/value';
import { NODE } from './node-kind';

/**
 * The Delta of one run as a flat graph in which `Var id` is an edge to the node that `id` names. Operands come before the
 * nodes that use them: first the inputs, then each binding's right-hand side and the binding itself.
 */
export interface DeltaGraph {
  readonly count: number;
  /** NODE. */
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Two a node, -1 where there is none; a binding's first is its right-hand side. */
  readonly operands: Int32Array<ArrayBuffer>;
  /** The coefficient of a scale node; the primal value of an input or a binding if it is known; NaN for other nodes. */
  readonly coefficients: Float64Array<ArrayBuffer>;
  /** The leaf of an input, counted from 0; the DeltaId of a binding; -1 for other nodes. */
  readonly ids: Int32Array<ArrayBuffer>;
  /** Three a node: cell, start, end. */
  readonly origins: Int32Array<ArrayBuffer>;
  readonly result: number;
  /** Bindings from this DeltaId on are the wrapper's: the dot product with the cotangent. */
  readonly wrapperFrom: DeltaId;
}

export interface GraphSource {
  /** In the order in which they were made. */
  readonly bindings: readonly DeltaBinding[];
  /** Their primal values, where they were recorded. */
  readonly primals?: readonly (number | undefined)[];
  /** The Delta of the run's result: Zero or Var id. */
  readonly result: Variant;
  /** The real leaves of the point, left to right: their DeltaIds are 1, 2, ... */
  readonly leaves: readonly { readonly value: number; readonly origin: Span }[];
  /** How many of the bindings, the last ones, are the wrapper's. */
  readonly dotBindings: number;
}

/** Its inputs, its bindings, and each Zero, Scale and Add in them: a Var is an edge. */
export function nodeCount({ bindings, result, leaves }: Pick<GraphSource, 'bindings' | 'result' | 'leaves'>): number {
  let count = leaves.length + bindings.length + inner(result);
  for (const { delta } of bindings) count += inner(delta);
  return count;
}

export function deltaGraph(source: GraphSource): DeltaGraph {
  const { bindings, primals, result, leaves, dotBindings } = source;
  const count = nodeCount(source);
  const kinds = new Uint8Array(count);
  const operands = new Int32Array(2 * count).fill(-1);
  const coefficients = new Float64Array(count).fill(NaN);
  const ids = new Int32Array(count).fill(-1);
  const origins = new Int32Array(3 * count);
  const firstBinding = leaves.length + 1;
  const bindingNodes = new Int32Array(bindings.length);
  let next = 0;

  const node = (kind: number, origin: Span): number => {
    kinds[next] = kind;
    origins.set([origin.cell, origin.start, origin.end], 3 * next);
    return next++;
  };
  const named = (id: DeltaId): number => {
    const found = id < firstBinding ? id - 1 : bindingNodes[id - firstBinding];
    return found ?? internalError(`Var ${id} is not bound`);
  };
  const place = (delta: Variant, origin: Span): number => {
    const read = deltaNode(delta);
    switch (read.name) {
      case 'Delta.Var':
      case 'Delta.OneHot':
        return named(read.payload);
      case 'Delta.Zero':
        return node(NODE.zero, origin);
      case 'Delta.Scale': {
        const [coefficient, scaled] = read.payload;
        const operand = place(scaled, origin);
        const at = node(NODE.scale, origin);
        operands[2 * at] = operand;
        coefficients[at] = coefficient;
        return at;
      }
      case 'Delta.Add': {
        const [left, right] = read.payload;
        const first = place(left, origin);
        const second = place(right, origin);
        const at = node(NODE.add, origin);
        operands[2 * at] = first;
        operands[2 * at + 1] = second;
        return at;
      }
      case 'Delta.Let':
        return internalError(`${read.name} in a binding`);
    }
  };

  leaves.forEach(({ value, origin }, leaf) => {
    const at = node(NODE.input, origin);
    coefficients[at] = value;
    ids[at] = leaf;
  });
  bindings.forEach(({ id, delta, origin }, i) => {
    const operand = place(delta, origin);
    const at = node(NODE.binding, origin);
    operands[2 * at] = operand;
    ids[at] = id;
    coefficients[at] = primals?.[i] ?? NaN;
    bindingNodes[i] = at;
  });
  const last = bindings.at(-1);
  const resultNode = place(result, last?.origin ?? leaves[0]?.origin ?? { cell: -1, start: 0, end: 0 });
  const wrapperFrom = firstBinding + bindings.length - dotBindings;
  return { count, kinds, operands, coefficients, ids, origins, result: resultNode, wrapperFrom };
}

/** How many nodes of its own a Delta of a binding has: all but the Vars. */
function inner(delta: Variant): number {
  return sizeOf(delta, 0);
}

/** The number of constructors of a Delta without Lets. */
export function deltaSize(delta: Variant): number {
  return sizeOf(delta, 1);
}

function sizeOf(delta: Variant, variable: number): number {
  const node = deltaNode(delta);
  switch (node.name) {
    case 'Delta.Scale':
      return 1 + sizeOf(node.payload[1], variable);
    case 'Delta.Add': {
      const [left, right] = node.payload;
      return 1 + sizeOf(left, variable) + sizeOf(right, variable);
    }
    case 'Delta.Zero':
      return 1;
    case 'Delta.Var':
    case 'Delta.OneHot':
      return variable;
    case 'Delta.Let':
      return internalError('the size of a Let is not defined');
  }
}

/** `Add (Scale (2, Var 1), Zero)`, numbers to six digits. */
export function showDelta(delta: Variant): string {
  const node = deltaNode(delta);
  switch (node.name) {
    case 'Delta.Scale': {
      const [coefficient, scaled] = node.payload;
      return `Scale (${showReal(coefficient, 6)}, ${showDelta(scaled)})`;
    }
    case 'Delta.Add': {
      const [left, right] = node.payload;
      return `Add (${showDelta(left)}, ${showDelta(right)})`;
    }
    case 'Delta.Zero':
      return 'Zero';
    case 'Delta.Let': {
      const [id, bound, body] = node.payload;
      return `Let (${id}, ${showDelta(bound)}, ${showDelta(body)})`;
    }
    case 'Delta.Var':
      return `Var ${node.payload}`;
    case 'Delta.OneHot':
      return `OneHot ${node.payload}`;
  }
}
