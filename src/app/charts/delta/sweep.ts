import { DELTA_KINDS, type DeltaKind, type DeltaPayload } from '../../../protocol/messages';

/** The clause of eval (Krawiec et al., Figure 10) that a step applies; `unused` is Let whose lookup finds nothing. */
export const CLAUSES = ['zero', 'scale', 'add', 'var', 'let', 'unused'] as const;
export type Clause = (typeof CLAUSES)[number];

/**
 * `eval 1` over the graph, step by step, in the order of Figure 10: the body first, then the bindings from the newest to
 * the oldest. Every node that is not shared and every edge is met at most once, which is the linearity of the method: so
 * the whole history fits in one number per node and one per edge.
 */
export interface EvalSweep {
  readonly count: number;
  /** Index into CLAUSES. */
  readonly clauses: Uint8Array;
  /** The node visited: of `var` the input or binding that receives, of `let` and `unused` the binding looked up. */
  readonly nodes: Int32Array;
  /** The operand slot through which it was reached, -1 for the body and for `let`. */
  readonly slots: Int32Array;
  /** The x of `eval x`. */
  readonly amounts: Float64Array;
  /** For `var`: the adjoint of the node after the step. */
  readonly sums: Float64Array;
  /** For each operand slot: the step that runs along it, or -1. */
  readonly slotStep: Int32Array;
  /** For each node: the step at which it is evaluated (a binding: looked up), or -1. */
  readonly nodeStep: Int32Array;
  /** For each node its `var` steps in order, from `receipts[receiptFrom[node]]` on. */
  readonly receiptFrom: Int32Array;
  readonly receipts: Int32Array;
}

export function kindOf(payload: Pick<DeltaPayload, 'kinds'>, node: number): DeltaKind {
  return DELTA_KINDS[payload.kinds[node] ?? 0] ?? 'zero';
}

export type SweepSource = Pick<
  DeltaPayload,
  'count' | 'kinds' | 'operands' | 'coefficients' | 'ids' | 'result' | 'amount' | 'folded'
>;

export function sweepOf(source: SweepSource): EvalSweep {
  if (source.folded !== undefined) return sweptBefore(source, source.folded.adjoints);
  const { count, operands, coefficients } = source;
  const clauses: number[] = [];
  const nodes: number[] = [];
  const slots: number[] = [];
  const amounts: number[] = [];
  const sums: number[] = [];
  const slotStep = new Int32Array(2 * count).fill(-1);
  const nodeStep = new Int32Array(count).fill(-1);
  const received = new Float64Array(count).fill(NaN);

  const record = (clause: Clause, node: number, slot: number, amount: number): void => {
    if (slot >= 0) slotStep[slot] = nodes.length;
    if (clause !== 'var') nodeStep[node] = nodes.length;
    clauses.push(CLAUSES.indexOf(clause));
    nodes.push(node);
    slots.push(slot);
    amounts.push(amount);
    sums.push(received[node] ?? NaN);
  };

  const evaluate = (first: number, firstSlot: number, firstAmount: number): void => {
    const waiting = [{ node: first, slot: firstSlot, amount: firstAmount }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, slot, amount } = next;
      const left = operands[2 * node] ?? -1;
      const right = operands[2 * node + 1] ?? -1;
      const kind = kindOf(source, node);
      switch (kind) {
        case 'zero':
        case 'fold': // not in a graph that is swept step by step
          record('zero', node, slot, amount);
          break;
        case 'input':
        case 'binding': {
          const before = received[node] ?? NaN;
          received[node] = Number.isNaN(before) ? amount : before + amount;
          record('var', node, slot, amount);
          break;
        }
        case 'scale':
          record('scale', node, slot, amount);
          waiting.push({ node: left, slot: 2 * node, amount: amount * (coefficients[node] ?? 0) });
          break;
        case 'add':
          record('add', node, slot, amount);
          waiting.push({ node: right, slot: 2 * node + 1, amount });
          waiting.push({ node: left, slot: 2 * node, amount });
          break;
      }
    }
  };

  const hasReceived = new Uint8Array(count);
  const bindings: number[] = [];
  for (let node = 0; node < count; node++) if (kindOf(source, node) === 'binding') bindings.push(node);
  bindings.sort((a, b) => (source.ids[b] ?? 0) - (source.ids[a] ?? 0));

  if (source.result >= 0) evaluate(source.result, -1, source.amount);
  let met = 0;
  for (const binding of bindings) {
    for (; met < nodes.length; met++) if (clauses[met] === VAR) hasReceived[nodes[met] ?? 0] = 1;
    if (hasReceived[binding] === 1) {
      const amount = received[binding] ?? 0;
      record('let', binding, -1, amount);
      evaluate(operands[2 * binding] ?? -1, 2 * binding, amount);
    } else record('unused', binding, -1, NaN);
  }
  return {
    count: nodes.length,
    clauses: Uint8Array.from(clauses),
    nodes: Int32Array.from(nodes),
    slots: Int32Array.from(slots),
    amounts: Float64Array.from(amounts),
    sums: Float64Array.from(sums),
    slotStep,
    nodeStep,
    ...receiptsOf(count, clauses, nodes),
  };
}

