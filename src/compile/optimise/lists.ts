import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { atomsIn, innerBlocks, rebuilt, usesIn } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { blockOf, flatMapSame, mapSame } from '../ir/same';
import type { Atom, Block, Construct, For, Statement, Variable, VariantLayout } from '../ir/tree';
import { Slots } from './slots';

/**
 * Turns lists that a counted loop makes, one cell a round, and that are only gone through, into arrays: `map` over a list,
 * and `range`. Loops over arrays can then be fused.
 */
export function listsToArrays(block: Block, numbers: Numbers, kinds: Kinds): Block {
  const statements = mapSame(block.statements, (statement) =>
    rebuilt(statement, {
      atom: (atom) => atom,
      bind: (variable) => variable,
      block: (inner) => listsToArrays(inner, numbers, kinds),
    }),
  );
  let slots: Slots | undefined;
  statements.forEach((statement, slot) => {
    if (statement.tag !== 'for' || cellOf(statement, kinds) === undefined) return;
    slots ??= new Slots(statements);
    // It is another statement by now if it goes through a list that became an array.
    const loop = slots.one(slot);
    const cell = loop?.tag === 'for' ? cellOf(loop, kinds) : undefined;
    if (loop?.tag === 'for' && cell !== undefined) asArray({ slots, slot, loop, cell }, block.results, numbers, kinds);
  });
  return blockOf(block, slots?.all() ?? statements, block.results);
}

/** A loop that makes a list, one cell a round, and its place. */
interface Making {
  readonly slots: Slots;
  readonly slot: number;
  readonly loop: For;
  readonly cell: Construct;
}

/** Returns the statement by which each round of a loop puts one cell before the list so far, which begins empty. */
function cellOf({ parameters, initial, body }: For, kinds: Kinds): Construct | undefined {
  if (parameters.length !== 1) return undefined;
  const [list = internalError('a parameter')] = parameters;
  const [first = internalError('a first value')] = initial;
  const [result = internalError('a result')] = body.results;
  if (typeof list.kind !== 'object' || list.kind.tag !== 'variant' || !kinds.isList(list.kind)) return undefined;
  const isEmpty = first.tag === 'constant' && typeof first.value === 'object' && first.value.constructor_ === 0;
  const made = body.statements.find(({ targets }) => targets.some((each) => sameAtom(each, result)));
  if (!isEmpty || made?.tag !== 'construct' || made.constructor_ !== 1) return undefined;
  const rest = made.fields.at(-1);
  if (rest === undefined || !sameAtom(rest, list) || usesIn(body, list) !== 1 || usesIn(body, result) !== 1) {
    return undefined;
  }
  return made;
}

/** Makes an array in place of the list of a loop, if the list is only gone through. */
function asArray({ slots, slot, loop, cell }: Making, results: readonly Atom[], numbers: Numbers, kinds: Kinds): void {
  const [list = internalError('a target')] = loop.targets;
  if (typeof list.kind !== 'object' || list.kind.tag !== 'variant') return internalError('a list');
  const array = numbers.variable(kinds.items(list.kind));
  const reading = new Reading(list, array, list.kind, numbers);
  const readers = reading.readers(slots, results);
  if (readers === undefined) return;
  const index = numbers.variable('int');
  const inner = new Builder(numbers, loop.origin, true);
  const at = loop.down
    ? index
    : inner.operation('subtractInt', inner.operation('subtractInt', loop.count, intConstant(1)), index);
  const parts = cell.fields.slice(0, -1);
  const body = copyBlock(
    { statements: loop.body.statements.filter((statement) => statement !== cell), results: parts },
    numbers,
    new Map([[loop.index.id, at]]),
  );
  const built: Statement = {
    tag: 'build',
    count: loop.count,
    index,
    body: { statements: [...inner.statements, ...body.statements], results: body.results },
    targets: [array],
    origin: loop.origin,
  };
  slots.put(slot, [built]);
  for (const reader of readers) slots.put(reader, reading.changedIn(slots.at(reader)));
}

