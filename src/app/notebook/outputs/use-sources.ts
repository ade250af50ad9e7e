import type { Picture, PictureSourcesReply } from '../../../protocol/picture';
import type { AskedProgram } from '../../panels/shared/use-program';
import { type Asking, useQuestion } from '../../panels/shared/use-question';

const SOURCES: Asking<'pictureSources'> = { seconds: 1, rest: (before) => (before === undefined ? 0 : 150) };
/** Points can be moved up to this number; among more, a reader could not tell one from its neighbours. */
const MOST_MOVABLE = 2_000;
const NO_SOURCES: PictureSourcesReply = { marks: [] };

/** Asks which points are numbers of tables, of a picture whose points can be taken by a pointer. */
export function useSources(
  picture: Picture | undefined,
  program: AskedProgram | undefined,
  output: number,
  part: readonly number[],
): PictureSourcesReply {
  const hasPoints = picture?.marks.some((mark) => mark.kind === 'points' && mark.xs.length <= MOST_MOVABLE) === true;
  const { reply } = useQuestion(
    'pictureSources',
    hasPoints && program ? { program, output, part } : undefined,
    SOURCES,
  );
  return reply === undefined || reply === 'stopped' ? NO_SOURCES : reply;
}
