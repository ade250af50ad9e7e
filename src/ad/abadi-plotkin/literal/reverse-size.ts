import type { TraceBinder } from './differentiate';
import { expandReverse } from './expand';
import { traceSize, type TraceLet, type TraceTerm } from './term';

/**
 * Returns the exact size of W.R_V(x : T. C) by the clauses of Figure 6, without building it. Every let of C doubles it,
 * since the clause for let differentiates the body twice; so it may have thousands of digits. Takes linear time, apart from
 * the digits: the size of W at a place in C is the same for every binder, so the derivative by a binder has the size of that
 * by a name that does not occur, and what W and the zeros around it add where the binder's names occur.
 */
export function reverseSize(w: TraceTerm, { variables, at, pattern }: TraceBinder, c: TraceTerm): bigint {
  const values = at.reduce((sum, value) => sum + 1 + traceSize(value), 0);
  const counting = new Counting(values);
  const { outer } = counting.measure(c, traceSize(w));
  const around = BigInt(traceSize(pattern) - 1);
  return variables.reduce((sum, { name }) => sum + counting.added(name, around), outer);
}

/** The sizes of derivatives by a name that does not occur: by the outer binder, and by the binder of a let. */
interface Sizes {
  readonly outer: bigint;
  readonly inner: bigint;
}

const LEAF: Sizes = { outer: 1n, inner: 1n };

/** Nodes of `let x : T = V in` for the binder of a let, whose V is a variable. */
const INNER_VALUES = 2;

/** The places where a name occurs, and the sizes of W there, added up. */
interface Occurrences {
  readonly count: bigint;
  readonly w: bigint;
}

const NONE: Occurrences = { count: 0n, w: 0n };

class Counting {
  /** Nodes of the lets x : T = V of the outer binder. */
  private readonly values: number;
  private occurrences = new Map<string, Occurrences>();
  private expanded = 0;
  /** Names that cannot be written in a program, so none occurs in C. */
  private readonly fresh = (base: string): string => `${base}#${this.expanded++}`;

  constructor(values: number) {
    this.values = values;
  }

  /** Returns what W at the places of a name adds to the size, with so many nodes around W. */
  added(name: string, around: bigint): bigint {
    const { count, w } = this.occurrences.get(name) ?? NONE;
    return w + count * (around - 1n);
  }

  /** Returns the sizes for a cotangent of `w` nodes, and notes the names that are free in C. */
  measure(c: TraceTerm, w: number): Sizes {
    switch (c.tag) {
      case 'variable':
        this.note(c.name, { count: 1n, w: BigInt(w) });
        return LEAF;
      case 'constant':
      case 'unit':
      case 'zero':
        return LEAF;
      case 'sum':
        return plus(1, this.measure(c.left, w), this.measure(c.right, w));
      case 'operation':
        return this.bound(2 + w + traceSize(c.argument), this.measure(c.argument, 1));
      case 'let':
        return this.measureLets(c, w);
      case 'pair':
        return plus(8 + w, this.measure(c.first, 1), this.measure(c.second, 1));
      case 'fst':
      case 'snd':
        return this.bound(1 + traceSize(c.pair), this.measure(c.pair, w + 2));
      case 'reverse':
        return this.measure(expandReverse(c, this.fresh), w);
    }
  }

  private measureLets(root: TraceLet, w: number): Sizes {
    const outside = this.occurrences;
    this.occurrences = new Map();
    const lets: TraceLet[] = [];
    let term: TraceTerm = root;
    for (; term.tag === 'let'; term = term.body) lets.push(term);
    let sizes = this.measure(term, w);
    for (const { name, value } of lets.reverse()) {
      const byName = sizes.inner + this.added(name, 0n);
      this.occurrences.delete(name);
      const ofValue = this.measure(value, 1);
      // let x = V in let y = D in ... + (let y' = W.R_y(y. E) in y'.R_V(x. D))
      const own = this.bound(1 + traceSize(value) + 1 + 1, { outer: byName, inner: byName });
      sizes = plus(0, own, plus(0, sizes, ofValue));
    }
    const inside = this.occurrences;
    this.occurrences = outside;
    for (const [name, found] of inside) this.note(name, found);
    return sizes;
  }

  private note(name: string, { count, w }: Occurrences): void {
    const before = this.occurrences.get(name) ?? NONE;
    this.occurrences.set(name, { count: before.count + count, w: before.w + w });
  }

  /** Adds nodes, and those of the lets x : T = V of the binder. */
  private bound(nodes: number, { outer, inner }: Sizes): Sizes {
    return { outer: outer + BigInt(nodes + this.values), inner: inner + BigInt(nodes + INNER_VALUES) };
  }
}

function plus(nodes: number, a: Sizes, b: Sizes): Sizes {
  return { outer: BigInt(nodes) + a.outer + b.outer, inner: BigInt(nodes) + a.inner + b.inner };
}
