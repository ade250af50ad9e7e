import { internalError } from '../../language/source/internal-error';
import { innerBlocks } from '../ir/blocks';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { freeOf } from '../ir/free';
import type { Atom, Block, Build, Field, For, Statement, Variable, While } from '../ir/tree';
import { Adjoints } from './adjoints';
import { restore } from './saved';
import { nothing, type Scope, type WayBack, withResults } from './way-back';

/* The reverse derivatives of loops: a loop of the way back goes through the rounds in reverse order. */

/** Writes the way there of a counted loop, and returns its way back. */
export function counted(scope: Scope, statement: For, there: Builder): WayBack {
  const { index, count, down, parameters, initial, body, targets, origin } = statement;
  const inner = there.inner();
  const shadowed = scope.shadowVariables(parameters);
  const way = scope.block(body, inner);
  const ends = scope.shadowVariables(targets);
  const pair = scope.numbers.pair();
  there.statements.push({
    ...statement,
    pair,
    forgets: false,
    parameters: [...parameters, ...shadowed.made],
    initial: [...initial, ...scope.pick(initial, shadowed.of)],
    body: inner.block([...body.results, ...scope.pick(body.results, shadowed.of)]),
    targets: [...targets, ...ends.made],
  });
  const own = new Set(parameters.map(({ id }) => id));
  const outside = without(reachedBy(scope, body.statements, body.results), own);
  return (adjoints, back) => {
    const all = [...parameters, ...shadowed.made];
    const results = [...body.results, ...scope.pick(body.results, shadowed.of)];
    const round = roundOf(scope, all, results, [...targets, ...ends.made], [inner], [way], outside, new Set(), back);
    const { carried, reals } = round;
    const initialAdjoints = [
      ...reals.map((i) => adjoints.get(targets[i]) ?? realConstant(0)),
      ...outside.map(() => realConstant(0)),
    ];
    back.origin = origin;
    const amounts = back.add(
      carried.map(({ kind }) => kind),
      {
        tag: 'for',
        pair,
        index,
        count,
        down: !down,
        parameters: carried,
        initial: [...initialAdjoints, ...round.ends],
        forgets: false,
        body: round.body,
      },
    );
    reals.forEach((i, k) => {
      adjoints.add(initial[i], amounts[k], back);
    });
    outside.forEach((variable, k) => {
      adjoints.add(variable, amounts[reals.length + k], back);
    });
  };
}

/** Writes the way there of a loop whose header tells when it ends, and returns its way back. */
export function uncounted(scope: Scope, given: While, there: Builder): WayBack {
  const { statement, before } = rotated(scope, given, there);
  const { parameters, initial, header, exit, body, targets, origin } = statement;
  const { numbers } = scope;
  const shadowed = scope.shadowVariables(parameters);
  const counter = numbers.variable('int');
  const count = numbers.variable('int');
  const [head, out, round] = [there.inner(), there.inner(), there.inner()];
  const ways = {
    header: scope.block(header, head),
    exit: scope.block(exit, out),
    body: scope.block(body, round),
  };
  const next = round.operation('addInt', counter, intConstant(1));
  const ends = scope.shadowVariables(targets);
  const pair = numbers.pair();
  there.statements.push({
    ...statement,
    pair,
    forgets: false,
    parameters: [...parameters, ...shadowed.made, counter],
    initial: [...initial, ...scope.pick(initial, shadowed.of), intConstant(0)],
    header: head.block(header.results),
    exit: out.block([...exit.results, ...scope.pick(exit.results, ends.of), counter]),
    body: round.block([...body.results, ...scope.pick(body.results, shadowed.of), next]),
    targets: [...targets, ...ends.made, count],
  });
  const own = new Set(parameters.map(({ id }) => id));
  const inside = [header, exit, body];
  const reached = reachedBy(
    scope,
    inside.flatMap(({ statements }) => statements),
    inside.flatMap(({ results }) => results),
  );
  const outside = without(reached, own);
  return (adjoints, back) => {
    const all = [...parameters, ...shadowed.made, counter];
    const round_ = numbers.variable('int');
    const inRound = counters(statement, round_, back);
    const inEnd = counters(statement, count, back);
    const counted = new Set(inRound.map(({ id }) => id));
    // The rounds, from the last to the first.
    const results = [...body.results, ...scope.pick(body.results, shadowed.of), next];
    const atExit = [...exit.results, ...scope.pick(exit.results, ends.of)];
    const made = [...targets, ...ends.made];
    const final = all.map((parameter) => made[atExit.indexOf(parameter)]);
    const rounds = roundOf(scope, all, results, final, [head, round], [ways.body, ways.header], outside, counted, back);
    const { carried, reals } = rounds;
    // The end: the header once more, and the exit.
    const last = new Adjoints(scope.active);
    const end = back.inner();
    exit.results.forEach((result, i) => {
      last.add(result, adjoints.get(targets[i]), end);
    });
    ways.exit(last, end);
    ways.header(last, end);
    const atEnd = [
      ...reals.map((i) => last.get(all[i]) ?? realConstant(0)),
      ...outside.map((variable) => last.get(variable) ?? realConstant(0)),
    ];
    // In the last round the header pushes first, then the exit.
    const statements = [...head.statements, ...out.statements];
    const kept = statements.length;
    const restored = restore(statements, without(all, counted), withResults(end.statements, atEnd));
    out.statements.push(...statements.slice(kept));
    back.statements.push(...inEnd.flatMap(({ statements: each }) => each), ...restored, ...end.statements);
    back.origin = origin;
    const { statements: steps, results: nextAdjoints } = rounds.body;
    const amounts = back.add(
      carried.map(({ kind }) => kind),
      {
        tag: 'for',
        pair,
        index: round_,
        count,
        down: true,
        parameters: carried,
        initial: [...atEnd, ...rounds.ends],
        forgets: false,
        body: { statements: [...inRound.flatMap((each) => each.statements), ...steps], results: nextAdjoints },
      },
    );
    reals.forEach((i, k) => {
      adjoints.add(initial[i], amounts[k], back);
    });
    outside.forEach((variable, k) => {
      adjoints.add(variable, amounts[reals.length + k], back);
    });
    before(adjoints, back);
  };
}

