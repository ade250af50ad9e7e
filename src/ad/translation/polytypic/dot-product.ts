/** ⊙: Krawiec et al., Figure 1, by terms. */
import * as core from '../../../language/core/builders';
import { tuplePattern, variablePattern } from '../../../language/core/patterns';
import { NOWHERE } from '../../../language/source/span';
import { functionType, INT, product, REAL, type Type } from '../../../language/types/type';
import type { CoreItem, Pattern, Term, Variable } from '../../../language/core/tree';
import { MISMATCH_OF_COTANGENT } from '../../../semantics/failure';
import { instances } from './instances';
import { haveOneLength, lengthOf } from './mapping';
import { byConstructor, byOneConstructor, component, fieldOf, hasReals, opened, type Shapes } from './shapes';
import { SOURCE_SIDE } from '../side';

/**
 * ⊙: returns `sum + (first ⊙ second)`, without the sum if it is undefined: the products of the reals of two values,
 * added from the left. Returns undefined, which means 0, if there are no reals. Values of different shapes fail.
 */
export interface DotProduct {
  readonly at: (type: Type, sum: Term | undefined, first: Term, second: Term) => Term | undefined;
  readonly items: () => readonly CoreItem[];
}

/** A term of more additions, one in another, would be nested deeper than the stack of a worker. */
const MOST_ADDED = 64;

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

  function at(type: Type, start: Term | undefined, v: Term, w: Term): Term | undefined {
    const sums: { readonly pattern: Pattern; readonly value: Term }[] = [];
    let added = 0;
    const named = (value: Term): Term => {
      if (++added % MOST_ADDED !== 0) return value;
      const sum = core.variable(fresh('sum'), REAL);
      sums.push({ pattern: patternOf(sum), value });
      return sum;
    };
    const total = (part: Type, sum: Term | undefined, first: Term, second: Term): Term | undefined => {
      if (!hasReals(shapes, part)) return sum;
      switch (part.tag) {
        case 'real': {
          const amount = core.operation('multiply', [first, second], 'derivative');
          return named(sum === undefined ? amount : core.operation('add', [sum, amount], 'derivative'));
        }
        case 'product':
          return part.items.reduce(
            (before, item, i) => total(item, before, component(first, i), component(second, i)),
            sum,
          );
        case 'record':
          return part.fields.reduce(
            (before, { name, type: field }) => total(field, before, fieldOf(first, name), fieldOf(second, name)),
            sum,
          );
        default:
          return named(functions.call(part, core.tuple([sum ?? core.real(0), first, second])));
      }
    };
    const whole = total(type, start, v, w);
    return whole && sums.reduceRight((rest, { pattern, value }) => core.let_(pattern, value, rest), whole);
  }

  function body(type: Type, sum: Variable, v: Variable, w: Variable): Term {
    const fail = core.fail('shape', MISMATCH_OF_COTANGENT, REAL);
    if (type.tag === 'sequence' && type.container === 'array') {
      return core.if_(haveOneLength(v, w), overIndices(type.item, sum, v, w), fail);
    }
    return byConstructor(shapes, type, SOURCE_SIDE, v, (constructor, payload) =>
      byOneConstructor(shapes, type, w, constructor, fail, (other) =>
        payload && other ? (at(constructor.payload ?? type, sum, payload, other) ?? sum) : sum,
      ),
    );
  }

  /** let rec go (sum, i) = if i = length v then sum else go (sum + v[i] ⊙ w[i], i + 1) in go (sum, 0) */
  function overIndices(item: Type, start: Variable, v: Variable, w: Variable): Term {
    const go = core.variable(fresh('go'), functionType(product([REAL, INT]), REAL));
    const [sum, i] = [core.variable(fresh('sum'), REAL), core.variable(fresh('i'), INT)] as const;
    const [x, y] = [opened(shapes, item, SOURCE_SIDE, 'x', true), opened(shapes, item, SOURCE_SIDE, 'y', true)];
    const rest = core.apply(go, core.tuple([at(item, sum, x.term, y.term) ?? sum, next(i)]));
    const step = core.let_(
      x.pattern,
      core.intrinsic('index', [v, i]),
      core.let_(y.pattern, core.intrinsic('index', [w, i]), rest),
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

function next(index: Term): Term {
  return core.operation('addInt', [index, core.int(1)], 'derivative');
}
