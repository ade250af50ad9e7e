import { DELTA_KINDS, type DeltaKind, type DeltaPayload, type FocusLeaf } from '../../../protocol/messages';
import { newMeter } from '../../../semantics/outcome';

/** A Delta as one writes it down, to build payloads of in tests. */
export type Sketch =
  | { readonly tag: 'zero' }
  | { readonly tag: 'scale'; readonly by: number; readonly of: Sketch }
  | { readonly tag: 'add'; readonly left: Sketch; readonly right: Sketch }
  | { readonly tag: 'var'; readonly id: number };

export const zero: Sketch = { tag: 'zero' };
export const scaled = (by: number, of: Sketch): Sketch => ({ tag: 'scale', by, of });
export const added = (left: Sketch, right: Sketch): Sketch => ({ tag: 'add', left, right });
export const varOf = (id: number): Sketch => ({ tag: 'var', id });

/** Inputs get the DeltaIds from 1, the bindings those that follow; the last binding is the result. */
export function deltaExample(leaves: readonly FocusLeaf[], bindings: readonly Sketch[], wrapper = 0): DeltaPayload {
  const kinds: number[] = [];
  const operands: number[] = [];
  const coefficients: number[] = [];
  const ids: number[] = [];
  const node = (kind: DeltaKind, left: number, right: number, coefficient: number, id: number): number => {
    operands.push(left, right);
    coefficients.push(coefficient);
    ids.push(id);
    return kinds.push(DELTA_KINDS.indexOf(kind)) - 1;
  };
  const nodeOf: number[] = [-1, ...leaves.map((leaf, i) => node('input', -1, -1, leaf.value, i))];
  const build = (sketch: Sketch): number => {
    switch (sketch.tag) {
      case 'zero':
        return node('zero', -1, -1, NaN, -1);
      case 'scale':
        return node('scale', build(sketch.of), -1, sketch.by, -1);
      case 'add': {
        const left = build(sketch.left);
        return node('add', left, build(sketch.right), NaN, -1);
      }
      case 'var':
        return nodeOf[sketch.id] ?? -1;
    }
  };
  for (const sketch of bindings) {
    const id = nodeOf.length;
    nodeOf.push(node('binding', build(sketch), -1, NaN, id));
  }
  const count = kinds.length;
  return {
    focus: { label: 'example', span: { cell: 0, start: 0, end: 1 }, leaves, value: '0', cotangent: undefined },
    count,
    kinds: Uint8Array.from(kinds),
    operands: Int32Array.from(operands),
    coefficients: Float64Array.from(coefficients),
    ids: Int32Array.from(ids),
    origins: new Int32Array(3 * count).fill(-1),
    names: undefined,
    sources: [],
    forms: [],
    operations: new Int16Array(count).fill(-1),
    folded: undefined,
    calls: new Int32Array(count),
    callTree: { parents: Int32Array.of(-1), origins: Int32Array.of(-1, 0, 0), names: [''] },
    ends: [],
    result: count - 1,
    amount: 1,
    wrapperFrom: nodeOf.length - wrapper,
    ranOn: {},
    meter: newMeter(),
  };
}

/** x * y + sin x, by Figure 9, and the wrapper's product with the cotangent 1. */
export function productAndSine(x: number, y: number): DeltaPayload {
  const at = { cell: 0, start: 0, end: 1 };
  return deltaExample(
    [
      { label: 'x', value: x, span: at },
      { label: 'y', value: y, span: at },
    ],
    [
      added(scaled(y, varOf(1)), scaled(x, varOf(2))),
      scaled(Math.cos(x), varOf(1)),
      added(varOf(3), varOf(4)),
      added(scaled(1, varOf(5)), scaled(x * y + Math.sin(x), zero)),
    ],
    1,
  );
}
