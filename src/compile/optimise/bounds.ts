import type { OperationName } from '../../language/operations/names';
import { MOST_ITEMS } from '../ir/atoms';
import { rebuilt, withArguments } from '../ir/blocks';
import { ById } from '../ir/by-id';
import { boolConstant, intConstant } from '../ir/builder';
import { blockOf, mapSame } from '../ir/same';
import type { Kind } from '../ir/kind';
import type { Atom, Block, Item, Operation, Statement, Variable } from '../ir/tree';
import { combined, type Polynomial, polynomialOf, shifted } from './polynomials';

/**
 * Drops the tests of ints that cannot overflow and of indices that are inside their array, decides comparisons of ints, and
 * shortens sums of ints. Ranges come from constants, lengths, the indices of loops and the branches that a comparison
 * leads to.
 */
export function withoutTests(block: Block): Block {
  return new Bounds().block(block);
}

/** A value is at least `low` and at most `high`, and at most each of the sums of a variable and a constant in `below`. */
interface Range {
  readonly low: number;
  readonly high: number;
  readonly below: readonly Form[];
}

/** A variable plus a constant; without a variable, the constant. */
interface Form {
  readonly base: number | undefined;
  readonly offset: number;
}

const LARGEST = Number.MAX_SAFE_INTEGER;
/** The cells of a list take at least 8 bytes each, of 2^32. */
const MOST_CELLS = 2 ** 29;
const UNKNOWN: Range = { low: -LARGEST, high: LARGEST, below: [] };
/** The number of variables through which an upper bound is followed. */
const FARTHEST = 5;

class Bounds {
  private readonly ranges = new Map<number, Range>();
  private readonly sums = new Map<number, Polynomial>();
  private readonly replaced = new ById<Atom>();
  private readonly lengths = new Map<number, Form>();
  private readonly comparisons = new Map<number, Operation>();
  /** The ints that are quotients, rounded down, by constants. */
  private readonly quotients = new Map<number, { readonly of: Form; readonly by: number }>();

  block(block: Block): Block {
    const statements = mapSame(block.statements, (statement) => this.statement(statement));
    return blockOf(block, statements, mapSame(block.results, this.atom));
  }

  private range(atom: Atom | undefined): Range {
    if (atom === undefined) return UNKNOWN;
    if (atom.tag === 'variable') return this.ranges.get(atom.id) ?? UNKNOWN;
    const value = Number(atom.value);
    return { low: value, high: value, below: [] };
  }

  /** Returns an int as a variable plus a constant. */
  private form(atom: Atom): Form {
    if (atom.tag === 'constant') return { base: undefined, offset: Number(atom.value) };
    const known = this.sums.get(atom.id);
    const sum = known && shifted(known);
    return sum === undefined ? { base: atom.id, offset: 0 } : { base: sum.variable?.id, offset: sum.offset };
  }

  private sum(atom: Atom): Polynomial | undefined {
    return (atom.tag === 'variable' ? this.sums.get(atom.id) : undefined) ?? polynomialOf(atom);
  }

  private readonly atom = (atom: Atom): Atom => this.replaced.of(atom) ?? atom;

  private set({ id }: Variable, range: Range): void {
    this.ranges.set(id, range);
  }

  private statement(first: Statement): Statement {
    return first.tag === 'operation' ? this.operation(withArguments(first, this.atom)) : this.other(first);
  }

  private other(first: Statement): Statement {
    const count = this.enter(first);
    const before = first.tag === 'if' ? this.comparisons.get(idOf(first.condition)) : undefined;
    const decided = before === undefined ? undefined : this.decided(before);
    const given = first.tag === 'if' && decided !== undefined ? { ...first, condition: boolConstant(decided) } : first;
    const statement = rebuilt(given, {
      atom: this.atom,
      bind: (variable) => variable,
      block: (inner) => {
        if (given.tag !== 'if' || before === undefined) return this.block(inner);
        return this.within(before, inner === given.consequent, inner);
      },
    });
    if (count !== undefined) this.set(count.variable, count.range);
    return this.leave(statement);
  }

