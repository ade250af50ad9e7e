import type { DeltaPayload } from '../../../protocol/messages';
import { nodeName, spokenText } from './text';
import { isOfProgram } from './values';
import { showNumber } from '../../kit/format';
import { kindOf } from './sweep';

/** One line of the graph as text: a node, at a depth below an input or a binding. */
export interface OutlineItem {
  readonly node: number;
  /** From the root, by operand: unique in the outline. */
  readonly path: string;
  readonly level: number;
  readonly text: string;
  readonly expandable: boolean;
}

/** Returns inputs and bindings in the order of their DeltaIds; expanded bindings with their right-hand sides. */
export function outline(payload: DeltaPayload, open: ReadonlySet<string>): readonly OutlineItem[] {
  const roots: number[] = [];
  const own = payload.names !== undefined;
  for (let node = 0; node < payload.count; node++)
    if (isVariable(payload, node) && (!own || kindOf(payload, node) !== 'binding' || isOfProgram(payload, node)))
      roots.push(node);
  roots.sort((a, b) => order(payload, a) - order(payload, b));
  const items: OutlineItem[] = [];
  for (const root of roots) {
    const path = String(root);
    const right = payload.operands[2 * root] ?? -1;
    items.push({
      node: root,
      path,
      level: 1,
      text: spokenText(payload, root),
      expandable: !own && right >= 0 && kindOf(payload, root) !== 'fold',
    });
    if (open.has(path)) append(payload, right, `${path}.0`, 2, open, items);
  }
  return items;
}

function order(payload: DeltaPayload, node: number): number {
  return kindOf(payload, node) === 'input' ? node - payload.count : (payload.ids[node] ?? 0);
}

function isVariable(payload: DeltaPayload, node: number): boolean {
  const kind = kindOf(payload, node);
  // A fold with several operands is a chain, of which the last node has an id.
  return kind === 'input' || kind === 'binding' || (kind === 'fold' && (payload.ids[node] ?? -1) >= 0);
}

function append(
  payload: DeltaPayload,
  node: number,
  path: string,
  level: number,
  open: ReadonlySet<string>,
  items: OutlineItem[],
): void {
  if (node < 0) return;
  const variable = isVariable(payload, node);
  const kind = kindOf(payload, node);
  const operands = variable ? [] : [payload.operands[2 * node] ?? -1, payload.operands[2 * node + 1] ?? -1];
  const expandable = operands.some((operand) => operand >= 0);
  const text = variable
    ? `${kind === 'fold' ? '' : 'Var '}${nodeName(payload, node)}`
    : kind === 'scale'
      ? `Scale by ${showNumber(payload.coefficients[node] ?? NaN)}`
      : kind === 'add'
        ? 'Add'
        : 'Zero';
  items.push({ node, path, level, text, expandable });
  // Right-hand sides expand completely; their parts can be collapsed by hand.
  if (open.has(`-${path}`)) return;
  operands.forEach((operand, i) => {
    append(payload, operand, `${path}.${i}`, level + 1, open, items);
  });
}
