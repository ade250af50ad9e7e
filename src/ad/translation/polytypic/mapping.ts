/**
 * The polytypic functions of Krawiec et al., Figures 1 and 15, as programs, by induction on a first-order type: reals,
 * leaves, products and records are handled inline, and types whose shape depends on the value by functions of their
 * own.
 */
import * as core from '../../../language/core/builders';
import { tuplePattern, variablePattern } from '../../../language/core/patterns';
import { functionType, INT, product, type Type } from '../../../language/types/type';
import type { CoreItem, Term, Variable } from '../../../language/core/tree';
import { instances } from './instances';
import {
  byConstructor,
  byOneConstructor,
  component,
  constructed,
  hasReals,
  inPlace,
  opened,
  type Shapes,
} from './shapes';
import { SOURCE_SIDE, type Side } from '../side';

/** `at` applies the function to a value of a type. `items` returns the functions that this needs. */
export interface Polytypic<Values extends readonly unknown[]> {
  readonly at: (type: Type, ...values: Values) => Term;
  readonly items: () => readonly CoreItem[];
}

/** primal: returns the first part of each dual number. */
export function primalPart(shapes: Shapes): Polytypic<readonly [Term]> {
  return mapping(shapes, 'primal', shapes.types, SOURCE_SIDE, (dual) => component(dual, 0));
}

/** delta: returns the second part of each dual number, which is a real. */
export function deltaPart(shapes: Shapes): Polytypic<readonly [Term]> {
  return mapping(shapes, 'delta', shapes.types, SOURCE_SIDE, (dual) => component(dual, 1));
}

/** Maps a value of one side to the other: its reals are changed, everything else is kept. */
export function mapping(
  shapes: Shapes,
  name: string,
  from: Side,
  to: Side,
  change: (real: Term) => Term,
): Polytypic<readonly [Term]> {
  const { fresh } = shapes;
  const functions = instances(
    name,
    fresh,
    (type) => functionType(from.type(type), to.type(type)),
    (type) => {
      const v = core.variable(fresh('v'), from.type(type));
      return core.lambda(variablePattern(v.name, v.type), body(type, v));
    },
  );

  function at(type: Type, value: Term): Term {
    if (!hasReals(shapes, type)) return value;
    if (type.tag === 'real') return change(value);
    return inPlace(type, value.origin, (part, way) => at(part, way(value))) ?? functions.call(type, value);
  }

  function body(type: Type, v: Variable): Term {
    if (type.tag !== 'sequence') {
      return byConstructor(shapes, type, from, v, (constructor, payload) =>
        constructed(type, to, constructor, payload && at(constructor.payload ?? type, payload)),
      );
    }
    const item = opened(shapes, type.item, from, 'x');
    if (type.container === 'array') {
      const i = core.variable(fresh('i'), INT);
      const made = core.let_(item.pattern, core.intrinsic('index', [v, i]), at(type.item, item.term));
      return buildAs(v, i, made);
    }
    const rest = core.variable(fresh('rest'), to.type(type));
    const cell = core.construct('::', core.tuple([at(type.item, item.term), rest]), rest.type);
    return core.fold(
      item.pattern,
      variablePattern(rest.name, rest.type),
      cell,
      v,
      core.construct('[]', undefined, rest.type),
    );
  }

  return { at, items: functions.items };
}

/** zip: pairs the reals of two values. A second value of another shape fails. */
export function zipOf(shapes: Shapes, mismatch: string): Polytypic<readonly [Term, Term]> {
  return zipWith(shapes, 'zip', shapes.types, mismatch, (first, second) => core.tuple([first, second], first.origin));
}

/**
 * Combines the reals of two values of one shape with `combine`; everything else comes from the first. A second value of
 * another shape fails.
 */
export function zipWith(
  shapes: Shapes,
  name: string,
  to: Side,
  mismatch: string,
  combine: (first: Term, second: Term) => Term,
): Polytypic<readonly [Term, Term]> {
  const { fresh } = shapes;
  const functions = instances(
    name,
    fresh,
    (type) => functionType(product([type, type]), to.type(type)),
    (type) => {
      const v = core.variable(fresh('v'), type);
      const w = core.variable(fresh('w'), type);
      return core.lambda(
        tuplePattern([variablePattern(v.name, type), variablePattern(w.name, type)]),
        body(type, v, w),
      );
    },
  );

  function at(type: Type, first: Term, second: Term): Term {
    if (!hasReals(shapes, type)) return first;
    if (type.tag === 'real') return combine(first, second);
    return (
      inPlace(type, first.origin, (part, way) => at(part, way(first), way(second))) ??
      functions.call(type, core.tuple([first, second], first.origin))
    );
  }

  function body(type: Type, v: Variable, w: Variable): Term {
    const fail = core.fail('shape', mismatch, to.type(type));
    if (type.tag === 'sequence' && type.container === 'array') {
      const i = core.variable(fresh('i'), INT);
      const [x, y] = [opened(shapes, type.item, SOURCE_SIDE, 'x'), opened(shapes, type.item, SOURCE_SIDE, 'y', true)];
      const rest = core.let_(y.pattern, core.intrinsic('index', [w, i]), at(type.item, x.term, y.term));
      const item = core.let_(x.pattern, core.intrinsic('index', [v, i]), rest);
      return core.if_(haveOneLength(v, w), buildAs(v, i, item), fail);
    }
    return byConstructor(shapes, type, SOURCE_SIDE, v, (constructor, payload) =>
      byOneConstructor(shapes, type, w, constructor, fail, (other) =>
        constructed(type, to, constructor, payload && other && at(constructor.payload ?? type, payload, other)),
      ),
    );
  }

  return { at, items: functions.items };
}

/** Builds an array of the same length from an item that depends on the index. */
export function buildAs(array: Term, index: Variable, item: Term): Term {
  return core.intrinsic('build', [lengthOf(array), core.lambda(variablePattern(index.name, INT), item)]);
}

export function lengthOf(sequence: Term): Term {
  return core.intrinsic('length', [sequence]);
}

export function haveOneLength(first: Term, second: Term): Term {
  return core.operation('equalInt', [lengthOf(first), lengthOf(second)], 'derivative');
}