  /** Records what is known inside a loop; returns what was known of its count. */
  private enter(statement: Statement): { readonly variable: Variable; readonly range: Range } | undefined {
    if (statement.tag !== 'for' && statement.tag !== 'build') return undefined;
    const { index } = statement;
    const count = this.atom(statement.count);
    const { base, offset } = this.form(count);
    const most = statement.tag === 'build' ? MOST_ITEMS : LARGEST;
    const high = Math.min(most, this.range(count).high) - 1;
    this.set(index, { low: 0, high, below: [{ base, offset: offset - 1 }] });
    if (count.tag === 'constant') return undefined;
    // Inside, there is a round.
    const range = this.range(count);
    this.set(count, { ...range, low: Math.max(1, range.low) });
    return { variable: count, range };
  }

  /** Records what is known after a statement, and returns it without tests that cannot fail. */
  private leave(statement: Statement): Statement {
    const [target] = statement.targets;
    switch (statement.tag) {
      case 'length':
        if (target === undefined) return statement;
        this.set(target, { low: 0, high: mostOf(statement.array.kind), below: [] });
        if (statement.array.tag === 'variable') this.lengths.set(statement.array.id, { base: target.id, offset: 0 });
        return statement;
      case 'steps':
        if (target !== undefined) this.set(target, { low: 0, high: MOST_CELLS, below: [] });
        return statement;
      case 'build':
        for (const { id } of statement.targets) this.lengths.set(id, this.form(statement.count));
        return statement;
      case 'array':
        if (target !== undefined) this.lengths.set(target.id, { base: undefined, offset: statement.items.length });
        return statement;
      case 'item':
        return statement.checked && this.isInside(statement) ? { ...statement, checked: false } : statement;
      case 'if':
        statement.targets.forEach((each, i) => {
          if (each.kind !== 'int') return;
          const [first, second] = [statement.consequent, statement.alternative].map(({ results }) =>
            this.range(results[i]),
          );
          if (first === undefined || second === undefined) return;
          this.set(each, {
            low: Math.min(first.low, second.low),
            high: Math.max(first.high, second.high),
            below: first.below.filter((form) => second.below.some((other) => sameForm(form, other))),
          });
        });
        return statement;
      default:
        return statement;
    }
  }

  private isInside({ array, index }: Item): boolean {
    const length = ((): Form | undefined => {
      if (array.tag === 'variable') return this.lengths.get(array.id);
      return typeof array.value === 'object' && array.value.count !== undefined
        ? { base: undefined, offset: array.value.count }
        : undefined;
    })();
    return length !== undefined && this.range(index).low >= 0 && this.isBelow(index, length);
  }

  /** Whether a value is less than a length. */
  private isBelow(value: Atom, length: Form): boolean {
    const { high, below } = this.range(value);
    if (length.base === undefined && high < length.offset) return true;
    const seen = new Set<number>();
    let forms: readonly Form[] = [this.form(value), ...below];
    for (let i = 0; i < FARTHEST && forms.length > 0; i++) {
      if (forms.some(({ base, offset }) => base === length.base && offset < length.offset)) return true;
      forms = forms.flatMap(({ base, offset }) => {
        if (base === undefined || seen.has(base)) return [];
        seen.add(base);
        return (this.ranges.get(base)?.below ?? []).map((form) => ({ base: form.base, offset: form.offset + offset }));
      });
    }
    return false;
  }

