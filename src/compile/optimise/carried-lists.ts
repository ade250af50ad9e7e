import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { withBlocks } from '../ir/blocks';
import { Builder, type Numbers } from '../ir/builder';
import { blockOf, flatMapSame } from '../ir/same';
import type { ArrayLayout, VariantLayout } from '../ir/kind';
import type { Atom, Block, For, Statement, Variable, While } from '../ir/tree';
import { usesIn } from '../ir/uses';
import { Reading } from './list-reading';
import { cellOf, isEmpty } from './lists';
import { placeholder } from './tail-calls';

/**
 * Makes a loop carry an array in place of a list that each round goes through and makes anew. The list becomes an array
 * before the loop and at the end of each round, where `lists` then makes the array at once, and a list again after the loop.
 */
export function carriedLists(block: Block, numbers: Numbers, kinds: Kinds): Block {
  const inside = (inner: Block): Block => carriedLists(inner, numbers, kinds);
  const statements = flatMapSame(block.statements, (given) => {
    const statement = withBlocks(given, inside);
    return statement.tag === 'for' || statement.tag === 'while'
      ? new CarriedLists(numbers, kinds).of(statement)
      : statement;
  });
  return blockOf(block, statements, block.results);
}

class CarriedLists {
  private readonly numbers: Numbers;
  private readonly kinds: Kinds;

  constructor(numbers: Numbers, kinds: Kinds) {
    this.numbers = numbers;
    this.kinds = kinds;
  }

  of(given: For | While): Statement | readonly Statement[] {
    const before = new Builder(this.numbers, given.origin);
    const after = new Builder(this.numbers, given.origin);
    let loop = given;
    for (const at of given.parameters.keys()) loop = this.withArray(loop, at, before, after) ?? loop;
    return loop === given ? given : [...before.statements, loop, ...after.statements];
  }

  private withArray(loop: For | While, at: number, before: Builder, after: Builder): For | While | undefined {
    const list = loop.parameters[at] ?? internalError('a parameter');
    const layout = list.kind;
    if (!this.kinds.isList(layout)) return undefined;
    const next = this.nextOf(loop, at, layout);
    if (next === undefined) return undefined;
    const { header, body } = next;
    const reading = new Reading(list, this.kinds.items(layout), this.numbers);
    const around = loop.tag === 'while' ? [header, loop.exit] : [];
    // The header tells which variables are rests.
    const blocks = [...around, { ...body, results: withAt(body.results, at) }];
    if (!blocks.every((block) => reading.isOnlyGoneThrough(block))) return undefined;
    const made = {
      parameters: withAt(loop.parameters, at, reading.array),
      initial: withAt(
        loop.initial,
        at,
        this.arrayOf(loop.initial[at] ?? internalError('a first value'), layout, before),
      ),
    };
    if (loop.tag === 'while') {
      const changed = { header: reading.changed(header), exit: reading.changed(loop.exit) };
      return { ...loop, ...made, ...changed, body: reading.changed(body) };
    }
    const left = this.numbers.variable(reading.array.kind);
    after.statements.push(...this.listOf(left, loop.targets[at] ?? internalError('a target'), layout));
    return { ...loop, ...made, body: reading.changed(body), targets: withAt(loop.targets, at, left) };
  }

  /** Returns the header and the body of a loop of which one makes an array in place of the list that it makes anew. */
  private nextOf(
    loop: For | While,
    at: number,
    layout: VariantLayout,
  ): { readonly header: Block; readonly body: Block } | undefined {
    const none: Block = { statements: [], results: [] };
    const { header, body } = loop.tag === 'while' ? loop : { header: none, body: loop.body };
    const next = body.results[at] ?? internalError('a result');
    if (!header.statements.some(({ targets }) => targets.some((each) => sameAtom(each, next)))) {
      const made = this.endingInArray(body, at, layout);
      return made && { header, body: made };
    }
    // The header knows whether there is a next round.
    const last = header.results.length;
    const made = this.endingInArray({ ...header, results: [...header.results, next] }, last, layout);
    if (made === undefined || usesIn(body, next) !== 1) return undefined;
    return {
      header: { ...made, results: header.results },
      body: { ...body, results: withAt(body.results, at, ...made.results.slice(last)) },
    };
  }

