/** The polytypic functions of the reverse wrapper, Krawiec et al., Figures 1 and 15. */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern } from '../../language/core/patterns';
import { DELTA, functionType, INT, product, REAL, type Type } from '../../language/types/type';

import { NOWHERE, type Span } from '../../language/source/span';
import type { CoreItem, Pattern, Term, Variable } from '../../language/core/tree';
import { instances } from '../dual/instances';
import { buildAs, haveOneLength, lengthOf, mapping, type Polytypic } from '../dual/polytypic';
import {
  byConstructor,
  byOneConstructor,
  component,
  constructed,
  countOfReals,
  fieldOf,
  hasReals,
  inPlace,
  opened,
  type Shapes,
} from '../dual/shapes';
import { PLAIN } from '../dual/types';
import { MISMATCH_OF_COTANGENT } from '../point';

/** initZeros: each real with Zero. */
export function initZeros(shapes: Shapes): Polytypic<readonly [Term]> {
  return mapping(shapes, 'initZeros', PLAIN, shapes.types, (real) =>
    core.tuple([real, zero(real.origin)], real.origin),
  );
}

/** lookup: each dual number replaced by the entry of the id in its Delta, a Var, zero where there is none. */
export function lookup(shapes: Shapes, map: Variable): Polytypic<readonly [Term]> {
  return mapping(shapes, 'lookup', shapes.types, PLAIN, (dual) => {
    const { origin } = dual;
    const delta = component(dual, 1);
    if (delta.tag === 'construct' && delta.payload !== undefined) {
      return core.intrinsic('Delta.lookupOrZero', [delta.payload, map], origin);
    }
    const id = core.variable(shapes.fresh('id'), INT, origin);
    const body = core.intrinsic('Delta.lookupOrZero', [id, map], origin);
    const arm = { constructorName: 'Delta.Var', payload: variablePattern(id.name, INT, origin), body };
    return core.match(delta, [arm], core.real(0, origin), origin);
  });
}

/** The ids that are given out: `from + offset` is next. `from` is 0 where it is left out. */
export interface Supply {
  from: Term | undefined;
  offset: number;
  /** What must be known first, oldest first. */
  readonly bindings: { readonly pattern: Pattern; readonly value: Term }[];
}

export function supplyFrom(from: Term | undefined, offset: number): Supply {
  return { from, offset, bindings: [] };
}

/** The next id, as a term. */
export function nextId({ from, offset }: Supply, origin: Span = NOWHERE): Term {
  if (from === undefined) return core.int(offset, origin);
  return offset === 0 ? { ...from, origin } : plus(from, core.int(offset, origin), origin);
}

