import { internalError } from '../../language/source/internal-error';
import { sameAtom } from '../ir/atoms';
import { atomsIn, innerBlocks, withBlocks } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { blockOf, flatMapSame, mapSame } from '../ir/same';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Block, If, Item, Operation, Statement, Steps, Variable } from '../ir/tree';

/**
 * The statements that go through a list: its spines, their lengths and items, and what is read of these cells: fields, the
 * rest, whether there is one, and which of two rests a branch gives. Each rest of the list is known by its index in an array that stands for the list.
 */
export class Reading {
  readonly array: Variable;
  /** The kinds of the parts of an item. */
  private readonly item: readonly Kind[];
  private readonly numbers: Numbers;
  private readonly spines = new Set<number>();
  private readonly rests = new Set<number>();
  private readonly tags = new Set<number>();
  /** Where rests and spines begin, and where spines end. */
  private readonly places = new Map<number, Atom>();
  private readonly ends = new Map<number, Atom | undefined>();

  constructor(list: Variable, layout: ArrayLayout, numbers: Numbers) {
    this.array = numbers.variable(layout);
    this.item = layout.item;
    this.numbers = numbers;
    this.rests.add(list.id);
    this.places.set(list.id, intConstant(0));
  }

  isOnlyGoneThrough({ statements, results }: Block): boolean {
    // The statements tell which variables are spines and rests.
    return statements.every((statement) => this.isFine(statement)) && !results.some((result) => this.isOne(result));
  }

  /** Whether an atom is the list, a rest of it, or its cells. */
  isOne(atom: Atom): boolean {
    return this.isRest(atom) || (atom.tag === 'variable' && this.spines.has(atom.id));
  }

  private isRest(atom: Atom): boolean {
    return atom.tag === 'variable' && this.rests.has(atom.id);
  }

