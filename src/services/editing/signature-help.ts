import type { Mention } from '../../language/elaborate/mention';
import { contains, type Span } from '../../language/source/span';
import { expressionsIn } from '../../language/syntax/parts';
import type { Expression, SurfaceProgram } from '../../language/syntax/tree';
import type { SignatureHelp } from '../../protocol/editing';
import { isRead, withHole } from './hole';
import type { Task } from '../../semantics/task';
import type { Checking } from '../front-end';

/** Returns the function that is applied at the caret, and the argument being written there. */
export function* signatureHelp(
  probe: Checking['probe'],
  cells: readonly string[],
  at: Span,
): Task<SignatureHelp | undefined> {
  const ways = [...withHole(cells, at), { cells, hole: at }];
  for (const { cells: holed, hole } of ways) {
    const { tree, found } = yield* probe(holed, hole);
    if (tree === undefined || !isRead(tree, hole)) continue;
    const call = callAt(tree, hole);
    if (call === undefined) continue;
    const mention = found?.mentions.find(({ span }) => span.start === call.head.span.start);
    if (mention !== undefined) return helpFor(mention, call);
  }
  return undefined;
}

interface Call {
  readonly head: Expression;
  /** The index of the argument at the place, from 0. */
  readonly index: number;
  /** The index of the component, if the argument is a tuple. */
  readonly component: number | undefined;
}

/** Returns the innermost application of a name with an argument at the place. */
function callAt({ items }: SurfaceProgram, place: Span): Call | undefined {
  const calls = expressionsIn(items).flatMap((expression): (Call & { readonly size: number })[] => {
    if (expression.tag !== 'apply' || !contains(expression.argument.span, place)) return [];
    const { argument } = expression;
    let head = expression.function;
    let index = 0;
    for (; head.tag === 'apply'; head = head.function) index += 1;
    if (head.tag !== 'variable' && head.tag !== 'constructor') return [];
    const found = argument.tag === 'tuple' ? argument.items.findIndex(({ span }) => contains(span, place)) : -1;
    const component = found < 0 ? undefined : found;
    return [{ head, index, component, size: argument.span.end - argument.span.start }];
  });
  return calls.reduce<(typeof calls)[number] | undefined>(
    (inner, call) => (inner === undefined || call.size <= inner.size ? call : inner),
    undefined,
  );
}

function helpFor(
  { general: { signature, parameters }, documentation }: Mention,
  { index, component }: Call,
): SignatureHelp | undefined {
  const parameter = parameters[index];
  if (parameter === undefined) return undefined;
  const { components } = parameter;
  const isComponent = component !== undefined && component < components.length;
  const places = isComponent ? components : parameters;
  return {
    signature,
    documentation,
    parameters: places.map(({ start, end }) => [start, end] as const),
    active: isComponent ? component : index,
  };
}
