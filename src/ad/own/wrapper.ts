/**
 * The wrapper for e : S -> T with an engine E of the reader's, at a point s with the cotangent dt:
 *
 *   E.gradient (fun xs -> let t = D{e} (s with xs[i] for its i-th real) in D{⊙} (t, dt)) [the reals of s]
 *
 * where dt has E.constant r for its reals (Krawiec et al., Figure 15). Where T is real, t itself is the result, and its gradient
 * is multiplied by dt: a gradient starts from 1.
 * Without a gradient, the output is D{e} at s with E.argument r, or E.constant r, for its reals.
 */
import * as core from '../../language/core/builders';
import { variablePattern, wildcardPattern, tuplePattern } from '../../language/core/patterns';
import { internalError } from '../../language/source/internal-error';
import { itemBinders, itemTerms, rename, renamePattern, walk } from '../../language/core/traverse';
import { REAL, sequenceType, type Type } from '../../language/types/type';
import { sameType } from '../../language/types/structure';
import type { CoreItem, CoreProgram, Lambda, Term, Variable } from '../../language/core/tree';
import type { FreshNames } from '../../language/core/fresh-names';
import { primalOf, type Value } from '../../semantics/value';
import type { Main, Point, Translated } from '../engine';
import { pointReals } from '../point';
import { reify } from '../reify';
import { newTranslation } from '../translation/context';
import { namesFor } from '../translation/names';
import { dotProduct } from '../translation/polytypic/dot-product';
import { mapping } from '../translation/polytypic/mapping';
import { opened, type Shapes } from '../translation/polytypic/shapes';
import type { Translation } from '../translation/rules';
import { SOURCE_SIDE } from '../translation/side';
import {
  define,
  oneOrTuple,
  programOfItems,
  translateDefinition,
  translateMain,
  translateValue,
} from '../translation/wrapping';
import { ownRules } from './rules';
import type { OwnSignature } from './signature';

/** An engine of the reader's as a part of a program: the last item binds the record. */
export interface OwnProgram {
  readonly variants: CoreProgram['variants'];
  readonly items: readonly CoreItem[];
  readonly record: Variable;
}

export interface OwnTranslated extends Translated {
  /** D{T} */
  readonly target: Type;
  readonly variants: CoreProgram['variants'];
}

/** The name of the series that records the value of e s. */
export const OWN_VALUE = 'the value of the main expression';

/** A main expression that an engine has translated. */
export interface OwnMain {
  readonly main: Main;
  readonly translation: Translation;
  readonly signature: OwnSignature;
  readonly record: Variable;
  /** The engine, the definitions and D{e}. */
  readonly items: readonly CoreItem[];
  readonly translated: Variable;
}

/** Translates a main expression. */
export function translateOwn(own: OwnProgram, signature: OwnSignature, given: Main): OwnMain {
  const main = { ...given, variants: union(given.variants, own.variants) };
  const fresh = namesFor(main);
  const { items, record } = renamed(own, fresh);
  const translation = newTranslation(ownRules(record, signature), fresh, main.variants);
  const definitions = main.definitions.map((item) => translateDefinition(translation, item));
  const e = define(fresh('main'), translateMain(translation, main));
  return { main, translation, signature, record, items: [...items, ...definitions, e.item], translated: e.variable };
}

/** Returns the engine, the definitions and D{e} as a program. */
export function ownProgram({ translation, main, items, translated }: OwnMain): Translated {
  return { program: programOfItems(translation, main, items), type: translated.type };
}

