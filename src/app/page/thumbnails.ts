import type { Miniature } from '../../protocol/picture';

/** A notebook in a list: its first picture, or the beginning of its first program. */
export type Thumbnail = Miniature | string;

/** Thumbnails of built-in notebooks, by their ids. */
export type Thumbnails = Readonly<Record<string, Thumbnail>>;

/** Loads the thumbnails of the built-in notebooks; rejects if they do not load. */
export async function readThumbnails(): Promise<Thumbnails> {
  const response = await fetch('./notebooks/thumbnails.json');
  return (await response.json()) as Thumbnails; // a test writes it
}

const FIRST_PROGRAM = /^ {0,3}(`{3,}|~{3,})[ \t]*pullback\b.*\n(?:[ \t]*\n)*([^]{0,900})/m;
const MOST_LINES = 9;
const LONGEST_LINE = 30;

/** Returns the first lines of a notebook's first program; empty if there is none. The notebook is not parsed: it may be long. */
export function codeInSmall(markdown: string): string {
  const [, fence = '', text = ''] = FIRST_PROGRAM.exec(markdown.replaceAll('\r\n', '\n')) ?? [];
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.trim().startsWith(fence));
  return lines
    .slice(0, end < 0 ? MOST_LINES : Math.min(end, MOST_LINES))
    .map((line) => line.slice(0, LONGEST_LINE).trimEnd())
    .join('\n');
}