  private operation(statement: Operation): Statement {
    const target = statement.targets[0];
    if (target?.kind === 'bool') {
      this.comparisons.set(target.id, statement);
      const decided = this.decided(statement);
      if (decided !== undefined) this.replaced.set(target.id, boolConstant(decided));
      return statement;
    }
    if (target?.kind !== 'int') return statement;
    const found = this.result(statement);
    if (found === undefined) return statement;
    const { low, high } = found;
    const isSafe = low >= -LARGEST && high <= LARGEST;
    this.set(target, { low: Math.max(low, -LARGEST), high: Math.min(high, LARGEST), below: found.below });
    const [dividend, divisor] = statement.arguments;
    if (statement.operation === 'div' && dividend !== undefined && divisor?.tag === 'constant')
      this.quotients.set(target.id, { of: this.form(dividend), by: Number(divisor.value) });
    const made = statement.derivative || !isSafe ? statement : { ...statement, derivative: true };
    return this.shortened(made, target);
  }

  /** Returns a sum of ints as a variable plus a constant, if it is that. */
  private shortened(statement: Operation, target: Variable): Statement {
    const sum = combined(
      statement.operation,
      statement.arguments.map((atom) => this.sum(atom)),
    );
    if (sum === undefined) return statement;
    this.sums.set(target.id, sum);
    const short = statement.derivative ? shifted(sum) : undefined;
    if (short === undefined) return statement;
    const { variable, offset } = short;
    if (variable === undefined || offset === 0) {
      this.replaced.set(target.id, variable ?? intConstant(offset));
      return statement;
    }
    const [left, right] = statement.arguments;
    const isShort = statement.operation === 'addInt' && left === variable && right?.tag === 'constant';
    return isShort ? statement : { ...statement, operation: 'addInt', arguments: [variable, intConstant(offset)] };
  }

  /** Decides a comparison of ints if the ranges do. */
  private decided({ operation, arguments: [left, right] }: Operation): boolean | undefined {
    return left === undefined || right === undefined ? undefined : this.compared(operation, left, right);
  }

  private isAtLeast(left: Atom | undefined, right: Atom | undefined): boolean {
    return left !== undefined && right !== undefined && this.compared('greaterEqualInt', left, right) === true;
  }

  private compared(operation: OperationName, left: Atom, right: Atom): boolean | undefined {
    const isLess = (small: Atom, large: Atom): boolean =>
      this.range(small).high < this.range(large).low || this.isBelow(small, this.form(large));
    const isAtMost = (small: Atom, large: Atom): boolean => {
      const { base, offset } = this.form(large);
      return this.range(small).high <= this.range(large).low || this.isBelow(small, { base, offset: offset + 1 });
    };
    switch (operation) {
      case 'lessInt':
        if (isLess(left, right)) return true;
        return isAtMost(right, left) ? false : undefined;
      case 'greaterEqualInt':
        if (isAtMost(right, left)) return true;
        return isLess(left, right) ? false : undefined;
      case 'greaterInt':
        return this.compared('lessInt', right, left);
      case 'lessEqualInt':
        return this.compared('greaterEqualInt', right, left);
      case 'equalInt':
        return isLess(left, right) || isLess(right, left) ? false : undefined;
      default:
        return undefined;
    }
  }

  /** Returns the range of an operation that can only fail because its result is outside it. */
  private result({ operation, arguments: given }: Operation): Range | undefined {
    const [left, right] = given;
    const [a, b] = [this.range(left), this.range(right)];
    const below = (by: number): readonly Form[] =>
      left === undefined
        ? []
        : [this.form(left), ...a.below].map(({ base, offset }) => ({ base, offset: offset + by }));
    switch (operation) {
      case 'addInt':
        return {
          low: a.low + b.low,
          high: a.high + b.high,
          below: Number.isSafeInteger(b.high + MOST_CELLS) ? below(b.high) : [],
        };
      case 'subtractInt':
        return {
          low: Math.max(a.low - b.high, this.isAtLeast(left, right) ? 0 : -Infinity),
          high: a.high - b.low,
          below: Number.isSafeInteger(b.low - MOST_CELLS) ? below(-b.low) : [],
        };
      case 'multiplyInt': {
        const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
        return { low: Math.min(...corners), high: Math.max(...corners), below: this.belowProduct(left, right) };
      }
      case 'negateInt':
        return { low: -a.high, high: -a.low, below: [] };
      case 'div':
        if (b.low < 1) return undefined;
        return {
          low: Math.min(Math.floor(a.low / b.low), Math.floor(a.low / b.high)),
          high: Math.max(Math.floor(a.high / b.low), Math.floor(a.high / b.high)),
          below: a.low >= 0 ? below(0) : [],
        };
      case 'mod':
        if (b.low < 1 || right === undefined) return undefined;
        return { low: 0, high: b.high - 1, below: [{ ...this.form(right), offset: this.form(right).offset - 1 }] };
      default:
        return undefined;
    }
  }

