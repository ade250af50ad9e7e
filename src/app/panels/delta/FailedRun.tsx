import { programCells } from '../../../notebook/document';
import type { DeltaPayload } from '../../../protocol/messages';
import { nodeName } from '../../charts/delta/text';
import { trailFrom, type Trail, waysTo } from '../../charts/delta/trail';
import { operationOfNode, partialText, type SentencePart, type Sentence } from '../../charts/delta/verdict';
import { operationRow } from '../../../language/operations/table';
import { type ProductView, useAppStore, useProduct } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';
import { Reasons } from './Reasons';

/** Whether the run failed because an operation was outside its domain or a number overflowed. */
export function isOfNumbers({ state, diagnostics }: Pick<ProductView<'delta'>, 'state' | 'diagnostics'>): boolean {
  const code = diagnostics[0]?.code;
  return state === 'error' && (code === 'domain' || code === 'not-finite');
}

interface FailedRunProps {
  readonly view: ProductView<'delta'>;
}

/** Explains why there is no derivative at all: which operation failed. */
export function FailedRun({ view }: FailedRunProps) {
  const value = useProduct('value');
  const notebook = useAppStore((state) => state.notebook);
  const diagnostic = view.diagnostics[0];
  if (!isOfNumbers(view) || diagnostic === undefined) return null;
  const { cell, start, end } = diagnostic.span;
  const text = (programCells(notebook)[cell] ?? '').slice(start, end).replace(/\s+/g, ' ').trim();
  const place: SentencePart = text === '' ? 'an operation' : { text, span: diagnostic.span };
  const reasons: Sentence[] = [];
  if (diagnostic.code === 'domain')
    reasons.push([
      'The operation at ',
      place,
      ' is outside its domain: it has no value there, and therefore no derivative.',
    ]);
  else if (value.state === 'error')
    reasons.push(['The value at ', place, ' overflowed, so there is nothing to differentiate.']);
  else reasons.push(['The result has a value, but an intermediate derivative overflowed at ', place, '.']);
  const before = view.payload === undefined ? undefined : wayTo(view.payload, view);
  if (before !== undefined) reasons.push(...before.reasons);
  return <Reasons headline="Every derivative is undefined here" reasons={reasons} />;
}

interface Way {
  readonly node: number;
  readonly trail: Trail | undefined;
  readonly reasons: readonly Sentence[];
}

/** Returns the failed operation in the Delta of the last run that finished; the text may have changed since. */
export function wayTo(
  payload: DeltaPayload,
  { diagnostics }: Pick<ProductView<'delta'>, 'diagnostics'>,
): Way | undefined {
  const span = diagnostics[0]?.span;
  if (span === undefined) return undefined;
  const node = nodesAt(span, payload.origins, payload.count).findLast((each) => {
    const [cell, start, end] = payload.origins.subarray(3 * each, 3 * each + 3);
    return payload.kinds[each] === BINDING && cell === span.cell && start === span.start && end === span.end;
  });
  if (node === undefined) return undefined;
  const reasons: Sentence[] = [];
  const name = operationOfNode(payload, node);
  const row = name === undefined ? undefined : operationRow(name);
  const partials =
    row?.partials.flatMap((partial) => (partial?.tag === 'operation' ? [partialText(partial)] : [])) ?? [];
  if (row !== undefined && partials.length > 0)
    reasons.push([`The derivative of ${row.notation.symbol} is ${partials.join(' and ')}.`]);
  const inputs = inputsOf(payload, node);
  if (inputs.length > 0)
    reasons.push([`It depends on ${inputs.slice(0, 5).join(', ')}${inputs.length > 5 ? ', …' : ''}.`]);
  reasons.push([
    'The graph shows the last run that finished, with the path from the result to this operation highlighted.',
  ]);
  return { node, trail: trailFrom(payload, waysTo(payload, node), payload.result), reasons };
}

const BINDING = 1;

function inputsOf(payload: DeltaPayload, from: number): readonly string[] {
  const reached = new Uint8Array(payload.count);
  reached[from] = 1;
  for (let node = from; node >= 0; node--) {
    if (reached[node] !== 1) continue;
    for (const operand of payload.operands.subarray(2 * node, 2 * node + 2)) if (operand >= 0) reached[operand] = 1;
  }
  return payload.focus.leaves.flatMap((_, leaf) => (reached[leaf] === 1 ? [nodeName(payload, leaf)] : []));
}