/**
 * The end of a sweep over a folded graph, whose adjoints are known although its steps are not: each node that has an
 * adjoint has received it in one step.
 */
function sweptBefore({ count, operands }: SweepSource, adjoints: Float64Array): EvalSweep {
  const isUsed = (node: number): boolean => (adjoints[node] ?? NaN) !== 0;
  const nodes = Array.from({ length: count }, (_, node) => node).filter(isUsed);
  const clauses = nodes.map((node) => (Number.isNaN(adjoints[node]) ? CLAUSES.indexOf('zero') : VAR));
  const nodeStep = new Int32Array(count).fill(-1);
  nodes.forEach((node, step) => (nodeStep[node] = step));
  const amounts = Float64Array.from(nodes, (node) => adjoints[node] ?? NaN);
  return {
    count: nodes.length,
    clauses: Uint8Array.from(clauses),
    nodes: Int32Array.from(nodes),
    slots: new Int32Array(nodes.length).fill(-1),
    amounts,
    sums: amounts,
    slotStep: Int32Array.from(operands, (operand, slot) => (operand < 0 ? -1 : (nodeStep[slot >> 1] ?? -1))),
    nodeStep,
    ...receiptsOf(count, clauses, nodes),
  };
}

const VAR = CLAUSES.indexOf('var');

function receiptsOf(
  count: number,
  clauses: readonly number[],
  nodes: readonly number[],
): { readonly receiptFrom: Int32Array; readonly receipts: Int32Array } {
  const receiptFrom = new Int32Array(count + 1);
  nodes.forEach((node, step) => {
    if (clauses[step] === VAR) receiptFrom[node + 1] = (receiptFrom[node + 1] ?? 0) + 1;
  });
  for (let node = 0; node < count; node++)
    receiptFrom[node + 1] = (receiptFrom[node + 1] ?? 0) + (receiptFrom[node] ?? 0);
  const next = receiptFrom.slice();
  const receipts = new Int32Array(receiptFrom[count] ?? 0);
  nodes.forEach((node, step) => {
    if (clauses[step] !== VAR) return;
    const at = next[node] ?? 0;
    receipts[at] = step;
    next[node] = at + 1;
  });
  return { receiptFrom, receipts };
}

/** Returns the adjoint of a node after the first `done` steps; undefined before its first contribution. */
export function receivedBy(sweep: EvalSweep, node: number, done: number): number | undefined {
  let low = sweep.receiptFrom[node] ?? 0;
  let high = sweep.receiptFrom[node + 1] ?? 0;
  const first = low;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sweep.receipts[middle] ?? 0) < done) low = middle + 1;
    else high = middle;
  }
  return low > first ? sweep.sums[sweep.receipts[low - 1] ?? 0] : undefined;
}

export interface ClauseText {
  /** The clause as the paper writes it. */
  readonly rule: string;
  /** The clause with the amounts of this step. */
  readonly instance: string;
}

/** Returns the clause that a step applies; `name` returns a node's name, `show` prints an amount. */
export function clauseText(
  source: SweepSource,
  sweep: EvalSweep,
  step: number,
  name: (node: number) => string,
  show: (value: number) => string,
): ClauseText {
  const node = sweep.nodes[step] ?? 0;
  const amount = sweep.amounts[step] ?? 0;
  const x = show(amount);
  const left = source.operands[2 * node] ?? -1;
  const right = source.operands[2 * node + 1] ?? -1;
  const clause = CLAUSES[sweep.clauses[step] ?? 0] ?? 'zero';
  switch (clause) {
    case 'zero':
      return { rule: 'eval x Zero um = um', instance: `eval ${x} Zero um = um` };
    case 'scale': {
      const y = source.coefficients[node] ?? 0;
      return {
        rule: 'eval x (Scale y u) um = eval (x × y) u um',
        instance: `eval ${x} (Scale ${show(y)} ${name(left)}) um = eval ${show(amount * y)} ${name(left)} um`,
      };
    }
    case 'add':
      return {
        rule: 'eval x (Add u₁ u₂) um = eval x u₂ (eval x u₁ um)',
        instance: `eval ${x} (Add ${name(left)} ${name(right)}) um = eval ${x} ${name(right)} (eval ${x} ${name(left)} um)`,
      };
    case 'var': {
      const sum = sweep.sums[step] ?? 0;
      return {
        rule: 'eval x (Var id) um = addDelta id x um',
        instance: `addDelta ${name(node)} ${x} um: the adjoint of ${name(node)} is now ${show(sum)}`,
      };
    }
    case 'let':
      return {
        rule: 'eval x (Let id u₁ u₂) um = … case lookup id um₂ of Just x → eval x u₁ (delete id um₂)',
        instance: `lookup ${name(node)} um₂ = Just ${x}, so eval ${x} ${name(left)} (delete ${name(node)} um₂)`,
      };
    case 'unused':
      return {
        rule: 'eval x (Let id u₁ u₂) um = … case lookup id um₂ of Nothing → um₂',
        instance: `lookup ${name(node)} um₂ = Nothing: the result does not depend on ${name(node)}`,
      };
  }
}