  private endingInArray(block: Block, at: number, layout: VariantLayout): Block | undefined {
    const result = block.results[at] ?? internalError('a result');
    const items = this.kinds.items(layout);
    const place = block.statements.findIndex(({ targets }) => targets.some((each) => sameAtom(each, result)));
    const made = block.statements[place];
    const builder = new Builder(this.numbers, made?.origin);
    if (made?.tag === 'for' && cellOf(made, this.kinds) !== undefined) {
      const array = this.arrayOf(result, layout, builder);
      return { statements: [...block.statements, ...builder.statements], results: withAt(block.results, at, array) };
    }
    if (made?.tag !== 'if' || usesIn(block, result) !== 1) return undefined;
    const which = made.targets.findIndex((each) => sameAtom(each, result));
    const arms = [made.consequent, made.alternative].map((arm) => {
      const end = arm.results[which];
      if (end?.tag !== 'constant') return this.endingInArray(arm, which, layout);
      // It is empty, or never looked at.
      return isEmpty(end) || end.value === 0
        ? { ...arm, results: withAt(arm.results, which, isEmpty(end) ? this.none(items) : placeholder(items)) }
        : undefined;
    });
    const [consequent, alternative] = arms;
    if (consequent === undefined || alternative === undefined) return undefined;
    const array = this.numbers.variable(items);
    const branch = { ...made, consequent, alternative, targets: withAt(made.targets, which, array) };
    return {
      statements: block.statements.map((each) => (each === made ? branch : each)),
      results: withAt(block.results, at, array),
    };
  }

  private none(kind: ArrayLayout): Atom {
    return { tag: 'constant', kind, value: { constructor_: 0, parts: [], count: 0 } };
  }

  /** Adds the array of the items of a list. */
  private arrayOf(list: Atom, layout: VariantLayout, builder: Builder): Atom {
    const items = this.kinds.items(layout);
    const spine = builder.one(this.kinds.spine(layout), { tag: 'spine', list });
    const count = builder.one('int', { tag: 'length', array: spine });
    const index = this.numbers.variable('int');
    const inner = builder.inner();
    const cell = inner.one(layout, { tag: 'item', array: spine, index, checked: false });
    const parts = items.item.map((kind, k) =>
      inner.one(kind, { tag: 'field', value: cell, constructor_: 1, index: k }),
    );
    return builder.one(items, { tag: 'build', count, index, body: inner.block(parts) });
  }

  /** Returns statements that make a list of the items of an array. */
  private listOf(array: Variable, target: Variable, layout: VariantLayout): readonly Statement[] {
    const builder = new Builder(this.numbers);
    const count = builder.one('int', { tag: 'length', array });
    const [index, rest] = [this.numbers.variable('int'), this.numbers.variable(layout)];
    const inner = builder.inner();
    const parts = inner.add(this.kinds.items(layout).item, { tag: 'item', array, index, checked: false });
    const cell = inner.one(layout, { tag: 'construct', constructor_: 1, fields: [...parts, rest] });
    const none: Atom = { tag: 'constant', kind: layout, value: { constructor_: 0, parts: [] } };
    const [list = internalError('a list')] = builder.add([layout], {
      tag: 'for',
      index,
      count,
      down: true,
      parameters: [rest],
      initial: [none],
      body: inner.block([cell]),
      forgets: true,
    });
    builder.statements.push({ tag: 'move', values: [list], finite: false, targets: [target], origin: builder.origin });
    return builder.statements;
  }
}

function withAt<T>(all: readonly T[], at: number, ...with_: readonly T[]): readonly T[] {
  return [...all.slice(0, at), ...with_, ...all.slice(at + 1)];
}
