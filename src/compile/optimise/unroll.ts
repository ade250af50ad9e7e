import { internalError } from '../../language/source/internal-error';
import { itemWidth } from '../ir/atoms';
import { innerBlocks } from '../ir/blocks';
import { ById } from '../ir/by-id';
import { intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Atom, Block, Build, For, Statement } from '../ir/tree';
import { NONE } from './known-data';
import { MOST_ROUNDS, simplify } from './simplify';

/** The statements of all rounds of a loop up to which it is written out. */
const MOST_STATEMENTS = 256;
/** The statements that loops written out may add to one function. */
const MOST_ADDED = 2048;

/**
 * Writes out small loops whose number of rounds is known, so that small vectors and matrices become their parts, and
 * simplifies what they become: then the number of rounds of others may be known.
 */
export function unroll(block: Block, numbers: Numbers): Block {
  let left = MOST_ADDED;
  return simplify(block, numbers, NONE, (loop, times) => {
    if (times < 1 || times > MOST_ROUNDS || times * writtenSize(loop.body) > MOST_STATEMENTS) return undefined;
    const added = times * sizeOf(loop.body);
    if (added > left) return undefined;
    left -= added;
    return loop.tag === 'for' ? rounds(loop, times, numbers) : items(loop, times, numbers);
  });
}

/** Returns the number of statements of a block, those inside them too. */
function sizeOf({ statements }: Block): number {
  let sum = 0;
  for (const statement of statements) {
    sum++;
    if (statement.tag !== 'operation') for (const inner of innerBlocks(statement)) sum += sizeOf(inner.block);
  }
  return sum;
}

/** Returns the number of statements of a block when the loops inside it are written out. */
function writtenSize({ statements }: Block): number {
  let sum = 0;
  for (const statement of statements) {
    sum++;
    if (statement.tag === 'operation') continue;
    const inside = innerBlocks(statement).reduce((all, inner) => all + writtenSize(inner.block), 0);
    const times = statement.tag === 'for' || statement.tag === 'build' ? roundsOf(statement.count) : 1;
    const written = times <= MOST_ROUNDS ? times * inside : Infinity;
    sum += written > MOST_STATEMENTS ? inside : written;
  }
  return sum;
}

/** Returns the number of rounds of a loop that counts to an atom, or infinity if it is not known. */
function roundsOf(count: Atom): number {
  return count.tag === 'constant' ? Number(count.value) : Infinity;
}

function rounds(
  { index, down, parameters, initial, body, targets, origin }: For,
  times: number,
  numbers: Numbers,
): readonly Statement[] {
  const statements: Statement[] = [];
  // A round replaces what the one before has copied.
  const own = new ById<Atom>();
  let current = initial;
  for (let round = 0; round < times; round++) {
    own.set(index.id, intConstant(down ? times - 1 - round : round));
    parameters.forEach(({ id }, i) => {
      own.set(id, current[i] ?? internalError('a parameter'));
    });
    const made = copyBlock(body, numbers, own);
    for (const each of made.statements) statements.push(each);
    current = made.results;
  }
  statements.push({ tag: 'move', values: current, finite: false, targets, origin });
  return statements;
}

function items({ index, body, targets, origin }: Build, times: number, numbers: Numbers): readonly Statement[] {
  const statements: Statement[] = [];
  const results: (readonly Atom[])[] = [];
  const own = new ById<Atom>();
  for (let i = 0; i < times; i++) {
    own.set(index.id, intConstant(i));
    const made = copyBlock(body, numbers, own);
    for (const each of made.statements) statements.push(each);
    results.push(made.results);
  }
  let part = 0;
  for (const target of targets) {
    const from = part;
    part += itemWidth(target.kind);
    const parts = results.map((each) => each.slice(from, part));
    statements.push({ tag: 'array', items: parts, targets: [target], origin });
  }
  return statements;
}
