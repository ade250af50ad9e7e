import type { StepRule } from '../../../protocol/steps';

/**
 * The rules of Abadi & Plotkin, Figures 2 to 6 and 8, as the paper states them. In the statements `_` begins a subscript,
 * in braces if it is longer than a word; `rule-notation.ts` typesets them.
 */
export interface Rule {
  /** `Figure 2`; undefined for a rule of ours. */
  readonly figure: string | undefined;
  readonly premises: readonly string[];
  readonly conclusion: string;
  readonly condition?: string;
  /** A remark that is not in the paper. */
  readonly note?: string;
}

interface TwoRules {
  readonly title: string;
  /** Ordinary evaluation, `M ⇒ V`. */
  readonly ordinary: Rule;
  /** Symbolic evaluation, `M ⇝ C`. */
  readonly symbolic: Rule;
}

const LEAVES = 'Integers, booleans and strings, which the paper does not have, follow the same rule.';
const NO_TRACE = 'The trace keeps only what happens to reals.';
const CLOSURE = 'φ(f) = clo_φ′(f(x : T) : U. M)';

const PREDICATE: Rule = {
  figure: 'Figure 2',
  premises: ['φ | ρ ⊢ V ⇒ V′'],
  conclusion: 'φ | ρ ⊢ pred(V) ⇒ W_bool',
  condition: 'where bev(pred, V′) ≃ W_bool',
  note: LEAVES,
};

const DERIVED: Rule = {
  figure: 'Figures 4 and 6',
  premises: ['φ | ρ ⊢ V ⇒ V′', 'φ | ρ[V′/x] ⊢ N ⇝ C'],
  conclusion: 'φ | ρ ⊢ W.rd_V(x : T. N) ⇝ W.ℛ_V(x : T. C)',
  note: 'The trace C is complete: it is differentiated symbolically, by the equations of Figure 6.',
};

const ENTERED = 'The body is evaluated symbolically first, which gives its trace C; the step R then differentiates it.';