  isFine(statement: Statement): boolean {
    switch (statement.tag) {
      case 'spine':
        if (this.isRest(statement.list)) this.spines.add(targetOf(statement).id);
        return true;
      case 'rest':
        if (this.isRest(statement.list)) this.rests.add(targetOf(statement).id);
        return true;
      case 'tag':
        if (this.isRest(statement.value)) this.tags.add(targetOf(statement).id);
        return true;
      case 'length':
      case 'steps':
        return true;
      case 'item':
        if (this.isOne(statement.array)) {
          if (statement.checked) return false;
          this.rests.add(targetOf(statement).id);
        }
        return true;
      case 'field':
        if (this.isRest(statement.value) && statement.index === this.item.length)
          this.rests.add(targetOf(statement).id);
        return true;
      case 'if': {
        const { consequent, alternative, targets } = statement;
        if (![...consequent.statements, ...alternative.statements].every((each) => this.isFine(each))) return false;
        return targets.every((target, i) => {
          const [first, second] = [consequent.results[i] ?? missing(), alternative.results[i] ?? missing()];
          if (!this.isRest(first) || !this.isRest(second)) return !this.isOne(first) && !this.isOne(second);
          this.rests.add(target.id);
          return true;
        });
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

  changed(block: Block): Block {
    return blockOf(block, this.changedIn(block.statements), block.results);
  }

  private change(statement: Statement): Statement | readonly Statement[] {
    const builder = new Builder(this.numbers, statement.origin, true);
    const become = (value: Atom): readonly Statement[] => {
      const { targets, origin } = statement;
      return [...builder.statements, { tag: 'move', values: [value], finite: false, targets, origin }];
    };
    switch (statement.tag) {
      case 'spine': {
        if (!this.isRest(statement.list)) return statement;
        const { id } = targetOf(statement);
        this.places.set(id, this.placeOf(statement.list));
        this.ends.set(id, statement.most);
        return [];
      }
      case 'length':
        if (!this.isOne(statement.array)) return statement;
        return become(this.lengthOf(statement.array, builder));
      case 'steps':
        return statement.lists.some(({ list }) => this.isRest(list))
          ? become(this.steps(statement, builder))
          : statement;
      case 'item':
        if (!this.isOne(statement.array)) return statement;
        this.places.set(targetOf(statement).id, sum(this.placeOf(statement.array), statement.index, builder));
        return builder.statements;
      case 'rest':
        if (!this.isRest(statement.list)) return statement;
        this.places.set(targetOf(statement).id, sum(this.placeOf(statement.list), statement.after, builder));
        return builder.statements;
      case 'tag': {
        if (!this.isRest(statement.value)) return statement;
        const [none, cell] = [0, 1].map((value) => ({ statements: [], results: [intConstant(value)] }));
        const condition = this.hasCell(statement.value, builder);
        this.places.set(targetOf(statement).id, this.placeOf(statement.value));
        return become(chosen(builder, condition, cell ?? missing(), none ?? missing()));
      }
      case 'operation': {
        const value = this.test(statement, builder);
        return value === undefined ? statement : become(value);
      }
      case 'field': {
        if (!this.isRest(statement.value)) return statement;
        const index = this.placeOf(statement.value);
        if (statement.index === this.item.length) {
          this.places.set(targetOf(statement).id, sum(index, intConstant(1), builder));
          return builder.statements;
        }
        const item: Omit<Item, 'targets' | 'origin'> = { tag: 'item', array: this.array, index, checked: false };
        return become(builder.add(this.item, item)[statement.index] ?? missing());
      }
      case 'if':
        return this.branch(statement);
      default:
        return withBlocks(statement, (inner) => this.changed(inner));
    }
  }

  /** A branch of which some results are rests of the list has their places instead. */
  private branch(statement: If): Statement {
    const made = withBlocks(statement, (inner) => {
      const { statements, results } = this.changed(inner);
      return blockOf(
        inner,
        statements,
        mapSame(results, (each) => (this.isRest(each) ? this.placeOf(each) : each)),
      );
    });
    const targets = mapSame(statement.targets, (target) => {
      if (!this.rests.has(target.id)) return target;
      const place = this.numbers.variable('int');
      this.places.set(target.id, place);
      return place;
    });
    return targets === statement.targets ? made : { ...made, targets };
  }

  /** Returns a test whether a rest has a cell, if that is what an operation asks. */
  private test({ operation, arguments: [left, right] }: Operation, builder: Builder): Atom | undefined {
    const asks = operation === 'equalInt' && left?.tag === 'variable' && this.tags.has(left.id);
    if (!asks || right?.tag !== 'constant') return undefined;
    const has = this.hasCell(left, builder);
    return right.value === 1 ? has : builder.operation('not', has);
  }

  private hasCell(rest: Atom, builder: Builder): Variable {
    return builder.operation('lessInt', this.placeOf(rest), builder.one('int', { tag: 'length', array: this.array }));
  }

  private placeOf(atom: Atom): Atom {
    return (atom.tag === 'variable' ? this.places.get(atom.id) : undefined) ?? missing();
  }

  private lengthOf(atom: Atom, builder: Builder): Atom {
    const length = difference(builder.one('int', { tag: 'length', array: this.array }), this.placeOf(atom), builder);
    const end = atom.tag === 'variable' ? this.ends.get(atom.id) : undefined;
    return end === undefined ? length : least(length, end, builder);
  }

  /** Returns how many steps can be taken along lists of which some are rests of this one. */
  private steps({ lists, most }: Steps, builder: Builder): Atom {
    const others = lists.filter(({ list }) => !this.isRest(list));
    const lengths = lists.flatMap(({ list, ahead }) => {
      if (!this.isRest(list)) return [];
      const left = difference(this.lengthOf(list, builder), intConstant(ahead), builder);
      if (ahead === 0) return [left];
      const none = { statements: [], results: [intConstant(0)] };
      const some = { statements: [], results: [left] };
      return [chosen(builder, builder.operation('lessInt', left, intConstant(0)), none, some)];
    });
    const bound = [...lengths, ...(most === undefined ? [] : [most])].reduce((one, other) =>
      least(one, other, builder),
    );
    return others.length === 0 ? bound : builder.one('int', { tag: 'steps', lists: others, most: bound });
  }
}

function sum(left: Atom, right: Atom, builder: Builder): Atom {
  return isZero(left) ? right : isZero(right) ? left : builder.operation('addInt', left, right);
}

function difference(left: Atom, right: Atom, builder: Builder): Atom {
  return isZero(right) ? left : builder.operation('subtractInt', left, right);
}

function isZero(atom: Atom): boolean {
  return sameAtom(atom, intConstant(0));
}

export function least(left: Atom, right: Atom, builder: Builder): Atom {
  const [first, second] = [left, right].map((each) => ({ statements: [], results: [each] }));
  return chosen(builder, builder.operation('lessInt', left, right), first ?? missing(), second ?? missing());
}

function chosen(builder: Builder, condition: Atom, consequent: Block, alternative: Block): Variable {
  return builder.one('int', { tag: 'if', condition, consequent, alternative });
}

function targetOf({ targets: [target] }: Statement): Variable {
  return target ?? missing();
}

function missing(): never {
  return internalError('a list that is gone through');
}
