import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { usesIn, visit } from '../ir/blocks';
import { Builder, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, Call, FunctionId, If, IrFunction, Statement, Variable, VariantLayout } from '../ir/tree';
import { endsIn } from './tail-calls';

/**
 * Turns a function that calls itself once for the rest of a list, whatever it does with the result, into a loop from the
 * last cell to the first:
 *
 *   f(xs, a) = match xs with [] -> e | x :: rest -> ... f(rest, a) ...
 *
 * All other arguments of the call must be the function's own. The rounds compute what the calls did, in the order in
 * which the calls ended.
 */
export function listRecursionToLoop(given: IrFunction, numbers: Numbers, kinds: Kinds): IrFunction {
  const found = recursionIn(given, kinds);
  if (found === undefined) return given;
  const { list, layout, before, end, step, call } = found;
  const builder = new Builder(numbers, call.origin);
  builder.statements.push(...before);
  const none: Atom = { tag: 'constant', kind: layout, value: { constructor_: 0, parts: [] } };
  const first = copyBlock(end, numbers, new Map([[list.id, none]]));
  builder.statements.push(...first.statements);
  const array = builder.one(kinds.spine(layout), { tag: 'spine', list });
  const count = builder.one('int', { tag: 'length', array });
  const index = numbers.variable('int');
  const parameters = numbers.copies(call.targets);
  const inner = builder.inner();
  const cell = inner.one(layout, { tag: 'item', array, index, checked: false });
  const own = new Map<number, Atom>([[list.id, cell]]);
  call.targets.forEach(({ id }, i) => own.set(id, parameters[i] ?? cell));
  const others = step.statements.filter((statement) => statement !== call);
  const round = copyBlock({ statements: others, results: step.results }, numbers, own);
  inner.statements.push(...round.statements);
  const results = builder.add(
    call.targets.map(({ kind }) => kind),
    {
      tag: 'for',
      index,
      count,
      down: true,
      parameters,
      initial: first.results,
      body: inner.block(round.results),
      forgets: true,
    },
  );
  return { ...given, body: builder.block(results) };
}

interface ListRecursion {
  readonly list: Variable;
  readonly layout: VariantLayout;
  /** What each call computes first, the same in all of them. */
  readonly before: readonly Statement[];
  /** What is done where the list is empty, and where it has a cell. */
  readonly end: Block;
  readonly step: Block;
  readonly call: Call;
}

function recursionIn({ id, parameters, body }: IrFunction, kinds: Kinds): ListRecursion | undefined {
  const branch = body.statements.at(-1);
  if (branch?.tag !== 'if' || !endsIn(body, branch)) return undefined;
  const test = testOf(body, branch);
  const list = parameters.find((parameter) => test !== undefined && sameAtom(parameter, test.list));
  if (test === undefined || list === undefined) return undefined;
  const { kind: layout } = list;
  if (typeof layout !== 'object' || layout.tag !== 'variant' || !kinds.isList(layout)) return undefined;
  const [end, step] = test.isEmpty ? [branch.consequent, branch.alternative] : [branch.alternative, branch.consequent];
  const before = body.statements.filter((each) => each !== branch && !test.statements.includes(each));
  const call = callIn(step, id);
  if (call === undefined || callsIn(end, id) > 0) return undefined;
  // What comes before the branch is the same in every call, and knows nothing of the list or the test.
  const known = [list, ...test.statements.flatMap(({ targets }) => targets)];
  const first: Block = { statements: before, results: [] };
  if (callsIn(first, id) > 0 || known.some((each) => usesIn(first, each) > 0)) return undefined;
  if (known.slice(1).some((each) => usesIn(end, each) + usesIn(step, each) > 0)) return undefined;
  const isSame = parameters.every((parameter, i) => {
    const argument = call.arguments[i];
    if (argument === undefined) return false;
    return parameter === list ? isRest(argument, list, step) : sameAtom(argument, parameter);
  });
  return isSame ? { list, layout, before, end, step, call } : undefined;
}

interface ListTest {
  readonly list: Atom;
  /** Whether the test holds where the list is empty. */
  readonly isEmpty: boolean;
  readonly statements: readonly Statement[];
}

/** Returns which list the condition of a branch tests. */
function testOf({ statements }: Block, { condition }: If): ListTest | undefined {
  const definition = (atom: Atom | undefined): Statement | undefined =>
    statements.find(({ targets: [target] }) => target !== undefined && target === atom);
  const test = definition(condition);
  if (test?.tag !== 'operation' || test.operation !== 'equalInt') return undefined;
  const [left, right] = test.arguments;
  const tag = definition(left);
  if (tag?.tag !== 'tag' || right?.tag !== 'constant') return undefined;
  return { list: tag.value, isEmpty: right.value === 0, statements: [tag, test] };
}

/** Returns the call of a function in a block, if it is the only one and always made. */
function callIn(block: Block, id: FunctionId): Call | undefined {
  const call = block.statements.find((each): each is Call => each.tag === 'call' && each.callee === id);
  return callsIn(block, id) === 1 ? call : undefined;
}

function callsIn(block: Block, id: FunctionId): number {
  let count = 0;
  visit(block, (statement) => {
    if (statement.tag === 'call' && statement.callee === id) count++;
  });
  return count;
}

/** Whether an atom is the rest of a list. */
function isRest(atom: Atom, list: Variable, { statements }: Block): boolean {
  // No other field of a list has its kind.
  return statements.some((each) => each.tag === 'field' && each.targets[0] === atom && sameAtom(each.value, list));
}
