/** The functions that all tapes share, as terms: how an entry is added, and the sweep back. */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { NOWHERE } from '../../language/source/span';
import type { FreshNames } from '../../language/core/fresh-names';
import type { CoreItem, Term, Variable } from '../../language/core/tree';
import { BOOL, functionType, INT, product, REAL, sequenceType, type Type } from '../../language/types/type';
import { both, ENTRY, PUSH } from './tape-rules';

export const REALS = sequenceType('array', REAL);
export const ENTRIES = sequenceType('list', ENTRY);

/** The functions that all tapes share. */
export interface TapeFunctions {
  readonly push: Variable;
  readonly backward: Variable;
  readonly items: () => readonly CoreItem[];
}

export function tapeFunctions(fresh: FreshNames): TapeFunctions {
  const push = core.variable(fresh('push'), PUSH);
  const backward = core.variable(fresh('backward'), functionType(product([REALS, INT, ENTRIES]), REALS));
  let made: readonly CoreItem[] | undefined;
  return { push, backward, items: () => (made ??= [pushItem(fresh, push), backwardItem(fresh, backward)]) };
}

/** let push entry (n, entries) = if entry has constants only then (0, (n, entries)) else (n, (n + 1, entry :: entries)) */
function pushItem(fresh: FreshNames, { name, type }: Variable): CoreItem {
  const [entry, n, entries] = [
    core.variable(fresh('entry'), ENTRY),
    core.variable(fresh('n'), INT),
    core.variable(fresh('entries'), ENTRIES),
  ] as const;
  const [id, constant] = [core.variable(fresh('id'), INT), core.variable(fresh('constant'), BOOL)] as const;
  const isConstant = core.fold(
    tuplePattern([wildcardPattern(REAL), variablePattern(id.name, INT)]),
    variablePattern(constant.name, BOOL),
    core.if_(core.operation('equalInt', [id, core.int(0)], 'derivative'), constant, core.bool(false)),
    entry,
    core.bool(true),
  );
  const longer = core.construct('::', core.tuple([entry, entries]), ENTRIES);
  const pushed = core.tuple([n, core.tuple([plus(n, 1), longer])]);
  const body = core.if_(isConstant, core.tuple([core.int(0), core.tuple([n, entries])]), pushed);
  const value = core.lambda(variablePattern(entry.name, ENTRY), core.lambda(both(n, entries), body));
  return { tag: 'let', pattern: variablePattern(name, type), value, origin: NOWHERE };
}

/**
 * let rec backward (amounts, i, entries) = match entries with
 *   [] -> amounts
 * | entry :: rest -> let amount = amounts[i] in
 *     backward (fold ((k, id), a) -> update a id (a[id] + k * amount) over entry from amounts, i - 1, rest)
 */
function backwardItem(fresh: FreshNames, backward: Variable): CoreItem {
  const variable = (name: string, type: Type): Variable => core.variable(fresh(name), type);
  const [amounts, i, entries] = [variable('amounts', REALS), variable('i', INT), variable('entries', ENTRIES)] as const;
  const [entry, rest, amount] = [
    variable('entry', ENTRY),
    variable('rest', ENTRIES),
    variable('amount', REAL),
  ] as const;
  const [k, id, a] = [variable('k', REAL), variable('id', INT), variable('a', REALS)] as const;
  const added = core.operation(
    'add',
    [core.intrinsic('index', [a, id]), core.operation('multiply', [k, amount], 'derivative')],
    'derivative',
  );
  const spread = core.fold(
    both(k, id),
    variablePattern(a.name, REALS),
    core.intrinsic('update', [a, id, added]),
    entry,
    amounts,
  );
  const next = core.apply(backward, core.tuple([spread, plus(i, -1), rest]));
  const step = core.let_(variablePattern(amount.name, REAL), core.intrinsic('index', [amounts, i]), next);
  const body = core.match(entries, [
    { constructorName: '[]', payload: undefined, body: amounts },
    { constructorName: '::', payload: both(entry, rest), body: step },
  ]);
  const parameter = tuplePattern([amounts, i, entries].map(({ name, type }) => variablePattern(name, type)));
  const lambda = core.lambda(parameter, body);
  return { tag: 'letrec', functions: [{ name: backward.name, function: lambda, origin: NOWHERE }], origin: NOWHERE };
}

export function plus(number: Term, more: number): Term {
  return core.operation('addInt', [number, core.int(more)], 'derivative');
}
