import type { Span } from '../../language/source/span';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { NOWHERE } from '../../language/source/span';
import { internalError } from '../../language/source/internal-error';
import { Unsupported } from '../unsupported';
import { joined } from './same';
import type { ArrayLayout, Kind, VariantLayout } from './kind';
import type { Atom, Block, Constant, FunctionId, Statement, Variable } from './tree';

/** The variables of a program beyond which it is refused: derivatives inside one another can multiply it. */
const MOST_VARIABLES = 300_000;

/** Numbers the variables and functions of a program. */
export class Numbers {
  private variables = 0;
  private functions = 0;
  private pairs = 0;
  private most = MOST_VARIABLES;

  variable(kind: Kind): Variable {
    if (this.variables > this.most) {
      throw new Unsupported(
        'it becomes too large',
        NOWHERE,
        'use a smaller program, or fewer derivatives inside one another',
      );
    }
    return { tag: 'variable', id: this.variables++, kind };
  }

  functionId(): number {
    return this.functions++;
  }

  /** Returns numbers that follow these, for another version of the program, which may be as large. */
  fork(): Numbers {
    const made = new Numbers();
    made.variables = this.variables;
    made.functions = this.functions;
    made.most = this.variables + MOST_VARIABLES;
    made.pairs = this.pairs;
    return made;
  }

  /** Lets as many variables follow as there could be at first: another version of the program is made instead. */
  restart(): void {
    this.most = this.variables + MOST_VARIABLES;
  }

  /** Returns a number for two loops that belong together. */
  pair(): number {
    return this.pairs++;
  }

  copies(of: readonly { readonly kind: Kind }[]): readonly Variable[] {
    return of.map(({ kind }) => this.variable(kind));
  }
}

/** Collects the statements of a block. `origin` is the place of the statements added next. */
export class Builder {
  readonly numbers: Numbers;
  readonly statements: Statement[] = [];
  origin: Span;
  /** Whether the operations added belong to a derivative. */
  readonly derivative: boolean;

  constructor(numbers: Numbers, origin: Span = NOWHERE, derivative = false) {
    this.numbers = numbers;
    this.origin = origin;
    this.derivative = derivative;
  }

  /** Adds a statement with fresh targets of these kinds and returns them. */
  add(kinds: readonly Kind[], statement: Unplaced): readonly Variable[] {
    const targets = kinds.map((kind) => this.numbers.variable(kind));
    this.statements.push({ ...statement, targets, origin: this.origin });
    return targets;
  }

  /** Adds a statement with one target. */
  one(kind: Kind, statement: Unplaced): Variable {
    return this.add([kind], statement)[0] ?? internalError('a statement without a target');
  }

  operation(operation: OperationName, ...given: readonly Atom[]): Variable {
    const { result } = operationRow(operation);
    if (result === 'string') return internalError(`${operation} gives a string`);
    const target = this.numbers.variable(result);
    const { derivative, origin } = this;
    this.statements.push({ tag: 'operation', operation, arguments: given, derivative, targets: [target], origin });
    return target;
  }

  /** Adds a call of a function whose results have these kinds, and returns these. */
  call(kinds: readonly Kind[], callee: FunctionId, given: readonly Atom[]): readonly Variable[] {
    const targets = kinds.map((kind) => this.numbers.variable(kind));
    this.statements.push({ tag: 'call', callee, arguments: given, targets, origin: this.origin });
    return targets;
  }

  /** Returns a builder of a block inside this one. */
  inner(): Builder {
    return new Builder(this.numbers, this.origin, this.derivative);
  }

  block(results: readonly Atom[]): Block {
    return { statements: this.statements, results };
  }
}

/** A statement without its targets and its place. */
export type Unplaced = Statement extends infer S
  ? S extends Statement
    ? Omit<S, 'targets' | 'origin'>
    : never
  : never;

export function realConstant(value: number): Constant {
  return { tag: 'constant', kind: 'real', value };
}

export function intConstant(value: number): Constant {
  return { tag: 'constant', kind: 'int', value };
}

export function boolConstant(value: boolean): Constant {
  return { tag: 'constant', kind: 'bool', value };
}

/** Returns data of a constructor; data that consists of constants is a constant. */
export function construct(
  layout: VariantLayout,
  constructor_: number,
  fields: readonly Atom[],
  builder: Builder,
): Atom {
  if (fields.every(isConstant)) return { tag: 'constant', kind: layout, value: { constructor_, parts: fields } };
  return builder.one(layout, { tag: 'construct', constructor_, fields });
}

/** Returns an array of items; one that consists of constants is a constant. */
export function arrayLiteral(layout: ArrayLayout, items: readonly (readonly Atom[])[], builder: Builder): Atom {
  const parts = joined(items);
  if (!parts.every(isConstant)) return builder.one(layout, { tag: 'array', items });
  return { tag: 'constant', kind: layout, value: { constructor_: 0, parts, count: items.length } };
}

function isConstant(atom: Atom): atom is Constant {
  return atom.tag === 'constant';
}