/** The rules that evaluation steps are instances of. */
export const RULES = {
  sum: {
    title: 'Sum',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ V ⇒ r', 'φ | ρ ⊢ W ⇒ s'],
      conclusion: 'φ | ρ ⊢ V + W ⇒ t',
      condition: 'where t = r + s',
      note: LEAVES,
    },
    symbolic: { figure: 'Figure 4', premises: [], conclusion: 'φ | ρ ⊢ V + W ⇝ V + W', note: NO_TRACE },
  },
  operation: {
    title: 'Operation',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ V ⇒ V′'],
      conclusion: 'φ | ρ ⊢ op(V) ⇒ W',
      condition: 'where ev(op, V′) ≃ W',
      note: LEAVES,
    },
    symbolic: { figure: 'Figure 4', premises: [], conclusion: 'φ | ρ ⊢ op(V) ⇝ op(V)', note: NO_TRACE },
  },
  predicate: {
    title: 'Predicate',
    ordinary: PREDICATE,
    symbolic: {
      ...PREDICATE,
      note: `Symbolic evaluation decides predicates too, so a trace has no branches. ${LEAVES}`,
    },
  },
  let: {
    title: 'Let',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ V ⇒ V′', 'φ | ρ[V′/x] ⊢ N ⇒ W'],
      conclusion: 'φ | ρ ⊢ let x : T = V in N ⇒ W',
    },
    symbolic: {
      figure: 'Figure 4',
      premises: ['φ | ρ ⊢ V ⇒ V′', 'φ | ρ[V′/x] ⊢ N ⇝ C'],
      conclusion: 'φ | ρ ⊢ let x : T = V in N ⇝ let x : T = V in C',
      note: NO_TRACE,
    },
  },
  fst: {
    title: 'First of a pair',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ V ⇒ ⟨W_1, W_2⟩_{T, U}'],
      conclusion: 'φ | ρ ⊢ fst_{T, U}(V) ⇒ W_1',
    },
    symbolic: { figure: 'Figure 4', premises: [], conclusion: 'φ | ρ ⊢ fst_{T, U}(V) ⇝ fst_{T, U}(V)' },
  },
  snd: {
    title: 'Second of a pair',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ V ⇒ ⟨W_1, W_2⟩_{T, U}'],
      conclusion: 'φ | ρ ⊢ snd_{T, U}(V) ⇒ W_2',
    },
    symbolic: { figure: 'Figure 4', premises: [], conclusion: 'φ | ρ ⊢ snd_{T, U}(V) ⇝ snd_{T, U}(V)' },
  },
  projection: {
    title: 'Component of a tuple',
    ordinary: {
      figure: undefined,
      premises: ['φ | ρ ⊢ V ⇒ ⟨W_1, …, W_n⟩'],
      conclusion: 'φ | ρ ⊢ V.i ⇒ W_i',
      note: 'Our rule. In the paper longer tuples are nested pairs (section 2), and this is a sequence of fst and snd.',
    },
    symbolic: {
      figure: undefined,
      premises: [],
      conclusion: 'φ | ρ ⊢ V.i ⇝ V.i',
      note: 'Our rule. In the paper longer tuples are nested pairs (section 2), and this is a sequence of fst and snd.',
    },
  },
  'if true': {
    title: 'If true',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ M ⇒ V'],
      conclusion: 'φ | ρ ⊢ if true then M else N ⇒ V',
    },
    symbolic: {
      figure: 'Figure 4',
      premises: ['φ | ρ ⊢ M ⇝ C'],
      conclusion: 'φ | ρ ⊢ if true then M else N ⇝ C',
    },
  },
  'if false': {
    title: 'If false',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ N ⇒ V'],
      conclusion: 'φ | ρ ⊢ if false then M else N ⇒ V',
    },
    symbolic: {
      figure: 'Figure 4',
      premises: ['φ | ρ ⊢ N ⇝ C'],
      conclusion: 'φ | ρ ⊢ if false then M else N ⇝ C',
    },
  },
  letrec: {
    title: 'Function definition',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ[clo_φ(f(x : T) : U. M)/f] | ρ ⊢ N ⇒ V'],
      conclusion: 'φ | ρ ⊢ letrec f(x : T) : U = M in N ⇒ V',
      note: 'A function defined without recursion is written with let (section 2).',
    },
    symbolic: {
      figure: 'Figure 4',
      premises: ['φ[clo_φ(f(x : T) : U. M)/f] | ρ ⊢ N ⇝ C'],
      conclusion: 'φ | ρ ⊢ letrec f(x : T) : U = M in N ⇝ C',
      note: 'A function defined without recursion is written with let (section 2).',
    },
  },
  call: {
    title: 'Call',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ V ⇒ V′', 'φ′[φ(f)/f] | {x ↦ V′} ⊢ M ⇒ W'],
      conclusion: 'φ | ρ ⊢ f(V) ⇒ W',
      condition: `where ${CLOSURE}`,
    },
    symbolic: {
      figure: 'Figure 4',
      premises: ['φ | ρ ⊢ V ⇒ V′', 'φ′[φ(f)/f] | {x ↦ V′} ⊢ M ⇝ C'],
      conclusion: 'φ | ρ ⊢ f(V) ⇝ let x : T = V in C',
      condition: `where ${CLOSURE}`,
    },
  },
  rd: {
    title: 'Derivative',
    ordinary: {
      figure: 'Figure 2',
      premises: ['φ | ρ ⊢ W.rd_V(x : T. N) ⇝ C', 'φ | ρ ⊢ C ⇒ X'],
      conclusion: 'φ | ρ ⊢ W.rd_V(x : T. N) ⇒ X',
      note: ENTERED,
    },
    symbolic: {
      figure: 'Figure 4',
      premises: ['φ | ρ ⊢ V ⇒ V′', 'φ | ρ[V′/x] ⊢ N ⇝ C'],
      conclusion: 'φ | ρ ⊢ W.rd_V(x : T. N) ⇝ W.ℛ_V(x : T. C)',
      note: ENTERED,
    },
  },
  R: { title: 'Symbolic derivative', ordinary: DERIVED, symbolic: DERIVED },
  watch: {
    title: 'Watch',
    ordinary: {
      figure: undefined,
      premises: ['φ | ρ ⊢ V ⇒ W'],
      conclusion: 'φ | ρ ⊢ watch s V ⇒ W',
      note: 'Our rule: the value is recorded under the name s and returned.',
    },
    symbolic: {
      figure: undefined,
      premises: [],
      conclusion: 'φ | ρ ⊢ watch s V ⇝ V',
      note: 'Our rule: the value is recorded under the name s. The trace has no record of it.',
    },
  },
  ours: {
    title: 'Other redex',
    ordinary: {
      figure: undefined,
      premises: ['φ | ρ ⊢ V ⇒ V′', 'φ | ρ ⊢ R[V′] ⇒ W'],
      conclusion: 'φ | ρ ⊢ R[V] ⇒ W',
      note: 'Our rule. The paper has no variants, records, lists or arrays: match, fold, build, length, indexing and append evaluate their operands, then continue with the values.',
    },
    symbolic: {
      figure: undefined,
      premises: ['φ | ρ ⊢ V ⇒ V′', 'φ | ρ ⊢ R[V′] ⇝ C'],
      conclusion: 'φ | ρ ⊢ R[V] ⇝ C',
      note: 'Our rule. The paper has no variants, records, lists or arrays: for match, fold, build, length, indexing and append, the trace keeps only what they compute on reals.',
    },
  },
} as const satisfies Readonly<Record<StepRule, TwoRules>>;

