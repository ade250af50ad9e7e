/**
 * Reverse mode for derivatives inside the program: the monadic translation of Krawiec et al., Figure 9, in terms of the
 * language itself, so that an engine can differentiate the result. D{real} = real * int: a real and the number of its
 * entry, 0 for what does not depend on the inner variable. The state is the next number, and the entries, newest first;
 * an entry is the list of its operands' numbers with the partial derivatives.
 *
 *   M A    = state -> A * state
 *   D{r}   = pure (r, 0)
 *   D{f x} = do { id <- push [(df_i x, dx_i), ...]; pure (f x, id) }, over the i with dx_i other than the literal 0
 *
 * `pure` and `bind` are written out:
 *
 *   pure v             = fun s -> (v, s)
 *   bind p m (fun s' -> e) = fun s -> let (p, s') = m s in e
 */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern } from '../../language/core/patterns';
import { substitute } from '../../language/core/traverse';
import { internalError } from '../../language/source/internal-error';
import type { Fold, Lambda, Pattern, Term, Variable } from '../../language/core/tree';
import type { FreshNames } from '../../language/core/fresh-names';
import { functionType, INT, product, REAL, sequenceType, type Type } from '../../language/types/type';
import { action } from '../translation/do-block';
import { nameTerm } from '../translation/context';
import { dualNames, type Monad, type Rules, type Summand, tuples } from '../translation/rules';

/** The operands of an operation: partial derivatives, and numbers of entries. */
export const ENTRY = sequenceType('list', product([REAL, INT]));
export const STATE = product([INT, sequenceType('list', ENTRY)]);
export const PUSH = functionType(ENTRY, functionType(STATE, product([INT, STATE])));

export function tapeRules(fresh: FreshNames, push: Variable): Rules {
  return {
    parts: [REAL, INT],
    names: dualNames,
    ...tuples((origin) => [core.int(0, origin)]),
    operation: (translation, { term: { origin }, primal, summands, name }, block) => {
      const known = summands.filter(({ tangent }) => !isZero(tangent));
      if (known.length === 0) return core.tuple([primal, core.int(0, origin)], origin);
      // The primal comes first, so that a domain error is reported for the operation itself.
      const result = nameTerm(translation, primal, block, name ?? translation.fresh('r'));
      const id = core.variable(translation.fresh(`d${name ?? 'r'}`), INT, origin);
      const entry = core.apply({ ...push, origin }, entryOf(known), origin);
      block.push({ tag: 'bind', pattern: variablePattern(id.name, INT, origin), action: entry, origin });
      return core.tuple([result, id], origin);
    },
    monad: stateMonad(fresh),
  };
}

function entryOf(summands: readonly Summand[]): Term {
  const items = summands.map(({ coefficient, tangent }) =>
    core.tuple([coefficient ?? core.real(1, tangent.origin), tangent], tangent.origin),
  );
  return core.sequence('list', product([REAL, INT]), items);
}

function isZero(term: Term): boolean {
  return term.tag === 'literal' && term.value === 0;
}

