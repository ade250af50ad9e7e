import type { PaperBoolean, PaperTerm } from './paper-language';

/**
 * M as E[R] or E[R_bool]: every way that the grammars of section 3 allow. Lemma 3.1 says that there is exactly one, but for
 * values, which have none.
 *
 *   E ::= [] | E + N | V + E | op(E) | let x : T = E in N | <E, N> | <V, E> | fst(E) | snd(E) | if E_bool then M else N
 *       | f(E) | M.rd_E(x : T. N) | E.rd_V(x : T. N)                                          E_bool ::= pred(E)
 *   R ::= V + W | op(V) | let x : T = V in N | fst(V) | snd(V) | if V_bool then M else N | letrec f(x : T) : U = M in N
 *       | f(V) | W.rd_V(x : T. N)                                                              R_bool ::= pred(V)
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

function inContexts(term: PaperTerm): readonly Decomposition[] {
  switch (term.tag) {
    case 'sum':
      return [
        ...within(term.left, (left) => ({ ...term, left })),
        ...(isPaperValue(term.left) ? within(term.right, (right) => ({ ...term, right })) : []),
      ];
    case 'pair':
      return [
        ...within(term.first, (first) => ({ ...term, first })),
        ...(isPaperValue(term.first) ? within(term.second, (second) => ({ ...term, second })) : []),
      ];
    case 'operation':
    case 'call':
      return within(term.argument, (argument) => ({ ...term, argument }));
    case 'let':
      return within(term.value, (value) => ({ ...term, value }));
    case 'fst':
    case 'snd':
      return within(term.pair, (pair) => ({ ...term, pair }));
    case 'if': {
      const { guard } = term;
      if (guard.tag !== 'predicate') return [];
      const own: readonly Decomposition[] = isPaperValue(guard.argument)
        ? [{ tag: 'boolean', redex: guard, context: (hole) => ({ ...term, guard: hole }) }]
        : [];
      return [...own, ...within(guard.argument, (argument) => ({ ...term, guard: { ...guard, argument } }))];
    }
    case 'derivative':
      return [
        ...within(term.point, (point) => ({ ...term, point })),
        ...(isPaperValue(term.point) ? within(term.cotangent, (cotangent) => ({ ...term, cotangent })) : []),
      ];
    default:
      return [];
  }
}

function within(part: PaperTerm, context: (hole: PaperTerm) => PaperTerm): readonly Decomposition[] {
  return decompositions(part).map((found): Decomposition => {
    if (found.tag === 'boolean') return { ...found, context: (hole: PaperBoolean) => context(found.context(hole)) };
    return { ...found, context: (hole: PaperTerm) => context(found.context(hole)), trivial: false };
  });
}

/** M[to/x]. `to` is new, so that nothing captures it. */
export function renamed(term: PaperTerm, x: string, to: string): PaperTerm {
  const inner = (part: PaperTerm): PaperTerm => renamed(part, x, to);
  switch (term.tag) {
    case 'variable':
      return term.name === x ? { tag: 'variable', name: to } : term;
    case 'constant':
    case 'unit':
      return term;
    case 'sum':
      return { ...term, left: inner(term.left), right: inner(term.right) };
    case 'pair':
      return { ...term, first: inner(term.first), second: inner(term.second) };
    case 'operation':
    case 'call':
      return { ...term, argument: inner(term.argument) };
    case 'fst':
    case 'snd':
      return { ...term, pair: inner(term.pair) };
    case 'let':
      return { ...term, value: inner(term.value), body: term.name === x ? term.body : inner(term.body) };
    case 'if': {
      const { guard } = term;
      return {
        ...term,
        guard: guard.tag === 'predicate' ? { ...guard, argument: inner(guard.argument) } : guard,
        consequent: inner(term.consequent),
        alternative: inner(term.alternative),
      };
    }
    case 'letrec':
      return {
        ...term,
        definition: term.parameter === x ? term.definition : inner(term.definition),
        body: inner(term.body),
      };
    case 'derivative':
      return {
        ...term,
        point: inner(term.point),
        cotangent: inner(term.cotangent),
        body: term.name === x ? term.body : inner(term.body),
      };
  }
}

/** M^(n): every recursive definition an n-limited one (section 6.2). */
export function approximant(term: PaperTerm, n: number): PaperTerm {
  const inner = (part: PaperTerm): PaperTerm => approximant(part, n);
  switch (term.tag) {
    case 'variable':
    case 'constant':
    case 'unit':
      return term;
    case 'sum':
      return { ...term, left: inner(term.left), right: inner(term.right) };
    case 'pair':
      return { ...term, first: inner(term.first), second: inner(term.second) };
    case 'operation':
    case 'call':
      return { ...term, argument: inner(term.argument) };
    case 'fst':
    case 'snd':
      return { ...term, pair: inner(term.pair) };
    case 'let':
      return { ...term, value: inner(term.value), body: inner(term.body) };
    case 'if': {
      const { guard } = term;
      return {
        ...term,
        guard: guard.tag === 'predicate' ? { ...guard, argument: inner(guard.argument) } : guard,
        consequent: inner(term.consequent),
        alternative: inner(term.alternative),
      };
    }
    case 'letrec':
      return { ...term, bound: n, definition: inner(term.definition), body: inner(term.body) };
    case 'derivative':
      return { ...term, point: inner(term.point), cotangent: inner(term.cotangent), body: inner(term.body) };
  }
}