const NONTRIVIAL = 'E nontrivial, x ∉ Dom(ρ)';

/** The rules that continue a context with the value of its redex: Figures 3 and 5. */
const CONTEXTS = {
  ordinary: {
    redex: {
      figure: 'Figure 3',
      premises: ['φ | ρ ⊢ R ⇒ V', 'φ | ρ[V/x] ⊢ E[x] ⇒ W'],
      conclusion: 'φ | ρ ⊢ E[R] ⇒ W',
      condition: NONTRIVIAL,
    },
    boolean: {
      figure: 'Figure 3',
      premises: ['φ | ρ ⊢ R_bool ⇒ V_bool', 'φ | ρ ⊢ E[V_bool] ⇒ W'],
      conclusion: 'φ | ρ ⊢ E[R_bool] ⇒ W',
    },
  },
  symbolic: {
    redex: {
      figure: 'Figure 5',
      premises: ['φ | ρ ⊢ R ⇝ C', 'φ | ρ ⊢ C ⇒ V', 'φ | ρ[V/x] ⊢ E[x] ⇝ D'],
      conclusion: 'φ | ρ ⊢ E[R] ⇝ let x : T_V = C in D',
      condition: NONTRIVIAL,
    },
    boolean: {
      figure: 'Figure 5',
      premises: ['φ | ρ ⊢ R_bool ⇒ V_bool', 'φ | ρ ⊢ E[V_bool] ⇝ C'],
      conclusion: 'φ | ρ ⊢ E[R_bool] ⇝ C',
    },
  },
} as const satisfies Readonly<Record<'ordinary' | 'symbolic', Readonly<Record<'redex' | 'boolean', Rule>>>>;

export function ruleTitle(rule: StepRule): string {
  return RULES[rule].title;
}

export function ruleOf(rule: StepRule, symbolic: boolean): Rule {
  return RULES[rule][symbolic ? 'symbolic' : 'ordinary'];
}