function stateMonad(fresh: FreshNames): Monad {
  const state = (): Variable => core.variable(fresh('s'), STATE);
  const stateful = (parameter: Variable, body: Term): Lambda =>
    core.lambda(variablePattern(parameter.name, STATE), body, body.origin);

  /** fun s -> m s */
  function opened(term: Term): { readonly state: Variable; readonly body: Term } {
    if (term.tag === 'lambda' && term.parameter.tag === 'variable') {
      return { state: core.variable(term.parameter.name, STATE), body: term.body };
    }
    const s = state();
    return { state: s, body: runAt(term, s) };
  }

  return {
    type: (result) => functionType(STATE, product([result, STATE])),
    pure: (value, origin) => {
      const s = state();
      return stateful(s, core.tuple([value, s], origin));
    },
    bind: (pattern, term, body, origin) => {
      const first = opened(term);
      const rest = opened(body);
      const both = tuplePattern([pattern, variablePattern(rest.state.name, STATE)], origin);
      return stateful(first.state, core.let_(both, first.body, rest.body, origin));
    },
    result: (term) => action(term.tag === 'fold' ? threaded(term) : term),
    accumulator: (translation, pattern, block) => {
      const { origin } = pattern;
      const m = core.variable(translation.fresh('m'), functionType(STATE, product([pattern.type, STATE])), origin);
      block.push({ tag: 'bind', pattern, action: m, origin });
      return variablePattern(m.name, m.type, origin);
    },
    sequence: (actions, origin) => sequenced(fresh, actions, origin),
  };

  /** A fold of actions as one that carries the state: each runs at the state after those before it. */
  function threaded(fold: Fold): Term {
    const start = opened(fold.start);
    const { body } = fold;
    // A body that only returns its accumulator is that action itself.
    if (body.tag !== 'lambda' || body.body.tag !== 'let') return fold;
    const { pattern, body: rest } = body.body;
    return stateful(start.state, core.fold(fold.item, pattern, rest, fold.sequence, start.body, fold.origin));
  }
}

/** Returns m s, with the application where it has an effect: in branches, and below lets. */
export function runAt(term: Term, s: Variable): Term {
  const type = term.type.tag === 'function' ? term.type.result : term.type;
  switch (term.tag) {
    case 'lambda':
      return term.parameter.tag === 'variable'
        ? substitute(term.body, new Map([[term.parameter.name, s]]))
        : core.apply(term, s, term.origin);
    case 'let':
    case 'letrec':
      return { ...term, body: runAt(term.body, s), type };
    case 'if':
      return { ...term, consequent: runAt(term.consequent, s), alternative: runAt(term.alternative, s), type };
    case 'match':
      return {
        ...term,
        arms: term.arms.map((arm) => ({ ...arm, body: runAt(arm.body, s) })),
        otherwise: term.otherwise && runAt(term.otherwise, s),
        type,
      };
    case 'fail':
      return { ...term, type };
    default:
      return core.apply(term, s, term.origin);
  }
}

/** fun s -> let (vs, s) = fold (m, (vs, s)) -> let (v, s) = m s in (v :: vs, s) over actions from ([], s) in (toArray vs, s) */
function sequenced(fresh: FreshNames, actions: Term, origin: Term['origin']): Term {
  const item = itemOf(itemOf(actions.type, 'sequence'), 'function');
  const list = sequenceType('list', item);
  const named = (name: string, type: Type): Variable => core.variable(fresh(name), type, origin);
  const state = (): Variable => named('s', STATE);
  const [first, before, after, last] = [state(), state(), state(), state()] as const;
  const [m, vs, v, all] = [
    named('m', functionType(STATE, product([item, STATE]))),
    named('vs', list),
    named('v', item),
    named('vs', list),
  ] as const;
  const cell = core.construct('::', core.tuple([v, vs], origin), list, origin);
  const step = core.let_(both(v, after), core.apply(m, before, origin), core.tuple([cell, after], origin), origin);
  const start = core.tuple([core.construct('[]', undefined, list, origin), first], origin);
  const ran = core.fold(variablePattern(m.name, m.type), both(vs, before), step, actions, start, origin);
  const done = core.tuple([core.intrinsic('toArray', [all], origin), last], origin);
  return core.lambda(variablePattern(first.name, STATE), core.let_(both(all, last), ran, done, origin), origin);
}

function itemOf(type: Type, tag: 'sequence' | 'function'): Type {
  if (type.tag === 'sequence' && tag === 'sequence') return type.item;
  const result = type.tag === 'function' ? type.result : undefined;
  return (result?.tag === 'product' ? result.items[0] : undefined) ?? internalError('an array of actions');
}

export function both(first: Variable, second: Variable): Pattern {
  return tuplePattern([first, second].map(({ name, type }) => variablePattern(name, type)));
}
