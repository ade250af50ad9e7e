/** The reals of a value, numbered from left to right, as terms: Krawiec et al., Figure 15, initVars. */
import * as core from '../../../language/core/builders';
import { tuplePattern, variablePattern } from '../../../language/core/patterns';
import { NOWHERE, type Span } from '../../../language/source/span';
import { functionType, INT, product, type Type } from '../../../language/types/type';
import type { CoreItem, Pattern, Term, Variable } from '../../../language/core/tree';
import { instances } from './instances';
import { buildAs, lengthOf, type Polytypic } from './mapping';
import { byConstructor, constructed, countOfReals, hasReals, inPlace, opened, type Shapes } from './shapes';
import { SOURCE_SIDE, type Side } from '../side';

/** A supply of numbers: `from + offset` is the next. `from` is 0 if omitted. */
export interface Supply {
  from: Term | undefined;
  offset: number;
  /** Bindings that the terms need, oldest first. */
  readonly bindings: { readonly pattern: Pattern; readonly value: Term }[];
}

export function supplyFrom(from: Term | undefined, offset: number): Supply {
  return { from, offset, bindings: [] };
}

/** Returns the supply's bindings as items. */
export function bindingsOf({ bindings }: Supply): readonly CoreItem[] {
  return bindings.map(({ pattern, value }): CoreItem => ({ tag: 'let', pattern, value, origin: NOWHERE }));
}

/** Returns the next number as a term. */
export function nextNumber({ from, offset }: Supply, origin: Span = NOWHERE): Term {
  if (from === undefined) return core.int(offset, origin);
  return offset === 0 ? { ...from, origin } : plus(from, core.int(offset, origin), origin);
}

/** Replaces each real, left to right, with `change` of it and the next number; everything else is kept. */
export function numbering(
  shapes: Shapes,
  name: string,
  to: Side,
  change: (real: Term, number: Term) => Term,
): Polytypic<readonly [Term, Supply]> {
  const { fresh } = shapes;
  const functions = instances(
    name,
    fresh,
    (type) => functionType(product([type, INT]), product([to.type(type), INT])),
    (type) => {
      const v = core.variable(fresh('v'), type);
      const number = core.variable(fresh('id'), INT);
      return core.lambda(
        tuplePattern([variablePattern(v.name, type), variablePattern(number.name, INT)]),
        body(type, v, number),
      );
    },
  );

  function at(type: Type, value: Term, supply: Supply): Term {
    const { origin } = value;
    if (!hasReals(shapes, type)) return value;
    if (type.tag === 'real') {
      const number = nextNumber(supply, origin);
      supply.offset++;
      return change(value, number);
    }
    return inPlace(type, origin, (part, way) => at(part, way(value), supply)) ?? called(type, value, supply);
  }

  function called(type: Type, value: Term, supply: Supply): Term {
    const call = functions.call(type, core.tuple([value, nextNumber(supply, value.origin)], value.origin));
    const made = core.variable(fresh('s'), to.type(type), value.origin);
    const next = core.variable(fresh('id'), INT);
    const pattern = tuplePattern([variablePattern(made.name, made.type), variablePattern(next.name, INT)]);
    supply.bindings.push({ pattern, value: call });
    supply.from = next;
    supply.offset = 0;
    return made;
  }

  /** Returns the result of `make` with numbers starting at `from`, and the number after the last. */
  function numbered(from: Term, make: (supply: Supply) => Term): Term {
    const supply = supplyFrom(from, 0);
    const made = make(supply);
    return supply.bindings.reduceRight<Term>(
      (rest, { pattern, value }) => core.let_(pattern, value, rest),
      core.tuple([made, nextNumber(supply)]),
    );
  }

  function body(type: Type, v: Variable, number: Variable): Term {
    if (type.tag !== 'sequence' || type.container !== 'array') {
      return byConstructor(shapes, type, SOURCE_SIDE, v, (constructor, payload) =>
        numbered(number, (supply) =>
          constructed(type, to, constructor, payload && at(constructor.payload ?? type, payload, supply)),
        ),
      );
    }
    const count = countOfReals(shapes, type.item);
    if (count === undefined) return byHalves(type.item, v, number);
    // Every item has the same number of reals, so the index gives their numbers.
    const times = (n: Term): Term =>
      count === 1 ? n : core.operation('multiplyInt', [core.int(count), n], 'derivative');
    const i = core.variable(fresh('i'), INT);
    const item = opened(shapes, type.item, SOURCE_SIDE, 'x');
    const made = at(type.item, item.term, supplyFrom(plus(number, times(i)), 0));
    const array = buildAs(v, i, core.let_(item.pattern, core.intrinsic('index', [v, i]), made));
    return core.tuple([array, plus(number, times(lengthOf(v)))]);
  }

  /** The numbers of an item depend on the items before it, so the array is built from its halves. */
  function byHalves(item: Type, v: Variable, number: Variable): Term {
    const array: Type = { tag: 'sequence', container: 'array', item: to.type(item) };
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

    const one = opened(shapes, item, SOURCE_SIDE, 'x');
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
    return core.letrec(
      [{ name: part.name, function: lambda, origin: NOWHERE }],
      call(core.int(0), lengthOf(v), number),
    );
  }

  return { at, items: functions.items };
}

function patternOf({ name, type }: Variable): Pattern {
  return variablePattern(name, type);
}

function plus(left: Term, right: Term, origin: Span = NOWHERE): Term {
  return core.operation('addInt', [left, right], 'derivative', origin);
}