/** The rule for a redex in a nontrivial context. */
export function contextRuleOf(rule: StepRule, symbolic: boolean): Rule {
  return CONTEXTS[symbolic ? 'symbolic' : 'ordinary'][rule === 'predicate' ? 'boolean' : 'redex'];
}

/** Figure 8: a recursion that may be unrolled `n` times, as in every run of bounded length. */
export function boundedRuleOf(rule: StepRule, symbolic: boolean): Rule | undefined {
  const arrow = symbolic ? '⇝' : '⇒';
  if (rule === 'letrec') {
    const result = symbolic ? 'C' : 'V′';
    return {
      figure: 'Figure 8',
      premises: [`φ[clo_{n, φ}(f(x : T) : U. M)/f] | ρ ⊢_L N ${arrow} ${result}`],
      conclusion: `φ | ρ ⊢_L letrec_n f(x : T) : U = M in N ${arrow} ${result}`,
    };
  }
  if (rule !== 'call') return undefined;
  const result = symbolic ? 'C' : 'W';
  return {
    figure: 'Figure 8',
    premises: ['φ | ρ ⊢_L V ⇒ V′', `φ′[clo_{n, φ′}(f(x : T) : U. M)/f] | {x ↦ V′} ⊢_L M ${arrow} ${result}`],
    conclusion: `φ | ρ ⊢_L f(V) ${arrow} ${result}`,
    condition: 'where φ(f) = clo_{n+1, φ′}(f(x : T) : U. M)',
  };
}

export interface Equation {
  readonly left: string;
  /** One string per line. */
  readonly right: readonly string[];
  readonly condition?: string;
}

/** Figure 6: the definition of `W.ℛ_V(x : T. C)`. */
export const DERIVATIVE: readonly Equation[] = [
  {
    left: 'W.ℛ_V(x : T. y)',
    right: ['⟨0_{T_0}, …, 0_{T_{i−1}}, W, 0_{T_{i+1}}, …, 0_{T_{n−1}}⟩  (y = x_i)', '0_T  (y ≠ any x_i)'],
  },
  { left: 'W.ℛ_V(x : T. r)', right: ['0_T'], condition: 'r ∈ ℝ' },
  { left: 'W.ℛ_V(x : T. D + E)', right: ['W.ℛ_V(x : T. D) +_T W.ℛ_V(x : T. E)'] },
  {
    left: 'W.ℛ_V(x : T. op(D))',
    right: ['let x : T = V in', 'let y : S = W.op_r(D) in y.ℛ_V(x : T. D)'],
    condition: 'y ∉ FV(V), op : S → U',
  },
  {
    left: 'W.ℛ_V(x : T. let y : S = D in E)',
    right: [
      'let x : T = V in',
      'let y : S = D in',
      'W.ℛ_V(x : T. E) +_T',
      "(let y' : S = W.ℛ_y(y : S. E) in y'.ℛ_V(x : T. D))",
    ],
    condition: "y ∉ FV(W), y, y' ∉ FV(V, D)",
  },
  { left: 'W.ℛ_V(x : T. ∗)', right: ['0_T'] },
  {
    left: 'W.ℛ_V(x : T. ⟨M, N⟩_{U, S})',
    right: ['let y : U, z : S = W in', 'y.ℛ_V(x : T. M) +_T z.ℛ_V(x : T. N)'],
    condition: 'y, z ∉ FV(V, M, N)',
  },
  {
    left: 'W.ℛ_V(x : T. fst_{U, S}(D))',
    right: ['let x : T = V in', 'let y : U × S = D in ⟨W, 0_S⟩.ℛ_V(x : T. D)'],
    condition: 'y ∉ FV(V, W, D)',
  },
  {
    left: 'W.ℛ_V(x : T. snd_{U, S}(D))',
    right: ['let x : T = V in', 'let y : U × S = D in ⟨0_U, W⟩.ℛ_V(x : T. D)'],
    condition: 'y ∉ FV(V, W, D)',
  },
];
