/** The functions that all tapes share, as terms: how an entry is added, and the sweep back. */
import * as core from '../../language/core/builders';
import { tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { NOWHERE } from '../../language/source/span';
import type { FreshNames } from '../../language/core/fresh-names';
import type { CoreItem, Pattern, Term, Variable, VariantDeclaration } from '../../language/core/tree';
import { BOOL, functionType, INT, product, REAL, sequenceType, type Type } from '../../language/types/type';
import { both, ENTRY, PUSH } from './tape-rules';

export const ENTRIES = sequenceType('list', ENTRY);

/** The functions that all tapes share. */
export interface TapeFunctions {
  readonly push: Variable;
  readonly zeros: (count: Term) => Term;
  readonly added: (amounts: Term, index: Term, amount: Term) => Term;
  readonly amountAt: (amounts: Term, index: Term) => Term;
  readonly backward: (amounts: Term, index: Term, entries: Term) => Term;
  readonly amounts: Amounts;
  readonly items: () => readonly CoreItem[];
}

/**
 * The adjoints of a sweep, as a tree over their numbers, so that adding to one takes logarithmic time in every engine:
 *
 *   type Amounts = Amount real | Amounts (int * Amounts * Amounts)
 *
 * The int is the number of adjoints in the left part.
 */
export interface Amounts {
  readonly type: Type;
  readonly one: string;
  readonly two: string;
  readonly variant: VariantDeclaration;
}

function newAmounts(fresh: FreshNames): Amounts {
  const type: Type = { tag: 'named', name: fresh('Amounts'), arguments: [] };
  const [one, two] = [fresh('Amount'), fresh('Parts')];
  const constructors = [
    { name: one, payload: REAL },
    { name: two, payload: product([INT, type, type]) },
  ];
  return { type, one, two, variant: { type, constructors } };
}

/** `typeNames` returns names of types and constructors that are not declared. */
export function tapeFunctions(fresh: FreshNames, typeNames: FreshNames): TapeFunctions {
  const amounts = newAmounts(typeNames);
  const { type } = amounts;
  const named = (name: string, parameters: readonly Type[], result: Type): Variable =>
    core.variable(fresh(name), functionType(product(parameters), result));
  const push = core.variable(fresh('push'), PUSH);
  const zeros = named('zeros', [type, INT, INT], type);
  const added = named('added', [type, INT, REAL], type);
  const amountAt = named('amountAt', [type, INT], REAL);
  const backward = named('backward', [type, INT, ENTRIES], type);
  const calling =
    (callee: Variable) =>
    (...args: readonly Term[]): Term =>
      core.apply(callee, core.tuple(args));
  const functions: Omit<TapeFunctions, 'items'> = {
    push,
    amounts,
    zeros: (count) => calling(zeros)(core.construct(amounts.one, core.real(0), type), core.int(1), count),
    added: calling(added),
    amountAt: calling(amountAt),
    backward: calling(backward),
  };
  let made: readonly CoreItem[] | undefined;
  return {
    ...functions,
    items: () =>
      (made ??= [
        pushItem(fresh, push),
        zerosItem(fresh, zeros, amounts),
        addedItem(fresh, added, amounts),
        amountAtItem(fresh, amountAt, amounts),
        backwardItem(fresh, backward, functions),
      ]),
  };
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

/** let rec zeros (t, size, n) = if size < n then zeros (Parts (size, t, t), size + size, n) else t */
function zerosItem(fresh: FreshNames, zeros: Variable, { type, two }: Amounts): CoreItem {
  const [t, size, n] = [variable(fresh, 't', type), variable(fresh, 'size', INT), variable(fresh, 'n', INT)] as const;
  const twice = core.construct(two, core.tuple([size, t, t]), type);
  const next = core.apply(zeros, core.tuple([twice, core.operation('addInt', [size, size], 'derivative'), n]));
  return recursive(zeros, [t, size, n], core.if_(isLess(size, n), next, t));
}

/**
 * let rec added (t, i, v) = match t with
 *   Amount a -> Amount (a + v)
 * | Parts (half, l, r) -> if i < half then Parts (half, added (l, i, v), r) else Parts (half, l, added (r, i - half, v))
 */
function addedItem(fresh: FreshNames, added: Variable, amounts: Amounts): CoreItem {
  const { type, one, two } = amounts;
  const [t, i, v] = [variable(fresh, 't', type), variable(fresh, 'i', INT), variable(fresh, 'v', REAL)] as const;
  const adding = (part: Term, at: Term): Term => core.apply(added, core.tuple([part, at, v]));
  return recursive(
    added,
    [t, i, v],
    matched(
      fresh,
      amounts,
      t,
      (a) => core.construct(one, core.operation('add', [a, v], 'derivative'), type),
      (half, l, r) => {
        const parts = (left: Term, right: Term): Term => core.construct(two, core.tuple([half, left, right]), type);
        return core.if_(isLess(i, half), parts(adding(l, i), r), parts(l, adding(r, less(i, half))));
      },
    ),
  );
}

/** let rec amountAt (t, i) = match t with Amount a -> a | Parts (half, l, r) -> if i < half then amountAt (l, i) else amountAt (r, i - half) */
function amountAtItem(fresh: FreshNames, amountAt: Variable, amounts: Amounts): CoreItem {
  const [t, i] = [variable(fresh, 't', amounts.type), variable(fresh, 'i', INT)] as const;
  const reading = (part: Term, at: Term): Term => core.apply(amountAt, core.tuple([part, at]));
  return recursive(
    amountAt,
    [t, i],
    matched(
      fresh,
      amounts,
      t,
      (a) => a,
      (half, l, r) => core.if_(isLess(i, half), reading(l, i), reading(r, less(i, half))),
    ),
  );
}

/**
 * let rec backward (amounts, i, entries) = match entries with
 *   [] -> amounts
 * | entry :: rest -> let amount = amountAt (amounts, i) in
 *     backward (fold ((k, id), t) -> added (t, id, k * amount) over entry from amounts, i - 1, rest)
 */
function backwardItem(
  fresh: FreshNames,
  backward: Variable,
  { amounts: { type }, added, amountAt }: Omit<TapeFunctions, 'items'>,
): CoreItem {
  const [amounts, i, entries] = [
    variable(fresh, 'amounts', type),
    variable(fresh, 'i', INT),
    variable(fresh, 'entries', ENTRIES),
  ] as const;
  const [entry, rest, amount] = [
    variable(fresh, 'entry', ENTRY),
    variable(fresh, 'rest', ENTRIES),
    variable(fresh, 'amount', REAL),
  ] as const;
  const [k, id, t] = [variable(fresh, 'k', REAL), variable(fresh, 'id', INT), variable(fresh, 't', type)] as const;
  const more = core.operation('multiply', [k, amount], 'derivative');
  const spread = core.fold(both(k, id), variablePattern(t.name, type), added(t, id, more), entry, amounts);
  const next = core.apply(backward, core.tuple([spread, plus(i, -1), rest]));
  const step = core.let_(variablePattern(amount.name, REAL), amountAt(amounts, i), next);
  const body = core.match(entries, [
    { constructorName: '[]', payload: undefined, body: amounts },
    { constructorName: '::', payload: both(entry, rest), body: step },
  ]);
  return recursive(backward, [amounts, i, entries], body);
}

function matched(
  fresh: FreshNames,
  { type, one, two }: Amounts,
  scrutinee: Term,
  ofOne: (amount: Variable) => Term,
  ofTwo: (half: Variable, left: Variable, right: Variable) => Term,
): Term {
  const a = variable(fresh, 'a', REAL);
  const [half, l, r] = [variable(fresh, 'half', INT), variable(fresh, 'l', type), variable(fresh, 'r', type)] as const;
  return core.match(scrutinee, [
    { constructorName: one, payload: variablePattern(a.name, REAL), body: ofOne(a) },
    { constructorName: two, payload: pattern([half, l, r]), body: ofTwo(half, l, r) },
  ]);
}

function recursive({ name }: Variable, parameters: readonly Variable[], body: Term): CoreItem {
  const lambda = core.lambda(pattern(parameters), body);
  return { tag: 'letrec', functions: [{ name, function: lambda, origin: NOWHERE }], origin: NOWHERE };
}

function pattern(variables: readonly Variable[]): Pattern {
  return tuplePattern(variables.map(({ name, type }) => variablePattern(name, type)));
}

function variable(fresh: FreshNames, name: string, type: Type): Variable {
  return core.variable(fresh(name), type);
}

function isLess(first: Term, second: Term): Term {
  return core.operation('lessInt', [first, second], 'derivative');
}

function less(first: Term, second: Term): Term {
  return core.operation('subtractInt', [first, second], 'derivative');
}

export function plus(number: Term, more: number): Term {
  return core.operation('addInt', [number, core.int(more)], 'derivative');
}