/** initVars: each real, left to right, with Var of the next id. */
export function initVars(shapes: Shapes): Polytypic<readonly [Term, Supply]> {
  const { fresh, types } = shapes;
  const functions = instances(
    'initVars',
    fresh,
    (type) => functionType(product([type, INT]), product([types.type(type), INT])),
    (type) => {
      const v = core.variable(fresh('v'), type);
      const id = core.variable(fresh('id'), INT);
      return core.lambda(
        tuplePattern([variablePattern(v.name, type), variablePattern(id.name, INT)]),
        body(type, v, id),
      );
    },
  );

  function at(type: Type, value: Term, supply: Supply): Term {
    const { origin } = value;
    if (!hasReals(shapes, type)) return value;
    if (type.tag === 'real') {
      const id = nextId(supply, origin);
      supply.offset++;
      return core.tuple([value, core.construct('Delta.Var', id, DELTA, origin)], origin);
    }
    return inPlace(type, origin, (part, way) => at(part, way(value), supply)) ?? called(type, value, supply);
  }

  function called(type: Type, value: Term, supply: Supply): Term {
    const call = functions.call(type, core.tuple([value, nextId(supply, value.origin)], value.origin));
    const made = core.variable(fresh('s'), types.type(type), value.origin);
    const next = core.variable(fresh('id'), INT);
    const pattern = tuplePattern([variablePattern(made.name, made.type), variablePattern(next.name, INT)]);
    supply.bindings.push({ pattern, value: call });
    supply.from = next;
    supply.offset = 0;
    return made;
  }

  /** What `make` makes with ids from `from` on, and the id after the last. */
  function numbered(from: Term, make: (supply: Supply) => Term): Term {
    const supply = supplyFrom(from, 0);
    const made = make(supply);
    return supply.bindings.reduceRight<Term>(
      (rest, { pattern, value }) => core.let_(pattern, value, rest),
      core.tuple([made, nextId(supply)]),
    );
  }

  function body(type: Type, v: Variable, id: Variable): Term {
    if (type.tag !== 'sequence' || type.container !== 'array') {
      return byConstructor(shapes, type, PLAIN, v, (constructor, payload) =>
        numbered(id, (supply) =>
          constructed(type, types, constructor, payload && at(constructor.payload ?? type, payload, supply)),
        ),
      );
    }
    const count = countOfReals(shapes, type.item);
    if (count === undefined) return byHalves(type.item, v, id);
    // Every item has as many reals, so the index tells its ids.
    const times = (n: Term): Term =>
      count === 1 ? n : core.operation('multiplyInt', [core.int(count), n], 'derivative');
    const i = core.variable(fresh('i'), INT);
    const item = opened(shapes, type.item, PLAIN, 'x');
    const made = at(type.item, item.term, supplyFrom(plus(id, times(i)), 0));
    const array = buildAs(v, i, core.let_(item.pattern, core.intrinsic('index', [v, i]), made));
    return core.tuple([array, plus(id, times(lengthOf(v)))]);
  }

  /** The ids of an item are known when those before it are, so the array is put together of its halves. */
  function byHalves(item: Type, v: Variable, id: Variable): Term {
    const array: Type = { tag: 'sequence', container: 'array', item: types.type(item) };
    const parameters = product([INT, INT, INT]);
    const part = core.variable(fresh('part'), functionType(parameters, product([array, INT])));
    const int = (name: string): Variable => core.variable(fresh(name), INT);
    const [start, count, next, half, middle, last] = [
      int('start'),
      int('count'),
      int('next'),
      int('half'),
      int('middle'),
      int('last'),
    ] as const;
    const [left, right] = [core.variable(fresh('left'), array), core.variable(fresh('right'), array)] as const;
    const isCount = (n: number): Term => core.operation('equalInt', [count, core.int(n)], 'derivative');
    const call = (...args: readonly Term[]): Term => core.apply(part, core.tuple(args));
    const both = (items: Variable, after: Variable): Pattern => tuplePattern([items, after].map(patternOf));

    const one = opened(shapes, item, PLAIN, 'x');
    const single = numbered(next, (supply) => core.sequence('array', array.item, [at(item, one.term, supply)]));
    const secondHalf = call(plus(start, half), core.operation('subtractInt', [count, half], 'derivative'), middle);
    const halves = core.let_(
      both(left, middle),
      call(start, half, next),
      core.let_(both(right, last), secondHalf, core.tuple([core.intrinsic('append', [left, right]), last])),
    );
    const several = core.let_(patternOf(half), core.operation('div', [count, core.int(2)], 'derivative'), halves);
    const body = core.if_(
      isCount(0),
      core.tuple([core.sequence('array', array.item, []), next]),
      core.if_(isCount(1), core.let_(one.pattern, core.intrinsic('index', [v, start]), single), several),
    );
    const lambda = core.lambda(tuplePattern([start, count, next].map(patternOf)), body);
    return core.letrec([{ name: part.name, function: lambda, origin: NOWHERE }], call(core.int(0), lengthOf(v), id));
  }

  return { at, items: functions.items };
}

