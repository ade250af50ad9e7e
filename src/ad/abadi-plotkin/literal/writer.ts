import { type FreshNames, freshNames } from '../../../language/core/fresh-names';
import { RESERVED_NAMES } from '../../../language/core/reserved-names';
import type { Pattern } from '../../../language/core/tree';
import { internalError } from '../../../language/source/internal-error';
import type { Span } from '../../../language/source/span';
import { nameAsWritten } from '../anf/anf';
import { TUPLE_DEPTH_LIMIT, isTooDeep, UNIT_TERM, type TraceTypes } from './representation';
import { type TraceBinding, type KnownParts, Segment } from './segment';
import { traceSize, traceVariable, type TraceTerm, type TraceType, type TraceVariable } from './term';
import { typeOfTrace } from './types';

/** Most nodes of a derivative that is written out. */
export const LITERAL_LIMIT = 20_000;

/** Most nodes of a trace. */
export const TRACE_LIMIT = 100_000;

/** Why there is no trace term. */
export type NoTrace =
  | { readonly tag: 'outside'; readonly reason: string; readonly span: Span }
  | { readonly tag: 'too large'; readonly what: 'trace'; readonly span: Span }
  | { readonly tag: 'too large'; readonly what: 'derivative'; readonly nodes: bigint; readonly span: Span };

export const TOO_DEEP = `tuples nested more than ${TUPLE_DEPTH_LIMIT} deep have no trace term`;

/** Builds the trace terms under construction from what the rules of Figures 4 and 5 add. */
export class TraceWriter {
  readonly fresh: FreshNames = freshNames(RESERVED_NAMES);
  /** The terms under construction, the newest last. */
  readonly segments: Segment[] = [new Segment('program')];
  problem: NoTrace | undefined;
  /** The number of nodes of all bindings. */
  size = 0;
  /** While this returns true, nothing is added. */
  private readonly isQuiet: () => boolean;
  /** `fst(z)` for each tuple z of more than two components that is being split, by z. */
  private readonly prefixes = new WeakMap<TraceTerm, TraceVariable>();
  /** The known parts of pairs that are variables: known from where the pair was made, or was split. */
  private readonly split = new WeakMap<TraceTerm, KnownParts>();
  private readonly types: TraceTypes;
  private count = 0;

  constructor(types: TraceTypes, isQuiet: () => boolean) {
    this.types = types;
    this.isQuiet = isQuiet;
  }

  open(kind: Segment['kind']): void {
    this.segments.push(new Segment(kind));
  }

  pop(): Segment {
    const segment = this.segments.pop() ?? internalError('a segment closed without being opened');
    for (const { pair, known } of segment.split.reverse()) {
      if (known === undefined) this.split.delete(pair);
      else this.split.set(pair, known);
    }
    return segment;
  }

  /** let x:T = V in ...: returns x for a variable; for a pattern, the tuple to split. */
  bindPattern(pattern: Pattern, value: TraceTerm, origin: Span): TraceTerm {
    if (!this.types.isBound(pattern.type)) return UNIT_TERM;
    const name = pattern.tag === 'variable' ? nameAsWritten(pattern) : 'z';
    return this.bindName(name, typeOfTrace(value), value, origin);
  }

  private bindName(name: string, type: TraceType, value: TraceTerm, origin: Span): TraceVariable {
    const unique = this.fresh(name);
    this.add({ name: unique, type, value, rule: 'let' }, traceSize(value));
    const variable = traceVariable(unique, type, origin);
    const known = this.known(value);
    if (known !== undefined) this.split.set(variable, known);
    return variable;
  }

  /** E[R] ~> let x:T_V = C in D, for a new x. `size` counts the nodes of the value that are not counted yet. */
  bindRedex(value: TraceTerm, type: TraceType, size = traceSize(value)): TraceTerm {
    const variable = this.unmade(type, value.origin);
    this.add({ name: variable.name, type, value, rule: 'context' }, size);
    return variable;
  }

  private add(binding: TraceBinding, size: number): void {
    if (this.problem !== undefined || this.isQuiet()) return;
    if (isTooDeep(binding.type)) {
      this.problem = { tag: 'outside', reason: TOO_DEEP, span: binding.value.origin };
      return;
    }
    this.segment.bindings.push(binding);
    this.size += 1 + size;
  }

  private get segment(): Segment {
    return this.segments.at(-1) ?? internalError('no segment is open');
  }

  /** Returns a variable for a redex whose term is not built. */
  unmade(type: TraceType, origin: Span): TraceVariable {
    return traceVariable(this.fresh(`t${++this.count}`), type, origin);
  }

  /**
   * Returns component `index` of an iterated product; the components of a pattern share the tuples before them (`let
   * <x, y, z> = M in N`).
   */
  component(tuple: TraceTerm, index: number, arity: number, origin: Span, shared: boolean): TraceTerm {
    let value = tuple;
    for (let size = arity; size > 1; size--) {
      if (index === size - 1) return this.project('snd', value, origin);
      const known = shared ? this.prefixes.get(value) : undefined;
      if (known === undefined) {
        const first = this.project('fst', value, origin);
        if (shared && size > 2) {
          const prefix = this.bindName('z', typeOfTrace(first), first, origin);
          this.prefixes.set(value, prefix);
          value = prefix;
        } else value = first;
      } else value = known;
    }
    return value;
  }

  /** Returns a part of a pair, with a projection only if the part is not known. */
  part(side: 'fst' | 'snd', pair: TraceTerm, origin: Span): TraceTerm {
    const known = this.known(pair);
    const part = known?.[side];
    if (part !== undefined) return part;
    const type = typeOfTrace(pair);
    if (type.tag !== 'pair') return internalError('a projection of a value that is not a pair');
    const isStar = (side === 'fst' ? type.first : type.second).tag === 'unit';
    const made = isStar ? UNIT_TERM : this.project(side, pair, origin);
    this.split.set(pair, { ...known, [side]: made });
    this.segment.split.push({ pair, known });
    return made;
  }

  private known(pair: TraceTerm): KnownParts | undefined {
    return pair.tag === 'pair' ? { fst: pair.first, snd: pair.second } : this.split.get(pair);
  }

  private project(tag: 'fst' | 'snd', pair: TraceTerm, origin: Span): TraceTerm {
    const made: TraceTerm = { tag, pair, origin };
    return this.bindRedex(made, typeOfTrace(made));
  }
}
