import type { OperationName } from '../../language/operations/names';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { mayRegroup, sameAtom } from '../ir/atoms';
import { atomsIn, innerBlocks, withBlocks } from '../ir/blocks';
import { ById } from '../ir/by-id';
import { Builder, type Numbers, realConstant } from '../ir/builder';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Operation, Statement } from '../ir/tree';

/** Constants beyond this, or below its inverse, stay where they are: moving them could overflow, or lose digits. */
const LARGEST = 1024;

/**
 * Moves signs and constant factors in the arithmetic of derivatives: out of sums and products, and into a factor that is
 * the same in every round of the loop around it, where they cost nothing. A factor that two summands share is taken out
 * of their sum, and several quotients by the same divisor become products with its reciprocal. What is not used any more
 * is left for `dead.ts`.
 */
export function factorsOut(block: Block, numbers: Numbers): Block {
  const factors = new Factors(numbers);
  factors.count(block);
  return factors.block(block, 0);
}

/** The most factors of a product that are told apart. */
const MOST_FACTORS = 4;

/** A real as a constant times a variable. */
interface Scaled {
  readonly factor: number;
  readonly atom: Atom;
}

class Factors {
  /** Collects what is written before an operation. */
  private readonly builder: Builder;
  private readonly scaled = new ById<Scaled>();
  /** The number of loops around the statement that binds a variable. */
  private readonly depths = new ById<number>();

  private readonly uses = new ById<number>();
  private readonly divisions = new ById<number>();
  private readonly reciprocals = new Map<number, Atom>();
  /** The factors of products, and the summands of sums, of derivatives. */
  private readonly products = new ById<readonly Atom[]>();
  private readonly sums = new ById<readonly [Atom, Atom]>();

  constructor(numbers: Numbers) {
    this.builder = new Builder(numbers, NOWHERE, true);
  }

  /** Counts the uses of variables, and how often derivatives divide by each. */
  count({ statements, results }: Block): void {
    this.use(results);
    for (const statement of statements) {
      this.use(atomsIn(statement));
      if (statement.tag !== 'operation') for (const inner of innerBlocks(statement)) this.count(inner.block);
      else if (statement.operation === 'divide' && mayRegroup(statement)) {
        const divisor = statement.arguments[1];
        if (divisor?.tag === 'variable') this.divisions.set(divisor.id, (this.divisions.get(divisor.id) ?? 0) + 1);
      }
    }
  }

  private use(atoms: readonly Atom[]): void {
    for (const atom of atoms) {
      if (atom.tag === 'variable') this.uses.set(atom.id, (this.uses.get(atom.id) ?? 0) + 1);
    }
  }

  block(block: Block, depth: number): Block {
    const { size } = this.reciprocals;
    const statements = flatMapSame(block.statements, (statement) => this.statement(statement, depth));
    if (this.reciprocals.size > size) this.forget(size);
    return blockOf(block, statements, block.results);
  }

  /** Forgets all reciprocals but the first ones. */
  private forget(first: number): void {
    for (const id of [...this.reciprocals.keys()].slice(first)) this.reciprocals.delete(id);
  }

  private bind(variables: Statement['targets'], depth: number): void {
    for (const { id } of variables) this.depths.set(id, depth);
  }

  private statement(statement: Statement, depth: number): Statement | readonly Statement[] {
    this.bind(statement.targets, depth);
    if (statement.tag === 'operation') {
      if (!mayRegroup(statement)) return statement;
      const { builder } = this;
      builder.origin = statement.origin;
      const made = this.operation(statement, builder);
      if (builder.statements.length === 0) return made;
      for (const { targets } of builder.statements) this.bind(targets, depth);
      return [...builder.statements.splice(0), made];
    }
    for (const { binds } of innerBlocks(statement)) this.bind(binds, depth + 1);
    return this.inside(statement, statement.tag === 'if' ? depth : depth + 1);
  }

  private inside(statement: Statement, depth: number): Statement {
    return withBlocks(statement, (inner) => this.block(inner, depth));
  }

  private of(atom: Atom): Scaled {
    return this.scaled.of(atom) ?? { factor: 1, atom };
  }

