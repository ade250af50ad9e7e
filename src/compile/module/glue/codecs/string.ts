import { WANTED_STRING } from '../../../../semantics/misfit';
import { getText, setText } from '../../../run/texts';
import type { CodecOf } from '../transfer';

export const string: CodecOf<'string'> = () => ({
  write: (value, at, writer) => {
    if (typeof value !== 'string') return writer.wrong(WANTED_STRING, value);
    setText(writer.heap, at, value);
  },
  read: (at, { heap }) => getText(heap.view, at),
});
