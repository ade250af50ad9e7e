import { letIn, parts, type TraceTerm, type TraceType } from './term';

/** One `let x:T = C in` of a trace: by the rule for let and calls, or by a context rule of Figure 5. */
export interface TraceBinding {
  readonly name: string;
  readonly type: TraceType;
  readonly value: TraceTerm;
  readonly rule: 'let' | 'context';
}

/** The parts of a pair, as far as they have been taken. */
export interface KnownParts {
  readonly fst?: TraceTerm;
  readonly snd?: TraceTerm;
}

/** A trace term under way: its bindings so far. */
export class Segment {
  readonly kind: 'program' | 'redex' | 'derivative' | 'default';
  readonly bindings: TraceBinding[] = [];
  /** The pairs that have been taken apart here, and what was known of them before. */
  readonly split: { readonly pair: TraceTerm; readonly known: KnownParts | undefined }[] = [];

  constructor(kind: Segment['kind']) {
    this.kind = kind;
  }

  /**
   * The term, now that its value is known. A redex whose value is the value of the whole stood in a trivial context: it is
   * the term itself, and not bound.
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

  /** Whether a value mentions a variable that is bound here. */
  binds(value: TraceTerm): boolean {
    if (value.tag === 'variable') return this.bindings.some(({ name }) => name === value.name);
    return parts(value).some((part) => this.binds(part));
  }
}
