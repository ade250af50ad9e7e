import { internalError } from '../../language/source/internal-error';
import type { Code } from './code';
import type { ConstantData } from './data';
import type { Opcode, ValueType } from './instructions';

/** A value in a local. */
export interface Local {
  readonly local: number;
}

/** The source of a value: a local, or code that leaves it on the stack. A number is a constant real. */
export type Term = number | Local | ((formula: Formula) => void);

/** Returns what applies an instruction to terms. */
export function instruction(op: Opcode, immediate?: number): (...terms: readonly Term[]) => Term {
  return (...terms) =>
    (formula) => {
      for (const term of terms) formula.put(term);
      formula.code.op(op, immediate);
    };
}

export const add = instruction('f64.add');
export const subtract = instruction('f64.sub');
export const multiply = instruction('f64.mul');
export const divide = instruction('f64.div');

/** A constant of 64 bits. */
export const int = (value: number): Term => instruction('i64.const', value)();

/** A constant of 32 bits. */
export const word = (value: number): Term => instruction('i32.const', value)();

/** The polynomial in x with these coefficients, the constant one first. */
export function polynomial(x: Term, coefficients: readonly number[]): Term {
  const [first, ...more] = coefficients;
  if (first === undefined) return internalError('a polynomial has coefficients');
  return more.length === 0 ? first : add(first, multiply(x, polynomial(x, more)));
}

/** Writes code with terms. */
export class Formula {
  readonly code: Code;
  readonly data: ConstantData;
  private readonly taken: Local[] = [];

  constructor(code: Code, data: ConstantData) {
    this.code = code;
    this.data = data;
  }

  /** Leaves a value on the stack. Engines read a constant faster than they make it from its bits. */
  put(term: Term): void {
    if (typeof term === 'number') this.code.i32(0).op('f64.load', this.data.real(term));
    else if (typeof term === 'function') term(this);
    else this.code.get(term.local);
  }

  /** Computes a term once. */
  let(term: Term, type: ValueType = 'f64'): Local {
    const made = this.take(type);
    this.set(made, term);
    return made;
  }

  /** Takes a local, until the formula is written. */
  take(type: ValueType): Local {
    const made = { local: this.code.local(type) };
    this.taken.push(made);
    return made;
  }

  /** Releases the locals. */
  release(): void {
    for (const { local } of this.taken) this.code.release(local);
  }

  set({ local }: Local, term: Term): void {
    this.put(term);
    this.code.set(local);
  }

  /** Writes a branch that is seldom taken. */
  when(condition: Term, then: () => void): void {
    this.put(condition);
    this.code.when(then);
  }

  /** Computes what `write` returns, or what it gives before. */
  first(write: (give: (term: Term) => void) => Term): Local {
    const made = this.take('f64');
    this.code.labelled('block', (label) => {
      const last = write((term) => {
        this.set(made, term);
        this.code.br(label);
      });
      this.set(made, last);
    });
    return made;
  }
}
