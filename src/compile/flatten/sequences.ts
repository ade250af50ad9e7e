import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import { type Builder, realConstant } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { atomsOf, type Bound } from './bound';
import type { Kinds } from './kinds';

/** A list or an array, and its type. */
interface Sequence {
  readonly bound: Bound;
  readonly type: Type;
}

/** Adds a loop over a sequence from its last item to its first, which carries atoms along, and returns them. */
export function overSequence(
  kinds: Kinds,
  sequence: Sequence,
  carried: readonly Kind[],
  initial: readonly Atom[],
  builder: Builder,
  step: (item: readonly Atom[], carried: readonly Atom[], inner: Builder) => readonly Atom[],
): readonly Atom[] {
  const { count, itemAt } = itemsOf(kinds, sequence, builder);
  return downFrom(count, carried, initial, builder, (index, parameters, inner) =>
    step(itemAt(index, inner), parameters, inner),
  );
}

/** Returns the items of a list or an array as an array; an array is returned as it is. */
export function toArray(kinds: Kinds, list: Sequence, result: Type, builder: Builder): Atom {
  if (list.type.tag === 'sequence' && list.type.container === 'array') return atomsOf(list.bound)[0] ?? missing();
  const { count, itemAt } = itemsOf(kinds, list, builder);
  const index = builder.numbers.variable('int');
  const inner = builder.inner();
  const body = inner.block(itemAt(index, inner));
  return builder.one(layoutOf(kinds, result), { tag: 'build', count, index, body });
}

/** Returns the array with the parts of one item replaced, as a copy. An index outside it is an error of the reader's program. */
export function updated(kinds: Kinds, array: Sequence, at: Atom, parts: readonly Atom[], builder: Builder): Atom {
  const [sequence = missing()] = atomsOf(array.bound);
  builder.add(
    parts.map(({ kind }) => kind),
    { tag: 'item', array: sequence, index: at, checked: true },
  );
  return replaced(kinds, array, at, parts, builder);
}

/** Returns a copy of an array with the parts of one item replaced; the index is inside. */
function replaced(kinds: Kinds, array: Sequence, at: Atom, parts: readonly Atom[], builder: Builder): Atom {
  const { count, itemAt } = itemsOf(kinds, array, builder);
  const index = builder.numbers.variable('int');
  const inner = builder.inner();
  const other = inner.inner();
  const results = inner.add(
    parts.map(({ kind }) => kind),
    {
      tag: 'if',
      condition: inner.operation('equalInt', index, at),
      consequent: { statements: [], results: parts },
      alternative: other.block(itemAt(index, other)),
    },
  );
  return builder.one(layoutOf(kinds, array.type), {
    tag: 'build',
    count,
    index,
    body: inner.block(results),
    copies: true,
  });
}

/**
 * Returns `scatterAdd n pairs` of the prelude: a loop over the pairs, which updates the sums in place. The definition goes
 * through them from the last one on, and so needs another array.
 */
export function scatterAdd(kinds: Kinds, size: Bound, pairs: Sequence, result: Type, builder: Builder): Atom {
  const { numbers } = builder;
  const [n = missing()] = atomsOf(size);
  const layout = layoutOf(kinds, result);
  const item = pairs.type.tag === 'sequence' ? pairs.type.item : missing();
  const type: Type = { tag: 'sequence', container: 'array', item };
  const array = toArray(kinds, pairs, type, builder);
  const { count, itemAt } = itemsOf(kinds, { bound: array, type }, builder);
  const none = { statements: [], results: [realConstant(0)] };
  const zeros = builder.one(layout, { tag: 'build', count: n, index: numbers.variable('int'), body: none });
  const index = numbers.variable('int');
  const sums = numbers.variable(layout);
  const inner = builder.inner();
  const [at = missing(), amount = missing()] = itemAt(index, inner);
  const sum = inner.one('real', { tag: 'item', array: sums, index: at, checked: true });
  const next = replaced(kinds, { bound: sums, type: result }, at, [inner.operation('add', sum, amount)], inner);
  const [made = missing()] = builder.add([layout], {
    tag: 'for',
    down: false,
    count,
    forgets: true,
    index,
    parameters: [sums],
    initial: [zeros],
    body: inner.block([next]),
  });
  return made;
}

/** The items of a list or an array, in any order. */
interface ItemsOf {
  readonly count: Variable;
  readonly itemAt: (index: Atom, inner: Builder) => readonly Atom[];
}

function itemsOf(kinds: Kinds, { bound, type }: Sequence, builder: Builder): ItemsOf {
  const [sequence = missing()] = atomsOf(bound);
  if (type.tag !== 'sequence') return internalError('a sequence has a type of sequences');
  const items = kinds.of(type.item);
  const layout = layoutOf(kinds, type);
  const isList = layout.tag === 'variant';
  const array = isList ? builder.one(kinds.spine(layout), { tag: 'spine', list: sequence }) : sequence;
  const count = builder.one('int', { tag: 'length', array });
  const itemAt = (index: Atom, inner: Builder): readonly Atom[] => {
    const at = { tag: 'item', array, index, checked: false } as const;
    if (!isList) return inner.add(items, at);
    const cell = inner.one(layout, at);
    return items.map((kind, k) => inner.one(kind, { tag: 'field', value: cell, constructor_: 1, index: k }));
  };
  return { count, itemAt };
}

function layoutOf(kinds: Kinds, type: Type): Exclude<Kind, string> {
  const [layout] = kinds.of(type);
  return layout === undefined || typeof layout === 'string' ? missing() : layout;
}

/** Adds a loop that counts down and carries atoms along, and returns them. */
function downFrom(
  count: Atom,
  carried: readonly Kind[],
  initial: readonly Atom[],
  builder: Builder,
  step: (index: Atom, carried: readonly Atom[], inner: Builder) => readonly Atom[],
): readonly Atom[] {
  const { numbers } = builder;
  const index = numbers.variable('int');
  const parameters = carried.map((kind) => numbers.variable(kind));
  const inner = builder.inner();
  const body = inner.block(step(index, parameters, inner));
  return builder.add(carried, { tag: 'for', index, count, down: true, parameters, initial, body, forgets: true });
}

function missing(): never {
  return internalError('a sequence has a layout');
}
