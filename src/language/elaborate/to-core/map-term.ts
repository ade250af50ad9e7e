import * as core from '../../core/builders';
import { variablePattern } from '../../core/patterns';
import type { Term, Variable } from '../../core/tree';
import { internalError } from '../../source/internal-error';
import type { Span } from '../../source/span';
import { INT } from '../../types/type';
import type { Type } from '../../types/type';
import type { Names } from '../names';

/**
 * Returns the core of `map f xs`. If the result is a list, it is `fold (x, rest) -> f x :: rest over xs from []`; if it is
 * an array, `build (length xs) (fun i -> f xs[i])`, of the array of a list's items. `f` and `xs` are evaluated once.
 */
export function mapLoop(callee: Term, given: Term, type: Type, origin: Span, names: Pick<Names, 'fresh'>): Term {
  const { type: from } = given;
  if (from.tag !== 'sequence' || type.tag !== 'sequence') return internalError('map goes from sequence to sequence');
  const isGathered = from.container === 'list' && type.container === 'array';
  const sequence = isGathered ? core.intrinsic('toArray', [given], origin) : given;
  const named = (base: string, of: Type): Variable => core.variable(names.fresh(base), of, origin);
  const binding = (variable: Variable): ReturnType<typeof variablePattern> =>
    variablePattern(variable.name, variable.type, origin);
  const f = callee.tag === 'variable' ? callee : named('f', callee.type);
  const xs = sequence.tag === 'variable' ? sequence : named('xs', sequence.type);
  const body = ((): Term => {
    if (type.container === 'array') {
      const i = named('i', INT);
      const item = core.apply(f, core.intrinsic('index', [xs, i], origin), origin);
      const length = core.intrinsic('length', [xs], origin);
      return core.intrinsic('build', [length, core.lambda(binding(i), item, origin)], origin);
    }
    const x = named('x', from.item);
    const rest = named('rest', type);
    const head = core.apply(f, x, origin);
    const cons = core.construct('::', core.tuple([head, rest], origin), type, origin);
    return core.fold(binding(x), binding(rest), cons, xs, core.sequence('list', type.item, [], origin), origin);
  })();
  const ofSequence = xs === sequence ? body : core.let_(binding(xs), sequence, body, origin);
  return f === callee ? ofSequence : core.let_(binding(f), callee, ofSequence, origin);
}

/** Returns the core of a conversion of a sequence, which is evaluated once, to a list or an array. */
export function convertedSequence(given: Term, type: Type, origin: Span, names: Pick<Names, 'fresh'>): Term {
  const { type: from } = given;
  if (from.tag !== 'sequence' || type.tag !== 'sequence') return internalError('only sequences are converted');
  if (from.container === type.container) return given;
  if (type.container === 'array') return core.intrinsic('toArray', [given], origin);
  const x = core.variable(names.fresh('x'), from.item, origin);
  const rest = core.variable(names.fresh('rest'), type, origin);
  const cons = core.construct('::', core.tuple([x, rest], origin), type, origin);
  const nothing = core.sequence('list', from.item, [], origin);
  return core.fold(
    variablePattern(x.name, x.type, origin),
    variablePattern(rest.name, type, origin),
    cons,
    given,
    nothing,
    origin,
  );
}