/** Writes the way there of a loop that makes an array, and returns its way back. */
export function built(scope: Scope, statement: Build, there: Builder): WayBack {
  const { count, index, body, targets, origin } = statement;
  const inner = there.inner();
  const way = scope.block(body, inner);
  const [target] = targets;
  if (target === undefined) return internalError('a build has a target');
  const shadow = scope.numbers.variable(target.kind);
  scope.setShadow(target, shadow);
  const pair = scope.numbers.pair();
  there.statements.push({
    ...statement,
    pair,
    body: inner.block([...body.results, ...body.results.map((part) => scope.part(part))]),
    targets: [target, shadow],
  });
  const outside = reachedBy(scope, body.statements, body.results);
  return (adjoints, back) => {
    const { numbers } = scope;
    const carried = outside.map(() => numbers.variable('real'));
    const round = back.inner();
    const own = new Adjoints(scope.active);
    outside.forEach(({ id }, k) => {
      own.set(id, carried[k] ?? internalError('a carried adjoint'));
    });
    const parts = round.add(
      body.results.map(({ kind }) => kind),
      { tag: 'item', array: shadow, index, checked: false },
    );
    body.results.forEach((result, k) => {
      if (result.kind === 'real') own.add(result, parts[k], round);
    });
    way(own, round);
    const results = outside.map((variable) => own.get(variable) ?? realConstant(0));
    const restored = restore(inner.statements, [], withResults(round.statements, results));
    back.origin = origin;
    const amounts = back.add(
      carried.map(() => 'real'),
      {
        tag: 'for',
        pair,
        index,
        count,
        down: true,
        parameters: carried,
        initial: outside.map(() => realConstant(0)),
        forgets: false,
        body: { statements: [...restored, ...round.statements], results },
      },
    );
    outside.forEach((variable, k) => {
      adjoints.add(variable, amounts[k], back);
    });
  };
}

/** Returns the active reals from outside that blocks use: a loop on the way back carries their adjoints. */
function reachedBy(scope: Scope, statements: readonly Statement[], results: readonly Atom[]): readonly Variable[] {
  return freeOf(statements, results).filter((variable) => variable.kind === 'real' && scope.isActive(variable));
}

/** One round of a loop on the way back. */
interface Round {
  readonly body: Block;
  readonly carried: readonly Variable[];
  /** The places of the parameters whose adjoints are carried first. */
  readonly reals: readonly number[];
  /** The initial values of the last carried variables: the lists that the way there ended with. */
  readonly ends: readonly Atom[];
}

/**
 * Writes one round of a loop on the way back: from the adjoints of the next parameters, to those of the parameters
 * and of what is outside. `results` are the next parameters, and `final` what the loop gives for the last ones.
 */
function roundOf(
  scope: Scope,
  parameters: readonly Variable[],
  results: readonly Atom[],
  final: readonly (Atom | undefined)[],
  there: readonly Builder[],
  ways: readonly WayBack[],
  outside: readonly Variable[],
  given: ReadonlySet<number>,
  back: Builder,
): Round {
  const reals = parameters.flatMap((each, i) => (each.kind === 'real' && scope.isActive(each) ? [i] : []));
  const { numbers } = scope;
  const carried = [...reals.map(() => numbers.variable('real')), ...outside.map(() => numbers.variable('real'))];
  const inner = back.inner();
  const own = new Adjoints(scope.active);
  outside.forEach(({ id }, k) => {
    own.set(id, carried[reals.length + k] ?? internalError('a carried adjoint'));
  });
  reals.forEach((i, k) => {
    own.add(results[i], carried[k], inner);
  });
  for (const way of ways) way(own, inner);
  const next = [
    ...reals.map((i) => own.get(parameters[i]) ?? realConstant(0)),
    ...outside.map((variable) => own.get(variable) ?? realConstant(0)),
  ];
  // All of a round is one block on the way back; what it needs is kept at the end of the last part.
  const statements = there.flatMap((builder) => builder.statements);
  const count = statements.length;
  const heads = headsOf(parameters, results, final, statements);
  const known = new Set([...given, ...heads.flatMap(({ rest, made }) => [rest.targets[0].id, made.id])]);
  const restored = restore(statements, without(parameters, known), withResults(inner.statements, next), known);
  there.at(-1)?.statements.push(...statements.slice(count));
  const all = [...restored, ...inner.statements];
  const used = new Set(freeOf(all, next).map(({ id }) => id));
  const followed = heads.filter(({ rest, made }) => used.has(made.id) || used.has(rest.targets[0].id));
  return {
    body: {
      statements: [...followed.map(({ rest }) => rest), ...all],
      results: [...next, ...followed.map(({ rest }) => rest.targets[0])],
    },
    carried: [...carried, ...followed.map(({ made }) => made)],
    reals,
    ends: followed.map(({ end }) => end),
  };
}

