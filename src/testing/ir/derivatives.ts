import { Builder, intConstant } from '../../compile/ir/builder';
import type { ArrayLayout, Kind, VariantLayout } from '../../compile/ir/kind';
import type { Atom, Variable } from '../../compile/ir/tree';
import { derivativesIn, four, type Functions, type Write } from './examples';

export const BOX: VariantLayout = {
  tag: 'variant',
  id: 7,
  name: 'box',
  constructors: [{ name: 'Box', fields: ['real', 'int'] }],
};
export const INTS: ArrayLayout = { tag: 'array', id: 8, item: ['int'] };

/** Adds a derivative of a block at a point, along reals and data; without them, along the point itself. */
export function derivative(
  b: Builder,
  operator: 'rd' | 'fd',
  point: readonly Atom[],
  write: Write,
  direction: readonly Atom[] = point,
  withValue = false,
): readonly Variable[] {
  const parameters = b.numbers.copies(point);
  const inner = b.inner();
  const body = inner.block(write(inner, ...four(parameters)));
  const results = operator === 'rd' ? point : body.results;
  return b.add(
    [...results, ...(withValue ? body.results : [])].map(({ kind }) => kind),
    { tag: 'derivative', operator, parameters, body, point, direction, withValue },
  );
}

/** Prints a function of parameters of these kinds, whose derivatives are written out. */
export function main(kinds: readonly Kind[], write: Write, functions: Functions = () => []): string {
  return derivativesIn((numbers) => {
    const others = functions(numbers);
    const parameters = kinds.map((kind) => numbers.variable(kind));
    const b = new Builder(numbers);
    return [...others, { name: 'main', parameters, body: b.block(write(b, ...four(parameters))) }];
  });
}

export const field = (b: Builder, value: Atom): Variable =>
  b.one('real', { tag: 'field', value, constructor_: 0, index: 0 });

export const box = (b: Builder, real: Atom): Variable =>
  b.one(BOX, { tag: 'construct', constructor_: 0, fields: [real, intConstant(1)] });
