/** The vectors of δS, by terms: zeroLike, ⊕ and ⊗ of Krawiec et al., Figure 1, and onehot of Figure 6. */
import * as core from '../../../language/core/builders';
import { tuplePattern, variablePattern } from '../../../language/core/patterns';
import { internalError } from '../../../language/source/internal-error';
import { functionType, INT, REAL, type Type } from '../../../language/types/type';
import type { CoreItem, Term } from '../../../language/core/tree';
import { bindingsOf, numbering, supplyFrom } from '../../translation/polytypic/numbering';
import { mapping, zipWith } from '../../translation/polytypic/mapping';
import { countOfReals, opened, type Shapes } from '../../translation/polytypic/shapes';
import { SOURCE_SIDE } from '../../translation/side';
import { define } from '../../translation/wrapping';
import type { Vectors } from '../rules/figure-5-dense';

/** let zeroS = zeroLike s, let plusS = fun (u, v) -> u ⊕ v, let timesS = fun (k, v) -> k ⊗ v */
export function vectorItems(shapes: Shapes, { type, zero, plus, times }: Vectors, s: Term): readonly CoreItem[] {
  const { fresh } = shapes;
  const zeros = mapping(shapes, 'zeroLike', SOURCE_SIDE, SOURCE_SIDE, (real) => core.real(0, real.origin));
  const zeroItem = define(zero.name, zeros.at(type, s)).item;

  const sums = zipWith(shapes, 'plus', SOURCE_SIDE, 'the vectors have different shapes', (first, second) =>
    core.operation('add', [first, second], 'derivative'),
  );
  const [u, v] = [opened(shapes, type, SOURCE_SIDE, 'u'), opened(shapes, type, SOURCE_SIDE, 'v')];
  const sum = core.lambda(tuplePattern([u.pattern, v.pattern]), sums.at(type, u.term, v.term));

  const k = core.variable(fresh('k'), REAL);
  const multiples = mapping(shapes, 'times', SOURCE_SIDE, SOURCE_SIDE, (real) =>
    core.operation('multiply', [k, real], 'derivative'),
  );
  const w = opened(shapes, type, SOURCE_SIDE, 'v');
  const multiple = multiples.at(type, w.term);
  const multiplication = core.lambda(
    tuplePattern([variablePattern(k.name, REAL), w.pattern]),
    inScopeOf(multiples.items(), multiple),
  );
  return [
    ...zeros.items(),
    zeroItem,
    ...sums.items(),
    define(plus.name, sum).item,
    define(times.name, multiplication).item,
  ];
}

export interface OneHots {
  /** onehot_S i: the shape of the point, with 1 at its real number i (from 1, left to right), else 0. */
  readonly at: (number: Term) => Term;
  readonly items: () => readonly CoreItem[];
}

/** Written out if the type gives the number of reals, else a function. */
export function oneHots(shapes: Shapes, type: Type, s: Term): OneHots {
  const { fresh } = shapes;
  if (countOfReals(shapes, type) !== undefined) {
    return {
      at: (wanted) =>
        numbering(shapes, 'oneHot', SOURCE_SIDE, (_, number) => core.real(sameInt(number, wanted) ? 1 : 0)).at(
          type,
          s,
          supplyFrom(undefined, 1),
        ),
      items: () => [],
    };
  }
  const wanted = core.variable(fresh('i'), INT);
  const hot = numbering(shapes, 'oneHot', SOURCE_SIDE, (_, number) =>
    core.if_(core.operation('equalInt', [number, wanted], 'derivative'), core.real(1), core.real(0)),
  );
  const supply = supplyFrom(undefined, 1);
  const made = hot.at(type, s, supply);
  const body = inScopeOf([...hot.items(), ...bindingsOf(supply)], made);
  const oneHot = define(fresh('oneHotS'), core.lambda(variablePattern(wanted.name, INT), body));
  const callee = { ...oneHot.variable, type: functionType(INT, type) };
  return { at: (number) => core.apply(callee, number), items: () => [oneHot.item] };
}

function inScopeOf(items: readonly CoreItem[], body: Term): Term {
  return items.reduceRight((rest, item) => {
    if (item.tag === 'let') return core.let_(item.pattern, item.value, rest);
    if (item.tag === 'letrec') return core.letrec(item.functions, rest);
    return internalError(`a polytypic function is no ${item.tag}`);
  }, body);
}

function sameInt(first: Term, second: Term): boolean {
  return first.tag === 'literal' && second.tag === 'literal' && first.value === second.value;
}