/** A loop parameter that each round extends by a constructor, such as a list. The way back reads it from the extended value. */
interface Head {
  readonly made: Variable;
  /** Reads the parameter of the round. */
  readonly rest: Field & { readonly targets: readonly [Variable] };
  /** The value after the last round. */
  readonly end: Atom;
}

/** Returns the parameters that each round extends, with the statement that reads each back. */
function headsOf(
  parameters: readonly Variable[],
  results: readonly Atom[],
  final: readonly (Atom | undefined)[],
  statements: readonly Statement[],
): readonly Head[] {
  return parameters.flatMap((parameter, i): readonly Head[] => {
    const [made, end] = [results[i], final[i]];
    if (typeof parameter.kind !== 'object' || made?.tag !== 'variable' || end === undefined) return [];
    if (results.indexOf(made) < i) return [];
    const statement = statements.find(({ tag, targets }) => tag === 'construct' && targets[0] === made);
    if (statement?.tag !== 'construct') return [];
    const { constructor_, fields, origin } = statement;
    const index = fields.indexOf(parameter);
    if (index < 0) return [];
    return [{ made, rest: { tag: 'field', value: made, constructor_, index, targets: [parameter], origin }, end }];
  });
}

/**
 * Returns the parameters of a loop that are ints and change by a constant, with statements that compute them for the
 * round of a number, so that they need not be kept.
 */
function counters(
  { parameters, initial, body }: While,
  round: Variable,
  back: Builder,
): readonly { readonly id: number; readonly statements: readonly Statement[] }[] {
  return parameters.flatMap((parameter, i) => {
    const made = body.statements.find(({ targets }) => targets[0] === body.results[i]);
    if (made?.tag !== 'operation') return [];
    const [left, right] = made.arguments;
    if (left !== parameter || right?.tag !== 'constant') return [];
    if (made.operation !== 'addInt' && made.operation !== 'subtractInt') return [];
    const builder = back.inner();
    const change = right.value === 1 ? round : builder.operation('multiplyInt', round, right);
    builder.statements.push({
      tag: 'operation',
      operation: made.operation,
      arguments: [initial[i] ?? internalError('an initial value'), change],
      derivative: true,
      targets: [parameter],
      origin: made.origin,
    });
    return [{ id: parameter.id, statements: builder.statements }];
  });
}

/**
 * Returns a loop whose header is without blocks: its part of the way back is written twice. A header with blocks
 * moves before the loop and to the end of the body.
 */
function rotated(
  scope: Scope,
  statement: While,
  there: Builder,
): { readonly statement: While; readonly before: WayBack } {
  const { header, body, parameters, initial } = statement;
  if (header.statements.every((each) => innerBlocks(each).length === 0)) {
    return { statement, before: nothing };
  }
  const { numbers } = scope;
  const bound = header.statements.flatMap(({ targets }) => targets);
  const [condition] = header.results;
  if (condition === undefined) return internalError('a header has a result');
  const copied = (
    first: readonly Atom[],
  ): { readonly statements: readonly Statement[]; readonly results: readonly Atom[] } => {
    const atoms = new Map(
      parameters.map(({ id }, i): [number, Atom] => [id, first[i] ?? internalError('a parameter')]),
    );
    const block = { statements: header.statements, results: [...header.results, ...bound] };
    return copyBlock(block, numbers, atoms, (variable, copy) => {
      scope.copied(variable, copy, atoms);
    });
  };
  const before = copied(initial);
  const wayBefore = scope.block(before, there);
  const after = copied(body.results);
  const test = numbers.variable('bool');
  const made: While = {
    ...statement,
    parameters: [...parameters, test, ...bound],
    initial: [...initial, ...before.results],
    header: { statements: [], results: [condition.tag === 'variable' ? test : condition] },
    body: { statements: [...body.statements, ...after.statements], results: [...body.results, ...after.results] },
  };
  return { statement: made, before: wayBefore };
}

function without(variables: readonly Variable[], numbers: ReadonlySet<number>): readonly Variable[] {
  return variables.filter(({ id }) => !numbers.has(id));
}
