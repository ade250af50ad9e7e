import type { PaperBoolean, PaperTerm } from './language';

/**
 * M as E[R] or E[R_bool], in every way that the grammars of section 3 allow. Lemma 3.1 says that there is exactly one,
 * except for values, which have none.
 *
 *     E ::= [] | E + N | V + E | op(E) | let x : T = E in N | <E, N> | <V, E> | fst(E) | snd(E) | if E_bool then M else N
 *         | f(E) | M.rd_E(x : T. N) | E.rd_V(x : T. N)                                          E_bool ::= pred(E)
 *     R ::= V + W | op(V) | let x : T = V in N | fst(V) | snd(V) | if V_bool then M else N | letrec f(x : T) : U = M in N
 *         | f(V) | W.rd_V(x : T. N)                                                              R_bool ::= pred(V)
 */
export type Decomposition =
  | {
      readonly tag: 'redex';
      readonly redex: PaperTerm;
      readonly context: (hole: PaperTerm) => PaperTerm;
      readonly trivial: boolean;
    }
  | {
      readonly tag: 'boolean';
      readonly redex: Extract<PaperBoolean, { tag: 'predicate' }>;
      readonly context: (hole: PaperBoolean) => PaperTerm;
    };

export function isPaperValue(term: PaperTerm): boolean {
  switch (term.tag) {
    case 'variable':
    case 'constant':
    case 'unit':
      return true;
    case 'pair':
      return isPaperValue(term.first) && isPaperValue(term.second);
    default:
      return false;
  }
}

export function decompositions(term: PaperTerm): readonly Decomposition[] {
  const own: readonly Decomposition[] = isRedex(term)
    ? [{ tag: 'redex', redex: term, context: (hole) => hole, trivial: true }]
    : [];
  return [...own, ...inContexts(term)];
}

function isRedex(term: PaperTerm): boolean {
  switch (term.tag) {
    case 'sum':
      return isPaperValue(term.left) && isPaperValue(term.right);
    case 'operation':
    case 'call':
      return isPaperValue(term.argument);
    case 'let':
      return isPaperValue(term.value);
    case 'fst':
    case 'snd':
      return isPaperValue(term.pair);
    case 'if':
      return term.guard.tag !== 'predicate';
    case 'letrec':
      return true;
    case 'derivative':
      return isPaperValue(term.point) && isPaperValue(term.cotangent);
    default:
      return false;
  }
}

/** A term as E[M], for any M. */
export interface Split {
  readonly part: PaperTerm;
  readonly context: (hole: PaperTerm) => PaperTerm;
}

/** Returns every E and M with E[M] the term; the first is the trivial context. */
export function splits(term: PaperTerm): readonly Split[] {
  const inside = steps(term).flatMap(({ part, context }) =>
    splits(part).map((found): Split => ({ part: found.part, context: (hole) => context(found.context(hole)) })),
  );
  return [{ part: term, context: (hole) => hole }, ...inside];
}

/** Returns the immediate parts that an evaluation context can lead into. */
function steps(term: PaperTerm): readonly Split[] {
  switch (term.tag) {
    case 'sum': {
      const { left } = term;
      return [
        { part: left, context: (hole) => ({ ...term, left: hole }) },
        ...(isPaperValue(left) ? [{ part: term.right, context: (right: PaperTerm) => ({ ...term, right }) }] : []),
      ];
    }
    case 'pair': {
      const { first } = term;
      return [
        { part: first, context: (hole) => ({ ...term, first: hole }) },
        ...(isPaperValue(first) ? [{ part: term.second, context: (second: PaperTerm) => ({ ...term, second }) }] : []),
      ];
    }
    case 'operation':
    case 'call':
      return [{ part: term.argument, context: (argument) => ({ ...term, argument }) }];
    case 'let':
      return [{ part: term.value, context: (value) => ({ ...term, value }) }];
    case 'fst':
    case 'snd':
      return [{ part: term.pair, context: (pair) => ({ ...term, pair }) }];
    case 'if': {
      const { guard } = term;
      if (guard.tag !== 'predicate') return [];
      return [{ part: guard.argument, context: (argument) => ({ ...term, guard: { ...guard, argument } }) }];
    }
    case 'derivative': {
      const { point, cotangent } = term;
      return [
        { part: point, context: (hole) => ({ ...term, point: hole }) },
        ...(isPaperValue(point) ? [{ part: cotangent, context: (w: PaperTerm) => ({ ...term, cotangent: w }) }] : []),
      ];
    }
    default:
      return [];
  }
}

function inContexts(term: PaperTerm): readonly Decomposition[] {
  const inside = steps(term).flatMap(({ part, context }) => within(part, context));
  if (term.tag !== 'if' || term.guard.tag !== 'predicate' || !isPaperValue(term.guard.argument)) return inside;
  return [{ tag: 'boolean', redex: term.guard, context: (guard) => ({ ...term, guard }) }, ...inside];
}

function within(part: PaperTerm, context: (hole: PaperTerm) => PaperTerm): readonly Decomposition[] {
  return decompositions(part).map((found): Decomposition => {
    if (found.tag === 'boolean') return { ...found, context: (hole: PaperBoolean) => context(found.context(hole)) };
    return { ...found, context: (hole: PaperTerm) => context(found.context(hole)), trivial: false };
  });
}

/** M[to/x]. `to` is new, so it is never captured. */
export function renamed(term: PaperTerm, x: string, to: string): PaperTerm {
  if (term.tag === 'variable') return term.name === x ? { tag: 'variable', name: to } : term;
  return withParts(term, (part, bound) => (bound === x ? part : renamed(part, x, to)));
}

/** M^(n): every recursive definition becomes an n-limited one (section 6.2). */
export function approximant(term: PaperTerm, n: number): PaperTerm {
  const inner = withParts(term, (part) => approximant(part, n));
  return inner.tag === 'letrec' ? { ...inner, bound: n } : inner;
}

/** Returns the term with other immediate parts; `bound` is the variable bound in that part. */
function withParts(term: PaperTerm, to: (part: PaperTerm, bound?: string) => PaperTerm): PaperTerm {
  switch (term.tag) {
    case 'variable':
    case 'constant':
    case 'unit':
      return term;
    case 'sum':
      return { ...term, left: to(term.left), right: to(term.right) };
    case 'pair':
      return { ...term, first: to(term.first), second: to(term.second) };
    case 'operation':
    case 'call':
      return { ...term, argument: to(term.argument) };
    case 'fst':
    case 'snd':
      return { ...term, pair: to(term.pair) };
    case 'let':
      return { ...term, value: to(term.value), body: to(term.body, term.name) };
    case 'if': {
      const { guard } = term;
      return {
        ...term,
        guard: guard.tag === 'predicate' ? { ...guard, argument: to(guard.argument) } : guard,
        consequent: to(term.consequent),
        alternative: to(term.alternative),
      };
    }
    case 'letrec':
      return { ...term, definition: to(term.definition, term.parameter), body: to(term.body) };
    case 'derivative':
      return { ...term, point: to(term.point), cotangent: to(term.cotangent), body: to(term.body, term.name) };
  }
}
