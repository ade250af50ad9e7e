import type { GradientPayload } from '../../../protocol/messages';
import type { NetworkView } from '../../../protocol/views';

/**
 * Returns the adjoint of each real leaf of a network's parameters, if the gradient is with respect to these parameters: one of
 * its inputs has as many leaves, and the same numbers.
 */
export function adjointsOf(view: NetworkView, gradient: GradientPayload | undefined): readonly number[] | undefined {
  const column = gradient?.engines.find((engine) => engine.status === 'ok');
  if (gradient === undefined || column?.status !== 'ok') return undefined;
  const { leaves } = gradient.focus;
  for (let from = 0; from < leaves.length;) {
    const root = rootOf(leaves[from]?.label ?? '');
    let to = from;
    while (to < leaves.length && rootOf(leaves[to]?.label ?? '') === root) to++;
    const start = from;
    if (to - from === view.leaves && isSame(view, (leaf) => leaves[start + leaf]?.value))
      return column.derivatives.slice(from, to);
    from = to;
  }
  return undefined;
}

/** Returns the name of the input that a leaf belongs to. */
function rootOf(label: string): string {
  return /^[^.[]*/u.exec(label)?.[0] ?? '';
}

function isSame({ layers }: NetworkView, valueOf: (leaf: number) => number | undefined): boolean {
  return layers.every(
    ({ weights, biases, leaf }) =>
      biases.every((bias, i) => Object.is(valueOf(leaf.biases + i * leaf.biasStep), bias)) &&
      weights.every((row, i) =>
        row.every((weight, j) => Object.is(valueOf(leaf.weights + i * leaf.weightStep + j), weight)),
      ),
  );
}
