import { internalError } from '../../language/source/internal-error';
import { innerBlocks } from '../ir/blocks';
import type { IrProgram } from '../ir/program';
import type { Block, FunctionId, Statement } from '../ir/tree';
import { USUAL } from './usual';

/** How much longer than the version for any lengths the other may be. */
const MOST_TIMES = 3;
/** The number of statements that it may have anyway. */
const FEW = 300;
/** The part of the work on arrays that it may be left with, and how much less it must be anyway. */
const MOST_LEFT = 2 / 3;
const LEAST_SAVED = 2;

/**
 * Whether the version of a program for the usual lengths is worth its room: its rounds and its functions do less with arrays,
 * and it still has rounds. A program that was nothing but loops over those arrays takes no time at such lengths anyway.
 */
export function isWorth(program: IrProgram): boolean {
  const [any, usual] = [measured(program, 'value'), measured(program, USUAL)];
  const isShort = usual.statements <= Math.max(FEW, MOST_TIMES * any.statements);
  const isLess = usual.arrays <= Math.min(MOST_LEFT * any.arrays, any.arrays - LEAST_SAVED);
  return usual.loops > 0 && isLess && isShort;
}

interface Size {
  statements: number;
  /** The loops whose number of rounds is not known, and the calls. */
  loops: number;
  /** The statements in rounds, and in functions that are called, that make arrays or go through them. */
  arrays: number;
}

function measured({ functions, entries }: IrProgram, entry: string): Size {
  const size: Size = { statements: 0, loops: 0, arrays: 0 };
  const seen = new Set<FunctionId>();
  const see = ({ statements }: Block, isInside: boolean): void => {
    for (const statement of statements) {
      size.statements++;
      if (isLoop(statement)) size.loops++;
      if (isInside && worksOnArrays(statement)) size.arrays++;
      const isRound = isInside || statement.tag === 'for' || statement.tag === 'while' || statement.tag === 'build';
      for (const { block } of innerBlocks(statement)) see(block, isRound);
      if (statement.tag === 'call') follow(statement.callee, true);
    }
  };
  const follow = (id: FunctionId, isInside: boolean): void => {
    if (seen.has(id)) return;
    seen.add(id);
    see((functions.get(id) ?? internalError('a function')).body, isInside);
  };
  follow(entries.get(entry) ?? internalError(entry), false);
  return size;
}

function isLoop({ tag }: Statement): boolean {
  return tag === 'for' || tag === 'while' || tag === 'build' || tag === 'call';
}

function worksOnArrays({ tag }: Statement): boolean {
  return tag === 'build' || tag === 'array' || tag === 'append' || tag === 'for' || tag === 'while' || tag === 'item';
}