  private operation(statement: Operation, builder: Builder): Operation {
    const target = statement.targets[0] ?? internalError('a target');
    const left = statement.arguments[0] ?? internalError('an argument');
    const right = statement.arguments[1];
    const a = this.of(left);
    if (statement.operation === 'negate') return this.scaledBy(statement, -a.factor, a.atom);
    if (right === undefined) return statement;
    const b = this.of(right);
    switch (statement.operation) {
      case 'multiply': {
        if (right.tag === 'constant') return this.scaledBy(statement, Number(right.value) * a.factor, a.atom);
        if (left.tag === 'constant') return this.scaledBy(statement, Number(left.value) * b.factor, b.atom);
        const factor = a.factor * b.factor;
        if (factor === 1 || !isModest(factor)) {
          if (factor !== 1) return statement;
          const factors = [...this.factorsOf(left, a.atom), ...this.factorsOf(right, b.atom)];
          if (factors.length <= MOST_FACTORS) this.products.set(target.id, factors);
          return written(statement, 'multiply', a.atom, b.atom);
        }
        const [outer, inner] = this.depthOf(a.atom) < this.depthOf(b.atom) ? [a.atom, b.atom] : [b.atom, a.atom];
        if (this.depthOf(outer) < this.depthOf(inner)) {
          return written(statement, 'multiply', times(factor, outer, builder), inner);
        }
        return this.scaledBy(statement, factor, builder.operation('multiply', a.atom, b.atom));
      }
      case 'divide': {
        if (b.factor !== 1 || b.atom.tag === 'constant') return statement;
        const isOne = sameAtom(left, realConstant(1));
        const reciprocal = this.reciprocals.get(b.atom.id);
        if (isOne && reciprocal === undefined) {
          this.reciprocals.set(b.atom.id, target);
          return statement;
        }
        if ((this.divisions.get(b.atom.id) ?? 0) < 2) {
          return a.factor === 1
            ? statement
            : this.scaledBy(statement, a.factor, builder.operation('divide', a.atom, b.atom));
        }
        const inverse = reciprocal ?? builder.operation('divide', realConstant(1), b.atom);
        this.reciprocals.set(b.atom.id, inverse);
        if (left.tag === 'constant') return this.scaledBy(statement, Number(left.value), inverse);
        if (a.factor === 1) return written(statement, 'multiply', a.atom, inverse);
        return this.scaledBy(statement, a.factor, builder.operation('multiply', a.atom, inverse));
      }
      case 'add':
      case 'subtract': {
        const other = statement.operation === 'add' ? b.factor : -b.factor;
        if (a.atom === b.atom) return this.scaledBy(statement, a.factor + other, a.atom);
        if (a.factor === other) {
          if (a.factor !== 1) return this.scaledBy(statement, a.factor, builder.operation('add', a.atom, b.atom));
          const factors = this.factorsOf(right, b.atom);
          const whole = this.shared(this.factorsOf(left, a.atom), factors, builder);
          if (whole !== undefined) {
            this.products.set(target.id, whole);
            return written(statement, 'multiply', ...whole);
          }
          // Of x + y + z, the last two can share a factor.
          const sum = this.isUsedOnce(left) ? this.sums.of(a.atom) : undefined;
          const last = sum && this.shared(this.factorsOf(sum[1], sum[1]), factors, builder);
          const added: readonly [Atom, Atom] =
            sum && last ? [sum[0], builder.operation('multiply', ...last)] : [a.atom, b.atom];
          this.sums.set(target.id, added);
          return written(statement, 'add', ...added);
        }
        if (a.factor === -other) {
          if (a.factor === 1) return written(statement, 'subtract', a.atom, b.atom);
          if (other === 1) return written(statement, 'subtract', b.atom, a.atom);
          return this.scaledBy(statement, a.factor, builder.operation('subtract', a.atom, b.atom));
        }
        return statement;
      }
      default:
        return statement;
    }
  }

  /** Writes an operation as a multiple of an atom, which what uses it can take instead. */
  private scaledBy(statement: Operation, factor: number, atom: Atom): Operation {
    const [target] = statement.targets;
    if (target === undefined || factor === 1 || !isModest(factor)) return statement;
    this.scaled.set(target.id, { factor, atom });
    return factor === -1
      ? written(statement, 'negate', atom)
      : written(statement, 'multiply', atom, realConstant(factor));
  }

  private isUsedOnce(atom: Atom): boolean {
    return this.uses.of(atom) === 1;
  }

  /** Returns the factors of an argument, which stands for an atom, if they are multiplied for it alone. */
  private factorsOf(argument: Atom, atom: Atom): readonly Atom[] {
    return (this.isUsedOnce(argument) ? this.products.of(atom) : undefined) ?? [atom];
  }

  /** Returns the sum of two products that share a factor as that factor and what it is multiplied by. */
  private shared(left: readonly Atom[], right: readonly Atom[], builder: Builder): readonly [Atom, Atom] | undefined {
    if (left.length < 2 || right.length < 2) return undefined;
    const factor = left.find((each) => right.some((other) => sameAtom(each, other)));
    if (factor === undefined) return undefined;
    const rest = (factors: readonly Atom[]): Atom => {
      const at = factors.findIndex((each) => sameAtom(each, factor));
      return this.product(
        factors.filter((_, i) => i !== at),
        builder,
      );
    };
    return [factor, builder.operation('add', rest(left), rest(right))];
  }

  /** Multiplies factors, those first that change least often. */
  private product(factors: readonly Atom[], builder: Builder): Atom {
    const [first, ...more] = [...factors].sort((a, b) => this.depthOf(a) - this.depthOf(b));
    return more.reduce(
      (product, each) => builder.operation('multiply', product, each),
      first ?? internalError('a factor'),
    );
  }

  private depthOf(atom: Atom): number {
    return this.depths.of(atom) ?? 0;
  }
}

function times(factor: number, atom: Atom, builder: Builder): Atom {
  return factor === -1 ? builder.operation('negate', atom) : builder.operation('multiply', atom, realConstant(factor));
}

function isModest(factor: number): boolean {
  const size = Math.abs(factor);
  return size <= LARGEST && size >= 1 / LARGEST;
}

/** Returns an operation of a derivative as another one with the same result; the operation itself if it is the same. */
function written(given: Operation, operation: OperationName, ...atoms: readonly Atom[]): Operation {
  const isSame = given.operation === operation && given.arguments.every((each, i) => each === atoms[i]);
  if (isSame) return given;
  const { tag, derivative, targets, origin } = given;
  return { tag, operation, arguments: atoms, derivative, targets, origin };
}
