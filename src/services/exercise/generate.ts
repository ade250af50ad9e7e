import { constructorsOf } from '../../language/core/constructors';
import type { VariantDeclaration } from '../../language/core/tree';
import { showType } from '../../language/types/print';
import type { Type } from '../../language/types/type';
import { choices } from '../../semantics/choices';
import { sequenceOf } from '../../semantics/leaves';
import { Variant, type Value } from '../../semantics/value';
import { CASES, type Binder } from './lines';

/** A variable of `forall`, with its type in the program. */
export interface Quantified {
  readonly name: string;
  readonly domain: Range | undefined;
  readonly type: Type;
}

type Range = Extract<Binder['domain'], { readonly tag: 'range' }>;

/** A single range of at most so many values is tried whole. */
const WHOLE = 1_001;
/** The longest generated list. */
const LONGEST = 6;
/** How many constructors of recursive types are nested, at most, where there is a choice. */
const DEPTH = 4;
/** Types whose smallest value is nested deeper have no values. */
const DEEPEST = 20;

type Below = (count: number) => number;

/**
 * Yields the cases of `forall`, each a value for every variable: the ends of all ranges at once and 0, then the ends of each
 * variable with random values of the others, then random ones, `most` in all. A short range of ints or steps is tried whole, if it is the
 * only variable. Every variable must have values (`withoutValues`).
 */
export function* cases(
  variables: readonly Quantified[],
  variants: readonly VariantDeclaration[],
  below: Below,
  most = CASES,
): Generator<readonly Value[], void> {
  const [only] = variables;
  if (only === undefined) {
    yield [];
    return;
  }
  if (variables.length === 1 && only.domain !== undefined && (only.domain.isInt || only.domain.step !== undefined)) {
    const count = countOf(only.domain);
    if (count <= WHOLE) {
      for (let at = 0; at < count; at++) yield [stepOf(only.domain, at)];
      return;
    }
  }
  const random = ({ domain, type }: Quantified): Value =>
    domain === undefined ? new Maker(variants, below).make(type, DEPTH) : randomIn(domain, below);
  const ends = variables.map(({ domain, type }) =>
    domain === undefined ? [0, 1, 2].map((end) => new Maker(variants, below, end).make(type, 1)) : endsOf(domain),
  );
  let left = most;
  for (let end = 0; end < 3 && left > 0; end++, left--) yield ends.map((each) => each[Math.min(end, each.length - 1)]);
  if (variables.length > 1)
    for (const [at, each] of ends.entries())
      for (const end of each) {
        if (left-- <= 0) return;
        yield variables.map((variable, other) => (other === at ? end : random(variable)));
      }
  for (; left > 0; left--) yield variables.map(random);
}

/** Returns why a variable has no values to try; undefined if all have some. */
export function withoutValues(
  variables: readonly Quantified[],
  variants: readonly VariantDeclaration[],
): string | undefined {
  const empty = variables.find(({ type, domain }) => {
    return domain === undefined && new Maker(variants, choices(0)).make(type, DEPTH) === NONE;
  });
  return empty && `there is no way to make values of type \`${showType(empty.type)}\` for \`${empty.name}\``;
}

/** Returns the ends of a range, and 0 if it is in it. */
function endsOf(range: Range): readonly number[] {
  const { low, high } = range;
  return low <= 0 && 0 <= high && isIn(0, range) ? [low, high, 0] : [low, high];
}

function countOf({ low, high, step = 1 }: Range): number {
  return Math.floor((high - low) / step + 1e-9) + 1;
}

function stepOf({ low, step = 1 }: Range, at: number): number {
  return Number((low + at * step).toPrecision(12));
}

function randomIn(range: Range, below: Below): number {
  const { low, high, step, isInt } = range;
  if (step !== undefined || isInt) return stepOf(range, below(countOf(range)));
  // Three digits more than the width of the range has: short enough to read.
  const unit = 10 ** (Math.floor(Math.log10(Math.max(high - low, 1e-300))) - 3);
  const drawn = low + ((high - low) * below(2 ** 20)) / 2 ** 20;
  return Math.min(high, Math.max(low, Number((Math.round(drawn / unit) * unit).toPrecision(12))));
}

/** Whether a number is in a range, and on its steps. */
export function isIn(x: number, range: Range): boolean {
  const { low, high, step, isInt } = range;
  if (x < low || x > high || (isInt && !Number.isInteger(x))) return false;
  if (step === undefined) return true;
  const steps = (x - low) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}

const NONE = Symbol('no value');

/** Makes values of a type: random ones, or one of the ends, which are the simplest. */
class Maker {
  private readonly variants: readonly VariantDeclaration[];
  private readonly below: Below;
  private readonly end: number | undefined;

  constructor(variants: readonly VariantDeclaration[], below: Below, end?: number) {
    this.variants = variants;
    this.below = below;
    this.end = end;
  }

  /** Returns a value; NONE if the type has functions in it, or only infinite values. */
  make(type: Type, depth: number): Value {
    if (depth < DEPTH - DEEPEST) return NONE;
    switch (type.tag) {
      case 'real':
        return this.choose([0, 1, -1], () =>
          this.below(3) === 0 ? this.below(21) - 10 : Number(((this.below(2001) - 1000) / 100).toPrecision(6)),
        );
      case 'int':
        // Half of them are few, so that some are equal: names, for example.
        return this.choose([0, 1, -1], () => (this.below(2) === 0 ? this.below(4) : this.below(21) - 10));
      case 'bool':
        return this.choose([false, true], () => this.below(2) === 0);
      case 'string':
        return this.choose(['', 'a'], () => 'abcdefghij'.slice(this.below(5), 5 + this.below(5)));
      case 'unit':
        return undefined;
      case 'product':
        return this.all(type.items, depth);
      case 'record':
        return this.all(
          type.fields.map((field) => field.type),
          depth,
        );
      case 'sequence': {
        const length = this.end ?? (depth <= 0 ? 0 : this.below(LONGEST + 1));
        const items = this.all(new Array<Type>(length).fill(type.item), depth - 1);
        return items === NONE ? NONE : sequenceOf(items, type.container === 'array' ? 'array' : 'list');
      }
      case 'sum':
      case 'named':
        return this.variant(type, depth);
      default:
        return NONE;
    }
  }

  private choose<T>(ends: readonly T[], random: () => T): T | undefined {
    return this.end === undefined ? random() : ends[Math.min(this.end, ends.length - 1)];
  }

  private all(types: readonly Type[], depth: number): readonly Value[] | typeof NONE {
    const values = types.map((type) => this.make(type, depth));
    return values.includes(NONE) ? NONE : values;
  }

  /** At the depth, only constructors are taken whose payload has the fewest variants. */
  private variant(type: Type, depth: number): Value {
    const all = constructorsOf(type, this.variants) ?? [];
    const least = Math.min(...all.map(({ payload }) => weight(payload)));
    const first = depth <= 0 ? all.filter(({ payload }) => weight(payload) === least) : all;
    const start = this.end ?? this.below(first.length);
    const order = [...first.keys()].flatMap((at) => first[(start + at) % first.length] ?? []);
    for (const { name, payload } of order) {
      if (payload === undefined) return new Variant(name, undefined);
      const carried = this.make(payload, depth - 1);
      if (carried !== NONE) return new Variant(name, carried);
    }
    return NONE;
  }
}

/** The number of variants in the type of a payload. */
function weight(type: Type | undefined): number {
  if (type === undefined) return 0;
  if (type.tag === 'product') return type.items.reduce((sum, item) => sum + weight(item), 0);
  return type.tag === 'named' || type.tag === 'sum' ? 1 : 0;
}
