import { letIn, parts, type TraceTerm, type TraceType } from './term';

/** One `let x:T = C in` of a trace, added by the rule for let and calls or by a context rule of Figure 5. */
export interface TraceBinding {
  readonly name: string;
  readonly type: TraceType;
  readonly value: TraceTerm;
  readonly rule: 'let' | 'context';
}

/** The parts of a pair that have been projected so far. */
export interface KnownParts {
  readonly fst?: TraceTerm;
  readonly snd?: TraceTerm;
}

/** A trace term under construction: its bindings so far. */
export class Segment {
  readonly kind: 'program' | 'redex' | 'derivative' | 'default';
  readonly bindings: TraceBinding[] = [];
  /** The pairs that have been split here, and what was known of them before. */
  readonly split: { readonly pair: TraceTerm; readonly known: KnownParts | undefined }[] = [];

  constructor(kind: Segment['kind']) {
    this.kind = kind;
  }

  /**
   * Returns the term once its value is known. If the last redex's value is the value of the whole, its context was
   * trivial: then it is the body, and is not bound.
   */
  close(value: TraceTerm): TraceTerm {
    const last = this.bindings.at(-1);
    const isRedex = last?.rule === 'context' && value.tag === 'variable' && value.name === last.name;
    const bindings = isRedex ? this.bindings.slice(0, -1) : this.bindings;
    return bindings.reduceRight<TraceTerm>(
      (body, { name, type, value: bound }) => letIn(name, type, bound, body),
      isRedex ? last.value : value,
    );
  }

  /** Returns whether a value mentions a variable that is bound here. */
  binds(value: TraceTerm): boolean {
    if (value.tag === 'variable') return this.bindings.some(({ name }) => name === value.name);
    return parts(value).some((part) => this.binds(part));
  }
}
