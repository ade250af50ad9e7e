import type { ProsePiece, ProseRequest } from '../../protocol/prose';
import { LIMITS } from './limits';
import { parseBlocks } from './markdown';
import { lineStart, Writer } from './writer';

/** Renders Markdown to pieces of HTML, within `LIMITS`; `now` returns milliseconds. */
export function renderProse({ markdown, formulas }: ProseRequest, now: () => number): readonly ProsePiece[] {
  const text = markdown.replaceAll('\0', '\uFFFD');
  const start = now();
  // What has been read in half of the time is written in the other half.
  const { tokens, reading } = parseBlocks(text, (count) => count > LIMITS.tokens || now() > start + LIMITS.time / 2);
  const writer = new Writer(formulas, reading, () => now() > start + LIMITS.time);
  const stoppedAt = writer.write(tokens, text) ?? reading.stoppedAt;
  writer.closeAll();
  const rest = stoppedAt === undefined ? '' : text.slice(lineStart(text, stoppedAt));
  if (rest.trim() !== '') writer.refuse(rest, 'The rest of this text is not rendered, because the text is too large.');
  else if (writer.hasTex) writer.note('Formulas are not rendered here, because the text has too many.');
  return writer.finish();
}
