import { innerBlocks, rebuilt } from '../ir/blocks';
import { Builder, type Numbers, realConstant } from '../ir/builder';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Operation, Statement } from '../ir/tree';

/** Constants beyond this, or below its inverse, stay where they are: moving them could overflow, or lose digits. */
const LARGEST = 1024;

/**
 * Moves signs and constant factors in the arithmetic of derivatives: out of sums and products, and into a factor that is
 * the same in every round of the loop around it, where they cost nothing. What is not used any more is left for `dead.ts`.
 */
export function factorsOut(block: Block, numbers: Numbers): Block {
  return new Factors(numbers).block(block, 0);
}

/** A real as a constant times a variable. */
interface Scaled {
  readonly factor: number;
  readonly atom: Atom;
}

class Factors {
  private readonly numbers: Numbers;
  private readonly scaled = new Map<number, Scaled>();
  /** The number of loops around the statement that binds a variable. */
  private readonly depths = new Map<number, number>();

  constructor(numbers: Numbers) {
    this.numbers = numbers;
  }

  block(block: Block, depth: number): Block {
    const statements = flatMapSame(block.statements, (statement) => this.statement(statement, depth));
    return blockOf(block, statements, block.results);
  }

  private bind(variables: Statement['targets'], depth: number): void {
    for (const { id } of variables) this.depths.set(id, depth);
  }

  private statement(statement: Statement, depth: number): Statement | readonly Statement[] {
    this.bind(statement.targets, depth);
    if (statement.tag === 'operation') {
      if (!statement.derivative) return statement;
      const builder = new Builder(this.numbers, statement.origin, true);
      const made = this.operation(statement, depth, builder);
      if (builder.statements.length === 0) return made;
      for (const { targets } of builder.statements) this.bind(targets, depth);
      return [...builder.statements, made];
    }
    const isLoop = statement.tag !== 'if';
    for (const { binds } of innerBlocks(statement)) this.bind(binds, depth + 1);
    return rebuilt(statement, {
      atom: (atom) => atom,
      bind: (variable) => variable,
      block: (inner) => this.block(inner, isLoop ? depth + 1 : depth),
    });
  }

  private of(atom: Atom): Scaled {
    return (atom.tag === 'variable' ? this.scaled.get(atom.id) : undefined) ?? { factor: 1, atom };
  }

  private operation(statement: Operation, depth: number, builder: Builder): Operation {
    const [target] = statement.targets;
    const [left, right] = statement.arguments;
    if (target?.kind !== 'real' || left === undefined) return statement;
    const is = (factor: number, atom: Atom): Operation => {
      if (factor === 1 || !isModest(factor)) return statement;
      this.scaled.set(target.id, { factor, atom });
      return factor === -1
        ? { ...statement, operation: 'negate', arguments: [atom] }
        : { ...statement, operation: 'multiply', arguments: [atom, realConstant(factor)] };
    };
    const a = this.of(left);
    if (statement.operation === 'negate') return is(-a.factor, a.atom);
    if (right === undefined) return statement;
    const b = this.of(right);
    switch (statement.operation) {
      case 'multiply': {
        if (right.tag === 'constant') return is(Number(right.value) * a.factor, a.atom);
        if (left.tag === 'constant') return is(Number(left.value) * b.factor, b.atom);
        const factor = a.factor * b.factor;
        if (factor === 1 || !isModest(factor)) {
          return factor === 1 ? { ...statement, arguments: [a.atom, b.atom] } : statement;
        }
        const [outer, inner] = this.depthOf(a.atom) < this.depthOf(b.atom) ? [a.atom, b.atom] : [b.atom, a.atom];
        if (this.depthOf(outer) < depth && this.depthOf(outer) < this.depthOf(inner)) {
          return { ...statement, arguments: [times(factor, outer, builder), inner] };
        }
        return is(factor, builder.operation('multiply', a.atom, b.atom));
      }
      case 'divide':
        if (a.factor === 1 || b.factor !== 1) return statement;
        return is(a.factor, builder.operation('divide', a.atom, b.atom));
      case 'add':
      case 'subtract': {
        const sign = statement.operation === 'add' ? 1 : -1;
        const other = b.factor * sign;
        if (a.atom === b.atom) return is(a.factor + other, a.atom);
        if (a.factor === other) {
          const sum = builder.operation('add', a.atom, b.atom);
          return a.factor === 1 ? { ...statement, operation: 'add', arguments: [a.atom, b.atom] } : is(a.factor, sum);
        }
        if (a.factor === -other) {
          if (a.factor === 1) return { ...statement, operation: 'subtract', arguments: [a.atom, b.atom] };
          if (other === 1) return { ...statement, operation: 'subtract', arguments: [b.atom, a.atom] };
          return is(a.factor, builder.operation('subtract', a.atom, b.atom));
        }
        return statement;
      }
      default:
        return statement;
    }
  }

  private depthOf(atom: Atom): number {
    return atom.tag === 'variable' ? (this.depths.get(atom.id) ?? 0) : 0;
  }
}

function times(factor: number, atom: Atom, builder: Builder): Atom {
  return factor === -1 ? builder.operation('negate', atom) : builder.operation('multiply', atom, realConstant(factor));
}

function isModest(factor: number): boolean {
  const size = Math.abs(factor);
  return size <= LARGEST && size >= 1 / LARGEST;
}
