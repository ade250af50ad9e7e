import { expandReverse } from './expand';
import { traceSize, type TraceTerm } from './term';
import type { TraceBinder } from './differentiate';

/**
 * Most subterms and binders that are counted. After that only a lower bound is known: at least every second one makes a
 * node.
 */
const LOOKED_AT = 50_000;
/**
 * Most lets in a chain: each doubles the size, so longer chains are not followed. Nor are lets nested this deep in
 * bodies or bindings: the clause for let copies its binding, so they make more than LETS² / 2 nodes in any case.
 */
const LETS = 1_000;

export interface Size {
  readonly nodes: number;
  /** Whether the size is only a lower bound. */
  readonly least: boolean;
}

/**
 * Returns the size of W.R_V(x : T. C) by the recurrences of Figure 6's clauses, without building it. Every let of C
 * doubles it, since the clause for let differentiates the body twice. `w` and the binder's values are sizes.
 */
export function reverseSize(w: TraceTerm, binder: TraceBinder, c: TraceTerm): Size {
  const lets = chainLength(c);
  const place = newPlace(binder);
  if (lets > LETS) return { nodes: 2 ** LETS, least: true };
  const nodes = new Counting().reverse(traceSize(w), place, c);
  return nodes === undefined ? { nodes: Math.max(LOOKED_AT / 2, 2 ** lets), least: true } : { nodes, least: false };
}

function chainLength(root: TraceTerm): number {
  let lets = 0;
  for (let term = root; term.tag === 'let'; term = term.body) lets++;
  return lets;
}

/** Returns the sum, or undefined if a summand is. */
function plus(...sizes: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const size of sizes) {
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}

/** The sizes that matter about a binder. */
interface Place {
  readonly names: readonly string[];
  readonly id: string;
  /** Nodes of the lets x:T = V: one each, plus V. */
  readonly at: number;
  /** Nodes of the binder's tuple, except for one variable. */
  readonly around: number;
}

function newPlace({ variables, at, pattern }: TraceBinder): Place {
  const names = variables.map(({ name }) => name);
  const size = at.reduce((sum, value) => sum + 1 + traceSize(value), 0);
  return { names, id: names.join(), at: size, around: traceSize(pattern) - 1 };
}

class Counting {
  private readonly known = new Map<TraceTerm, Map<string, number | undefined>>();
  private readonly sizes = new Map<TraceTerm, number>();
  private readonly expanded = new Map<TraceTerm, TraceTerm>();
  private count = 0;
  /** Number of lets around the current term. */
  private depth = 0;
  /** Names that cannot be written in a program, so none occurs in C. */
  private readonly fresh = (base: string): string => `${base}#${this.expanded.size}`;

  /** Returns undefined if the term is too large to count. */
  reverse(w: number, place: Place, c: TraceTerm): number | undefined {
    const key = `${place.id}:${w}`;
    let sizes = this.known.get(c);
    if (sizes === undefined) this.known.set(c, (sizes = new Map<string, number | undefined>()));
    const known = sizes.get(key);
    if (known !== undefined) return known;
    if (++this.count > LOOKED_AT) return undefined;
    const size = this.clause(w, place, c);
    sizes.set(key, size);
    return size;
  }

  private clause(w: number, place: Place, c: TraceTerm): number | undefined {
    switch (c.tag) {
      case 'variable': {
        const isDifferentiated = place.names.includes(c.name);
        return isDifferentiated ? w + place.around : 1;
      }
      case 'constant':
      case 'unit':
      case 'zero':
        return 1;
      case 'sum':
        return plus(1, this.reverse(w, place, c.left), this.reverse(w, place, c.right));
      case 'operation':
        return plus(place.at + 2 + w + this.size(c.argument), this.reverse(1, place, c.argument));
      case 'let': {
        if (this.depth === LETS) {
          this.count = LOOKED_AT;
          return undefined;
        }
        const inner: Place = { names: [c.name], id: c.name, at: 2, around: 0 };
        this.depth++;
        const size = plus(
          place.at + 1 + this.size(c.value) + 1,
          this.reverse(w, place, c.body),
          plus(1, this.reverse(w, inner, c.body), this.reverse(1, place, c.value)),
        );
        this.depth--;
        return size;
      }
      case 'pair':
        return plus(8 + w, this.reverse(1, place, c.first), this.reverse(1, place, c.second));
      case 'fst':
      case 'snd':
        return plus(place.at + 1 + this.size(c.pair), this.reverse(w + 2, place, c.pair));
      case 'reverse': {
        const expanded = this.expanded.get(c) ?? expandReverse(c, this.fresh);
        this.expanded.set(c, expanded);
        return this.reverse(w, place, expanded);
      }
    }
  }

  private size(term: TraceTerm): number {
    const known = this.sizes.get(term);
    if (known !== undefined) return known;
    const size = traceSize(term);
    this.sizes.set(term, size);
    return size;
  }
}