/**
 * ⊙: `sum + (first ⊙ second)`, without the sum where that is undefined: the products of the reals of two values, added
 * from the left. Undefined is also 0, the answer where there is no real. A second of another shape is a failure.
 */
export interface DotProduct {
  readonly at: (type: Type, sum: Term | undefined, first: Term, second: Term) => Term | undefined;
  readonly items: () => readonly CoreItem[];
}

export function dotProduct(shapes: Shapes): DotProduct {
  const { fresh } = shapes;
  const functions = instances(
    'dot',
    fresh,
    (type) => functionType(product([REAL, type, type]), REAL),
    (type) => {
      const sum = core.variable(fresh('sum'), REAL);
      const [v, w] = [core.variable(fresh('v'), type), core.variable(fresh('w'), type)] as const;
      return core.lambda(tuplePattern([sum, v, w].map(patternOf)), body(type, sum, v, w));
    },
  );

  function at(type: Type, sum: Term | undefined, first: Term, second: Term): Term | undefined {
    if (!hasReals(shapes, type)) return sum;
    switch (type.tag) {
      case 'real': {
        const amount = core.operation('multiply', [first, second], 'derivative');
        return sum === undefined ? amount : core.operation('add', [sum, amount], 'derivative');
      }
      case 'product':
        return type.items.reduce((before, part, i) => at(part, before, component(first, i), component(second, i)), sum);
      case 'record':
        return type.fields.reduce(
          (before, { name, type: part }) => at(part, before, fieldOf(first, name), fieldOf(second, name)),
          sum,
        );
      default:
        return functions.call(type, core.tuple([sum ?? core.real(0), first, second]));
    }
  }

  function body(type: Type, sum: Variable, v: Variable, w: Variable): Term {
    const fail = core.fail('shape', MISMATCH_OF_COTANGENT, REAL);
    if (type.tag === 'sequence' && type.container === 'array') {
      return core.if_(haveOneLength(v, w), overIndices(type.item, sum, v, w), fail);
    }
    return byConstructor(shapes, type, PLAIN, v, (constructor, payload) =>
      byOneConstructor(shapes, type, w, constructor, fail, (other) =>
        payload && other ? (at(constructor.payload ?? type, sum, payload, other) ?? sum) : sum,
      ),
    );
  }

  /** let rec go (sum, i) = if i = length v then sum else go (sum + v[i] ⊙ w[i], i + 1) in go (sum, 0) */
  function overIndices(item: Type, start: Variable, v: Variable, w: Variable): Term {
    const go = core.variable(fresh('go'), functionType(product([REAL, INT]), REAL));
    const [sum, i] = [core.variable(fresh('sum'), REAL), core.variable(fresh('i'), INT)] as const;
    const [x, y] = [opened(shapes, item, PLAIN, 'x', true), opened(shapes, item, PLAIN, 'y', true)];
    const next = core.apply(go, core.tuple([at(item, sum, x.term, y.term) ?? sum, plus(i, core.int(1))]));
    const step = core.let_(
      x.pattern,
      core.intrinsic('index', [v, i]),
      core.let_(y.pattern, core.intrinsic('index', [w, i]), next),
    );
    const isEnd = core.operation('equalInt', [i, lengthOf(v)], 'derivative');
    const lambda = core.lambda(tuplePattern([sum, i].map(patternOf)), core.if_(isEnd, sum, step));
    const first = core.apply(go, core.tuple([start, core.int(0)]));
    return core.letrec([{ name: go.name, function: lambda, origin: NOWHERE }], first);
  }

  return { at, items: functions.items };
}

function patternOf({ name, type }: Variable): Pattern {
  return variablePattern(name, type);
}

function plus(left: Term, right: Term, origin: Span = NOWHERE): Term {
  return core.operation('addInt', [left, right], 'derivative', origin);
}

function zero(origin: Span): Term {
  return core.construct('Delta.Zero', undefined, DELTA, origin);
}
