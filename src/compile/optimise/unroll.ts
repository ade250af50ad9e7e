import { internalError } from '../../language/source/internal-error';
import { itemWidth } from '../ir/atoms';
import { innerBlocks, withBlocks } from '../ir/blocks';
import { intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, Build, For, Statement } from '../ir/tree';

/** A loop is written out if its rounds, and the statements of all of them, are no more than this. */
export const MOST_ROUNDS = 16;
const MOST_STATEMENTS = 256;
/** The statements that loops written out may add to one function. */
const MOST_ADDED = 1024;

/** Writes out small loops whose number of rounds is known, so that small vectors and matrices become their parts. */
export function unroll(block: Block, numbers: Numbers): Block {
  return unrolled(block, numbers, { left: MOST_ADDED });
}

function unrolled(block: Block, numbers: Numbers, room: { left: number }): Block {
  const inside = (inner: Block): Block => unrolled(inner, numbers, room);
  const statements = flatMapSame(block.statements, (given) => {
    const statement = withBlocks(given, inside);
    if (statement.tag !== 'for' && statement.tag !== 'build') return statement;
    const { count, body } = statement;
    const times = count.tag === 'constant' ? Number(count.value) : 0;
    const size = times * sizeOf(body);
    if (times < 1 || times > MOST_ROUNDS || size > Math.min(MOST_STATEMENTS, room.left)) return statement;
    room.left -= size;
    return statement.tag === 'for' ? rounds(statement, times, numbers) : items(statement, times, numbers);
  });
  return blockOf(block, statements, block.results);
}

/** Returns the number of statements of a block, those inside them too. */
function sizeOf({ statements }: Block): number {
  return statements.reduce(
    (sum, statement) => innerBlocks(statement).reduce((all, inner) => all + sizeOf(inner.block), sum + 1),
    0,
  );
}

function rounds(
  { index, down, parameters, initial, body, targets, origin }: For,
  times: number,
  numbers: Numbers,
): readonly Statement[] {
  const statements: Statement[] = [];
  let current = initial;
  for (let round = 0; round < times; round++) {
    const own = new Map<number, Atom>([[index.id, intConstant(down ? times - 1 - round : round)]]);
    parameters.forEach(({ id }, i) => own.set(id, current[i] ?? internalError('a parameter')));
    const made = copyBlock(body, numbers, own);
    statements.push(...made.statements);
    current = made.results;
  }
  return [...statements, { tag: 'move', values: current, finite: false, targets, origin }];
}

function items({ index, body, targets, origin }: Build, times: number, numbers: Numbers): readonly Statement[] {
  const made = Array.from({ length: times }, (_, i) => copyBlock(body, numbers, new Map([[index.id, intConstant(i)]])));
  let part = 0;
  const arrays = targets.map((target): Statement => {
    const from = part;
    part += itemWidth(target.kind);
    return { tag: 'array', items: made.map(({ results }) => results.slice(from, part)), targets: [target], origin };
  });
  return made.flatMap(({ statements }) => statements).concat(arrays);
}
