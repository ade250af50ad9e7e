import type { OperationName } from '../../../language/operations/names';
import type { LeafValue } from '../../../language/operations/operation';
import { assertNever } from '../../../language/source/internal-error';
import type { Span } from '../../../language/source/span';

/**
 * Trace terms (Abadi & Plotkin, section 3): terms without conditionals, function definitions or applications, and
 * differentiations.
 *
 *   T, U ::= real | unit | T x U
 *   C, D ::= x | r | C +_T D | op(C) | C.op_r(D) | let x : T = C in D | * | <C, D> | fst C | snd C | 0_T
 *   V, W ::= x | r | * | <V, W>                                                                     (values)
 *
 * Binding variables are all different. `+_T` and `0_T` at other types than real are abbreviations of section 2, kept as
 * they are; `expandSum` and `zeroValue` say what they mean. `C.op_r(D)` is each partial of op at D, times C: `expandReverse`.
 */
export type TraceTerm =
  | TraceVariable
  | { readonly tag: 'constant'; readonly value: number; readonly origin: Span }
  | {
      readonly tag: 'sum';
      readonly type: TraceType;
      readonly left: TraceTerm;
      readonly right: TraceTerm;
      readonly origin: Span;
    }
  | TraceOperation
  | TraceReverse
  | TraceLet
  | { readonly tag: 'unit'; readonly origin: Span }
  | { readonly tag: 'pair'; readonly first: TraceTerm; readonly second: TraceTerm; readonly origin: Span }
  | { readonly tag: 'fst' | 'snd'; readonly pair: TraceTerm; readonly origin: Span }
  | { readonly tag: 'zero'; readonly type: TraceType; readonly origin: Span };

export interface TraceVariable {
  readonly tag: 'variable';
  readonly name: string;
  readonly type: TraceType;
  readonly origin: Span;
}

/** `leaves` holds the arguments that are not reals; `argument` holds the real ones: one, a pair of two, or `*`. */
export interface TraceOperation {
  readonly tag: 'operation';
  readonly operation: OperationName;
  readonly leaves: readonly (LeafValue | undefined)[];
  readonly argument: TraceTerm;
  readonly origin: Span;
}

/** `cotangent.op_r(argument)`: of the type of the argument. */
export interface TraceReverse {
  readonly tag: 'reverse';
  readonly operation: OperationName;
  readonly leaves: readonly (LeafValue | undefined)[];
  readonly cotangent: TraceTerm;
  readonly argument: TraceTerm;
  readonly origin: Span;
}

export interface TraceLet {
  readonly tag: 'let';
  readonly name: string;
  readonly type: TraceType;
  readonly value: TraceTerm;
  readonly body: TraceTerm;
  readonly origin: Span;
}

export type TraceType =
  | { readonly tag: 'real' }
  | { readonly tag: 'unit' }
  | { readonly tag: 'pair'; readonly first: TraceType; readonly second: TraceType };

export const TRACE_REAL: TraceType = { tag: 'real' };
export const TRACE_UNIT: TraceType = { tag: 'unit' };

/** Iterated products are nested to the left: T x U x S is (T x U) x S; none is unit (section 2). */
export function iteratedProduct(types: readonly TraceType[]): TraceType {
  const [head, ...tail] = types;
  return head === undefined ? TRACE_UNIT : tail.reduce((first, second) => ({ tag: 'pair', first, second }), head);
}

/** Returns a tuple nested as `iteratedProduct` is. */
export function iteratedPair(terms: readonly TraceTerm[], origin: Span): TraceTerm {
  const [head, ...tail] = terms;
  if (head === undefined) return { tag: 'unit', origin };
  return tail.reduce((first, second) => ({ tag: 'pair', first, second, origin }), head);
}

export function traceVariable(name: string, type: TraceType, origin: Span): TraceVariable {
  return { tag: 'variable', name, type, origin };
}

export function traceConstant(value: number, origin: Span): TraceTerm {
  return { tag: 'constant', value, origin };
}

export function letIn(name: string, type: TraceType, value: TraceTerm, body: TraceTerm): TraceTerm {
  return { tag: 'let', name, type, value, body, origin: value.origin };
}

export function sameTraceType(a: TraceType, b: TraceType): boolean {
  if (a.tag !== 'pair' || b.tag !== 'pair') return a.tag === b.tag;
  return sameTraceType(a.first, b.first) && sameTraceType(a.second, b.second);
}

/** Returns the number of reals of a type. */
export function dimension(type: TraceType): number {
  switch (type.tag) {
    case 'real':
      return 1;
    case 'unit':
      return 0;
    case 'pair':
      return dimension(type.first) + dimension(type.second);
    default:
      return assertNever(type);
  }
}

/** Returns the subterms of a term, without its binders, in the order of evaluation. */
export function parts(term: TraceTerm): readonly TraceTerm[] {
  switch (term.tag) {
    case 'variable':
    case 'constant':
    case 'unit':
    case 'zero':
      return [];
    case 'sum':
      return [term.left, term.right];
    case 'operation':
      return [term.argument];
    case 'reverse':
      return [term.cotangent, term.argument];
    case 'let':
      return [term.value, term.body];
    case 'pair':
      return [term.first, term.second];
    case 'fst':
    case 'snd':
      return [term.pair];
    default:
      return assertNever(term);
  }
}

/** Returns the number of nodes: `let x : T = C in D` counts as one plus C and D; `0_T` and `+_T` count as one. */
export function traceSize(term: TraceTerm): number {
  let size = 0;
  const pending = [term];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    size++;
    pending.push(...parts(next));
  }
  return size;
}

/** Returns how deeply terms are nested, not counting bodies of lets: what recursion over terms needs of the stack. */
export function traceDepth(term: TraceTerm): number {
  let deepest = 0;
  const pending: (readonly [TraceTerm, number])[] = [[term, 1]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [current, depth] = next;
    deepest = Math.max(deepest, depth);
    if (current.tag === 'let') pending.push([current.value, depth + 1], [current.body, depth]);
    else for (const part of parts(current)) pending.push([part, depth + 1]);
  }
  return deepest;
}

/** Yields all names in a term, bound or free. */
export function* namesOf(...roots: readonly TraceTerm[]): Iterable<string> {
  const pending = [...roots];
  for (let term = pending.pop(); term !== undefined; term = pending.pop()) {
    if (term.tag === 'variable' || term.tag === 'let') yield term.name;
    pending.push(...parts(term));
  }
}
