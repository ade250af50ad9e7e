import { internalError } from '../../language/source/internal-error';
import { innerBlocks } from '../ir/blocks';
import { boolConstant, Builder, type Numbers } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Block, Call, Statement } from '../ir/tree';
import type { IrFunction } from '../ir/program';

/**
 * Turns a function whose last act can be a call of itself into one with a loop. Calls of itself elsewhere stay.
 */
export function tailCallsToLoop(given: IrFunction, numbers: Numbers): IrFunction {
  const { id, parameters, body } = given;
  const tail = body.statements.at(-1);
  const isOwn = ({ callee }: Call): boolean => callee === id;
  if (tail?.tag !== 'if' || endOf(body, isOwn) !== 'some') return given;
  const outer = numbers.copies(parameters);
  const targets = numbers.copies(body.results);
  const loop = ((): Pick<Extract<Statement, { tag: 'while' }>, 'header' | 'exit' | 'body'> => {
    const { condition, consequent, alternative, origin } = tail;
    const ends = [endOf(consequent, isOwn), endOf(alternative, isOwn)];
    const before = body.statements.slice(0, -1);
    if (ends[0] === 'none' && ends[1] === 'all') {
      return {
        header: { statements: before, results: [condition] },
        exit: consequent,
        body: nextOf(alternative, numbers),
      };
    }
    if (ends[0] === 'all' && ends[1] === 'none') {
      const builder = new Builder(numbers, origin);
      builder.statements.push(...before);
      const header = builder.block([builder.operation('not', condition)]);
      return { header, exit: alternative, body: nextOf(consequent, numbers) };
    }
    // Each round computes whether it is the last, the next parameters, and the results; what it lacks is arbitrary. What no
    // call changes stays in the last round too: then the loop need not carry it.
    const calls = callsAtEnd(body, isOwn);
    const last = parameters.map((each, i) =>
      calls.every((call) => call.arguments[i] === each) ? each : placeholder(each.kind),
    );
    const flagged = flaggedOf(body, isOwn, last, numbers);
    const [isLast, ...rest] = flagged.results;
    return {
      header: { statements: flagged.statements, results: [isLast ?? internalError('a flag')] },
      exit: { statements: [], results: rest.slice(parameters.length) },
      body: { statements: [], results: rest.slice(0, parameters.length) },
    };
  })();
  const statement: Statement = {
    tag: 'while',
    parameters,
    initial: outer,
    ...loop,
    forgets: true,
    targets,
    origin: tail.origin,
  };
  return { ...given, parameters: outer, body: { statements: [statement], results: targets } };
}

/** Whether all ends of a block, some or none are certain calls. */
function endOf(block: Block, isOne: (call: Call) => boolean): 'all' | 'some' | 'none' {
  const last = block.statements.at(-1);
  if (last === undefined || !endsIn(block, last)) return 'none';
  if (last.tag === 'call') return isOne(last) ? 'all' : 'none';
  if (last.tag !== 'if') return 'none';
  const [first, second] = [endOf(last.consequent, isOne), endOf(last.alternative, isOne)];
  return first === second ? first : 'some';
}

/** Whether the results of a block are the targets of one of its statements. */
export function endsIn({ results }: Block, { targets }: Statement): boolean {
  return results.length === targets.length && results.every((result, i) => result === targets[i]);
}

/** Returns a block that ends in calls of its function alone, with the arguments of the calls as results. */
function nextOf(block: Block, numbers: Numbers): Block {
  const before = block.statements.slice(0, -1);
  const last = block.statements.at(-1);
  if (last?.tag === 'call') return { statements: before, results: last.arguments };
  if (last?.tag !== 'if') return internalError('the end of a block is no call');
  const consequent = nextOf(last.consequent, numbers);
  const alternative = nextOf(last.alternative, numbers);
  const targets = numbers.copies(consequent.results);
  return { statements: [...before, { ...last, consequent, alternative, targets }], results: targets };
}

/** Returns the calls, of certain ones, in which a block ends. */
export function callsAtEnd(block: Block, isOne: (call: Call) => boolean): readonly Call[] {
  const last = block.statements.at(-1);
  if (last === undefined || endOf(block, isOne) === 'none') return [];
  if (last.tag === 'call') return [last];
  return innerBlocks(last).flatMap((inner) => callsAtEnd(inner.block, isOne));
}

/**
 * Returns a block that leaves out certain calls at its ends. Its results are whether there was none, the first arguments of
 * the call, or where there was none the atoms of `without`, and the results of the block, which are arbitrary after a call.
 */
export function flaggedOf(
  block: Block,
  isOne: (call: Call) => boolean,
  without: readonly Atom[],
  numbers: Numbers,
): Block {
  const before = block.statements.slice(0, -1);
  const last = block.statements.at(-1);
  const end = endOf(block, isOne);
  if (end === 'none') {
    return { statements: block.statements, results: [boolConstant(true), ...without, ...block.results] };
  }
  if (last?.tag === 'call') {
    const results = block.results.map(({ kind }) => placeholder(kind));
    return {
      statements: before,
      results: [boolConstant(false), ...last.arguments.slice(0, without.length), ...results],
    };
  }
  if (last?.tag !== 'if') return internalError('the end of a block is no branch');
  const { condition, consequent, alternative, origin } = last;
  const [first, second] = [consequent, alternative].map((arm) => flaggedOf(arm, isOne, without, numbers));
  if (first === undefined || second === undefined) return internalError('an if has two arms');
  const targets = [numbers.variable('bool'), ...numbers.copies(without), ...numbers.copies(block.results)];
  const made: Statement = { tag: 'if', condition, consequent: first, alternative: second, targets, origin };
  return { statements: [...before, made], results: targets };
}

/** Returns a value that is never looked at. */
export function placeholder(kind: Kind): Atom {
  return { tag: 'constant', kind, value: kind === 'bool' ? false : 0 };
}