/** Returns the translated program at a point. */
export function ownAt(own: OwnMain, point: Point): OwnTranslated {
  const { main, translation, signature, record, items, translated } = own;
  const { fresh, types } = translation;
  const { variants } = main;
  const { origin } = main.body;
  const inputs = (real: (leaf: Value) => Term): Term =>
    oneOrTuple(
      main.parameters.map(({ type, origin: place }, i) =>
        reify(point.arguments[i], type, real, variants, place, types),
      ),
    );
  const output = (term: Term): CoreItem => ({ tag: 'output', term, origin });
  const made = (more: readonly CoreItem[]): OwnTranslated => ({
    program: programOfItems(translation, main, [...items, ...more]),
    type: translated.type,
    target: types.type(main.target),
    variants: [...variants, ...types.copies()],
  });
  if (!signature.hasGradient) {
    const input = core.field(record, signature.hasArgument ? 'argument' : 'constant');
    const s = inputs((leaf) => core.apply(input, core.real(primalOf(leaf))));
    return made([output(core.apply(translated, s, origin))]);
  }
  const shapes: Shapes = { fresh, variants, types };
  const xs = core.variable(fresh('xs'), sequenceType('array', signature.number));
  let next = 0;
  const s = inputs(() => core.intrinsic('index', [xs, core.int(next++)]));
  const primal = mapping(shapes, 'primal', types, SOURCE_SIDE, translation.rules.primal);
  const t = core.variable(fresh('t'), types.type(main.target));
  const watched = core.watch(OWN_VALUE, primal.at(main.target, t));
  const paired = main.target.tag === 'real' ? undefined : pairing(shapes, translation, main, point, t);
  const { monad } = translation.rules;
  const rest = paired?.result ?? monad.pure(t, origin);
  const body = monad.bind(
    variablePattern(t.name, t.type),
    core.apply(translated, s, origin),
    monad.bind(wildcardPattern(main.target), monad.pure(watched, origin), rest, origin),
    origin,
  );
  const f = core.lambda(variablePattern(xs.name, xs.type), body, origin);
  const reals = core.sequence(
    'array',
    REAL,
    pointReals(main, point).map((x) => core.real(x)),
  );
  const gradient = core.apply(core.apply(core.field(record, 'gradient'), f, origin), reals, origin);
  return made([...primal.items(), ...(paired?.items ?? []), output(gradient)]);
}

/** D{fun (t, dt) -> t ⊙ dt}, and its result at t and the point's cotangent. */
function pairing(
  shapes: Shapes,
  translation: Translation,
  main: Main,
  point: Point,
  t: Variable,
): { readonly items: readonly CoreItem[]; readonly result: Term } {
  const { target, variants } = main;
  const dot = dotProduct(shapes);
  const left = opened(shapes, target, SOURCE_SIDE, 'e', true);
  const right = opened(shapes, target, SOURCE_SIDE, 'c', true);
  const sum = dot.at(target, undefined, left.term, right.term) ?? core.real(0);
  const lambda = core.lambda(tuplePattern([left.pattern, right.pattern]), sum);
  const function_ = define(shapes.fresh('pairing'), translateValue(translation, lambda));
  const constant = (leaf: Value): Term => translation.rules.constant(core.real(primalOf(leaf)));
  const dt = reify(point.cotangent, target, constant, variants, main.body.origin, translation.types);
  return {
    items: [...dot.items().map((item) => translateDefinition(translation, item)), function_.item],
    result: core.apply(function_.variable, core.tuple([t, dt]), main.body.origin),
  };
}

/** Returns the engine with names that are new in a program. */
function renamed({ items, record }: OwnProgram, fresh: FreshNames): Pick<OwnProgram, 'items' | 'record'> {
  const names = new Map<string, string>();
  const named = (name: string): void => {
    if (!names.has(name)) names.set(name, fresh(name));
  };
  for (const item of items) {
    for (const { name } of itemBinders(item)) named(name);
    for (const term of itemTerms(item)) {
      walk(term, {
        bind: ({ name }) => {
          named(name);
        },
      });
    }
  }
  const of = (name: string): string => names.get(name) ?? name;
  const function_ = (lambda: Lambda): Lambda => {
    const changed = rename(lambda, names);
    return changed.tag === 'lambda' ? changed : internalError('a renamed function is a function');
  };
  return {
    record: { ...record, name: of(record.name) },
    items: items.map((item): CoreItem => {
      switch (item.tag) {
        case 'let':
          return { ...item, pattern: renamePattern(item.pattern, names), value: rename(item.value, names) };
        case 'letrec':
          return {
            ...item,
            functions: item.functions.map((each) => ({
              ...each,
              name: of(each.name),
              function: function_(each.function),
            })),
          };
        case 'input':
        case 'data':
          return { ...item, name: of(item.name) };
        case 'output':
          return { ...item, term: rename(item.term, names) };
      }
    }),
  };
}

function union(own: CoreProgram['variants'], others: CoreProgram['variants']): CoreProgram['variants'] {
  return [...own, ...others.filter(({ type }) => !own.some((each) => sameType(each.type, type)))];
}
