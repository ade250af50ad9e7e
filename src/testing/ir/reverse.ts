import { Builder, intConstant, realConstant } from '../../compile/ir/builder';
import type { ArrayLayout, Kind, VariantLayout } from '../../compile/ir/kind';
import type { Atom, Variable } from '../../compile/ir/tree';
import { derivativesIn, four, type Functions, type Write } from './examples';

export const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
export const PAIRS: ArrayLayout = { tag: 'array', id: 1, item: ['real', 'int'] };
export const ROWS: ArrayLayout = { tag: 'array', id: 2, item: [REALS] };
export const LIST: VariantLayout = { tag: 'variant', id: 3, name: 'list', constructors: [] };
LIST.constructors = [
  { name: '[]', fields: [] },
  { name: '::', fields: ['real', 'int', LIST] },
];
export const ROWS_AND_REALS: ArrayLayout = { tag: 'array', id: 5, item: ['real', REALS] };
export const TWO_ROWS: ArrayLayout = { tag: 'array', id: 6, item: [REALS, REALS] };
export const CELLS: ArrayLayout = { tag: 'array', id: 4, item: [LIST] };
export const c = realConstant;

/** Prints the reverse derivative of a block by all of its parameters, with its value, and the functions that it calls. */
export function gradient(
  kinds: readonly Kind[],
  write: Write,
  functions: Functions = () => [],
  along?: readonly Atom[],
): string {
  return derivativesIn((numbers) => {
    const others = functions(numbers);
    const parameters = kinds.map((kind) => numbers.variable(kind));
    const inner = new Builder(numbers);
    const body = inner.block(write(inner, ...four(parameters)));
    const point = numbers.copies(parameters);
    const given = numbers.copies(along === undefined ? body.results : []);
    const direction = along ?? given;
    const outer = new Builder(numbers);
    const results = outer.add([...kinds, ...body.results.map(({ kind }) => kind)], {
      tag: 'derivative',
      operator: 'rd',
      parameters,
      body,
      point,
      direction,
      withValue: true,
    });
    return [...others, { name: 'main', parameters: [...point, ...given], body: outer.block(results) }];
  });
}

/** A list with another item first. */
export const cons = (b: Builder, head: Atom, rest: Atom): Variable =>
  b.one(LIST, { tag: 'construct', constructor_: 1, fields: [head, intConstant(2), rest] });
export const head = (b: Builder, value: Atom): Variable =>
  b.one('real', { tag: 'field', value, constructor_: 1, index: 0 });

/** A loop of three rounds. */
export function loop(
  b: Builder,
  initial: readonly Atom[],
  write: (inner: Builder, index: Variable, ...own: readonly Variable[]) => readonly Atom[],
  down = false,
): readonly Variable[] {
  const parameters = initial.map(({ kind }) => b.numbers.variable(kind));
  const index = b.numbers.variable('int');
  const inner = b.inner();
  const body = inner.block(write(inner, index, ...parameters));
  return b.add(
    initial.map(({ kind }) => kind),
    { tag: 'for', index, count: intConstant(3), down, parameters, initial, body, forgets: true },
  );
}

/** A loop with a header, whose parameters and results are chosen. */
export function until(
  b: Builder,
  initial: readonly Atom[],
  write: (
    blocks: { readonly header: Builder; readonly exit: Builder; readonly body: Builder },
    ...own: readonly Variable[]
  ) => { readonly header: Atom; readonly exit: readonly Atom[]; readonly body: readonly Atom[] },
): readonly Variable[] {
  const parameters = initial.map(({ kind }) => b.numbers.variable(kind));
  const blocks = { header: b.inner(), exit: b.inner(), body: b.inner() };
  const { header, exit, body } = write(blocks, ...parameters);
  return b.add(
    exit.map(({ kind }) => kind),
    {
      tag: 'while',
      parameters,
      initial,
      header: blocks.header.block([header]),
      exit: blocks.exit.block(exit),
      body: blocks.body.block(body),
      forgets: true,
    },
  );
}

export function choice(
  b: Builder,
  condition: Atom,
  first: (b: Builder) => readonly Atom[],
  second: (b: Builder) => readonly Atom[],
): readonly Variable[] {
  const [one, two] = [b.inner(), b.inner()];
  const [consequent, alternative] = [one.block(first(one)), two.block(second(two))];
  return b.add(
    consequent.results.map(({ kind }) => kind),
    { tag: 'if', condition, consequent, alternative },
  );
}

export function built(b: Builder, kind: Kind, write: (inner: Builder, index: Variable) => readonly Atom[]): Variable {
  const index = b.numbers.variable('int');
  const inner = b.inner();
  return b.one(kind, { tag: 'build', count: intConstant(3), index, body: inner.block(write(inner, index)) });
}

export const item = (b: Builder, array: Atom, index: Atom = intConstant(0)): Variable =>
  b.one('real', { tag: 'item', array, index, checked: true });

export const at = (own: readonly Variable[], i: number): Variable => {
  const found = own[i];
  if (found === undefined) throw new Error('no variable');
  return found;
};
