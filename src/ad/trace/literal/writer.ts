import type { FreshNames } from '../../../language/core/fresh-names';
import { freshNames } from '../../../language/core/fresh-names';
import { RESERVED_NAMES } from '../../../language/core/reserved-names';
import type { Pattern } from '../../../language/core/tree';
import { internalError } from '../../../language/source/internal-error';
import { NOWHERE, type Span } from '../../../language/source/span';
import { writtenName } from '../anf';
import type { Size } from './reverse-size';
import { type Binding, Segment } from './segment';
import { traceSize, traceVariable, type TraceTerm, type TraceType, type TraceVariable } from './term';
import { isBound, typeOfTrace } from './types';

/** Larger terms are not made. */
export const LITERAL_LIMIT = 20_000;

/** What has no reals, in a trace. */
export const STAR: TraceTerm = { tag: 'unit', origin: NOWHERE };

/** Why there is no trace term. */
export type NoTrace =
  | { readonly tag: 'outside'; readonly reason: string; readonly span: Span }
  | { readonly tag: 'too large'; readonly what: 'trace' | 'derivative'; readonly size: Size; readonly span: Span };

/** The trace terms under way: what the rules of Figures 4 and 5 add to them. */
export class TraceWriter {
  readonly fresh: FreshNames = freshNames(RESERVED_NAMES);
  /** The last first. */
  readonly segments: Segment[] = [new Segment('program')];
  problem: NoTrace | undefined;
  /** Nodes of all bindings. */
  size = 0;
  /** Nothing is added while it is. */
  private readonly isQuiet: () => boolean;
  /** `fst(z)` of a tuple z of more than two that is being taken apart: by z. */
  private readonly prefixes = new WeakMap<TraceTerm, TraceVariable>();
  private count = 0;

  constructor(isQuiet: () => boolean) {
    this.isQuiet = isQuiet;
  }

  open(kind: Segment['kind']): void {
    this.segments.push(new Segment(kind));
  }

  pop(): Segment {
    return this.segments.pop() ?? internalError('a segment closes that was not opened');
  }

  /** let x:T = V in ...: for a variable, x; for a pattern, the tuple that is then taken apart. */
  bindPattern(pattern: Pattern, value: TraceTerm, origin: Span): TraceTerm {
    if (!isBound(pattern.type)) return STAR;
    const name = pattern.tag === 'variable' ? writtenName(pattern) : 'z';
    return this.bindName(name, typeOfTrace(value), value, origin);
  }

  private bindName(name: string, type: TraceType, value: TraceTerm, origin: Span): TraceVariable {
    const unique = this.fresh(name);
    this.add({ name: unique, type, value, rule: 'let' }, traceSize(value));
    return traceVariable(unique, type, origin);
  }

  /** E[R] ~> let x:T_V = C in D, for x that is new. `size`: nodes of the value that have not been counted before. */
  bindRedex(value: TraceTerm, type: TraceType, size = traceSize(value)): TraceTerm {
    const variable = this.unmade(type, value.origin);
    this.add({ name: variable.name, type, value, rule: 'context' }, size);
    return variable;
  }

  private add(binding: Binding, size: number): void {
    if (this.problem !== undefined || this.isQuiet()) return;
    const segment = this.segments.at(-1) ?? internalError('no segment is open');
    segment.bindings.push(binding);
    this.size += 1 + size;
  }

  /** The value of a redex whose term is not made. */
  unmade(type: TraceType, origin: Span): TraceVariable {
    return traceVariable(this.fresh(`t${++this.count}`), type, origin);
  }

  /** Component `index` of an iterated product; those of a pattern share the tuples before them (`let <x, y, z> = M in N`). */
  component(tuple: TraceTerm, index: number, arity: number, origin: Span, shared: boolean): TraceTerm {
    let value = tuple;
    for (let size = arity; size > 1; size--) {
      if (index === size - 1) return this.part('snd', value, origin);
      const known = shared ? this.prefixes.get(value) : undefined;
      if (known === undefined) {
        const first = this.part('fst', value, origin);
        if (shared && size > 2) {
          const prefix = this.bindName('z', typeOfTrace(first), first, origin);
          this.prefixes.set(value, prefix);
          value = prefix;
        } else value = first;
      } else value = known;
    }
    return value;
  }

  private part(tag: 'fst' | 'snd', pair: TraceTerm, origin: Span): TraceTerm {
    const made: TraceTerm = { tag, pair, origin };
    return this.bindRedex(made, typeOfTrace(made));
  }
}