/** The statements that go through a list: its spines, their lengths and items, and fields of these cells. */
class Reading {
  private readonly list: Variable;
  private readonly array: Variable;
  private readonly layout: VariantLayout;
  private readonly numbers: Numbers;
  private readonly spines = new Set<number>();
  private readonly cells = new Map<number, readonly Variable[]>();

  constructor(list: Variable, array: Variable, layout: VariantLayout, numbers: Numbers) {
    this.list = list;
    this.array = array;
    this.layout = layout;
    this.numbers = numbers;
  }

  /** Returns the slots that go through the list; undefined if it is used otherwise. */
  readers(slots: Slots, results: readonly Atom[]): readonly number[] | undefined {
    if (results.some((result) => this.isOne(result))) return undefined;
    const found = [...slots.usersOf(this.list.id)];
    for (let i = 0; i < found.length; i++) {
      for (const statement of slots.at(found[i] ?? -1)) {
        if (!this.isFine(statement)) return undefined;
        for (const target of statement.targets) {
          if (!this.isOne(target)) continue;
          const later = slots.usersOf(target.id).filter((slot) => !found.includes(slot));
          found.push(...later);
          found.sort((a, b) => a - b);
        }
      }
    }
    return found;
  }

  private isOnlyGoneThrough({ statements, results }: Block): boolean {
    // The statements tell which variables are spines and cells.
    return statements.every((statement) => this.isFine(statement)) && !results.some((result) => this.isOne(result));
  }

  private isOne(atom: Atom): boolean {
    if (atom.tag !== 'variable') return false;
    return atom.id === this.list.id || this.spines.has(atom.id) || this.cells.has(atom.id);
  }

  private isFine(statement: Statement): boolean {
    switch (statement.tag) {
      case 'spine':
        if (!sameAtom(statement.list, this.list)) return !this.isOne(statement.list);
        this.spines.add(targetOf(statement).id);
        return true;
      case 'length':
        return true;
      case 'item':
        if (this.isOne(statement.array)) {
          if (statement.checked) return false;
          const kinds = this.layout.constructors[1]?.fields.slice(0, -1) ?? [];
          this.cells.set(
            targetOf(statement).id,
            kinds.map((kind) => this.numbers.variable(kind)),
          );
        }
        return true;
      case 'field': {
        const { value, index } = statement;
        if (value.tag !== 'variable' || !this.isOne(value)) return true;
        return index < (this.cells.get(value.id)?.length ?? 0);
      }
      default:
        return (
          !atomsIn(statement).some((atom) => this.isOne(atom)) &&
          innerBlocks(statement).every((inner) => this.isOnlyGoneThrough(inner.block))
        );
    }
  }

  /** Returns statements that read the array instead. */
  changedIn(statements: readonly Statement[]): readonly Statement[] {
    return flatMapSame(statements, (statement) => this.change(statement));
  }

  private changed(block: Block): Block {
    return blockOf(block, this.changedIn(block.statements), block.results);
  }

  private change(statement: Statement): Statement | readonly Statement[] {
    const { targets, origin } = statement;
    if (statement.tag === 'spine' && this.isOne(statement.list)) return [];
    if (statement.tag === 'length' && this.isOne(statement.array)) return [{ ...statement, array: this.array }];
    if (statement.tag === 'item' && this.isOne(statement.array)) {
      const parts = this.cells.get(targetOf(statement).id) ?? internalError('a cell');
      return [{ ...statement, array: this.array, targets: parts }];
    }
    if (statement.tag === 'field' && statement.value.tag === 'variable' && this.isOne(statement.value)) {
      const part = this.cells.get(statement.value.id)?.[statement.index] ?? internalError('a part');
      return [{ tag: 'move', values: [part], finite: false, targets, origin }];
    }
    return rebuilt(statement, {
      atom: (atom) => atom,
      bind: (variable) => variable,
      block: (inner) => this.changed(inner),
    });
  }
}

function targetOf({ targets: [target] }: Statement): Variable {
  return target ?? internalError('a target');
}