  /** Returns what a product is at most: if i <= div n 2 - 1, then 2 * i <= n - 2. */
  private belowProduct(left: Atom | undefined, right: Atom | undefined): readonly Form[] {
    const [factor, other] = left?.tag === 'constant' ? [left, right] : [right, left];
    if (factor?.tag !== 'constant' || other === undefined) return [];
    const by = Number(factor.value);
    return [this.form(other), ...this.range(other).below].flatMap(({ base, offset }) => {
      const quotient = base === undefined ? undefined : this.quotients.get(base);
      if (quotient?.by !== by) return [];
      return [{ base: quotient.of.base, offset: quotient.of.offset + by * offset }];
    });
  }

  /** Returns a block that runs only if a comparison holds, or fails. */
  private within(comparison: Operation, holds: boolean, block: Block): Block {
    const [left, right] = comparison.arguments;
    const before = [left, right].map((atom) => [idOf(atom), this.ranges.get(idOf(atom))] as const);
    const less = (small: Atom | undefined, large: Atom | undefined, by: number): void => {
      if (small === undefined || large === undefined) return;
      const [a, b] = [this.range(small), this.range(large)];
      const form = this.form(large);
      if (small.tag === 'variable') {
        this.set(small, {
          low: a.low,
          high: Math.min(a.high, b.high - by),
          below: [...a.below, { base: form.base, offset: form.offset - by }],
        });
      }
      if (large.tag === 'variable') this.set(large, { ...b, low: Math.max(b.low, a.low + by) });
    };
    switch (comparison.operation) {
      case 'lessInt':
        if (holds) less(left, right, 1);
        else less(right, left, 0);
        break;
      case 'lessEqualInt':
        if (holds) less(left, right, 0);
        else less(right, left, 1);
        break;
      case 'greaterInt':
        if (holds) less(right, left, 1);
        else less(left, right, 0);
        break;
      case 'greaterEqualInt':
        if (holds) less(right, left, 0);
        else less(left, right, 1);
        break;
      case 'equalInt':
        if (holds) {
          less(left, right, 0);
          less(right, left, 0);
        } else this.differs(left, right);
        break;
      default:
    }
    const made = this.block(block);
    for (const [id, range] of before) {
      if (range === undefined) this.ranges.delete(id);
      else this.ranges.set(id, range);
    }
    return made;
  }

  /** Records that a value is not a constant at the edge of its range. */
  private differs(value: Atom | undefined, constant: Atom | undefined): void {
    if (value?.tag !== 'variable' || constant?.tag !== 'constant') return;
    const range = this.range(value);
    const not = Number(constant.value);
    if (range.low === not) this.set(value, { ...range, low: not + 1 });
    else if (range.high === not) this.set(value, { ...range, high: not - 1 });
  }
}

/** Returns the most items of an array or a list. */
function mostOf(kind: Kind): number {
  return typeof kind === 'object' && kind.tag === 'array' ? MOST_ITEMS : MOST_CELLS;
}

function sameForm(left: Form, right: Form): boolean {
  return left.base === right.base && left.offset === right.offset;
}

function idOf(atom: Atom | undefined): number {
  return atom?.tag === 'variable' ? atom.id : -1;
}
