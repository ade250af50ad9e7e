import { csvFormatRows, dsvFormat } from 'd3-dsv';
import { showBytes } from '../kit/format';
import { decodedText } from '../shelf/file-text';

/** Size limit in bytes for a file that becomes a table. */
const MOST_IN_TABLE = 1024 * 1024;

export type TableFile =
  { readonly tag: 'table'; readonly text: string } | { readonly tag: 'refused'; readonly reason: string };

/** A refusal if the file is too large, decided before it is read. */
export function tooLargeForTable(name: string, size: number): TableFile | undefined {
  if (size <= MOST_IN_TABLE) return undefined;
  return refused(`“${name}” is ${showBytes(size)}; the limit for a table is 1 MB.`);
}

/** The text of a table with `\n` line ends; semicolons and tabs between cells become commas. */
export function tableOfFile(name: string, bytes: Uint8Array): TableFile {
  const text = decodedText(bytes)
    ?.replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .trimEnd();
  if (text === undefined) return refused(`“${name}” is not a text file. Choose a CSV file (.csv).`);
  const header = text.split('\n', 1)[0] ?? '';
  const separator = header.includes(',') ? undefined : /[;\t]/.exec(header)?.[0];
  return { tag: 'table', text: separator === undefined ? text : csvFormatRows(dsvFormat(separator).parseRows(text)) };
}

function refused(reason: string): TableFile {
  return { tag: 'refused', reason };
}
