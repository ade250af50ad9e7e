import type { CodePayload } from '../../../protocol/compiled';
import { counted } from '../../kit/format';

/** Returns a line without its line break. */
export function lineAt({ text, starts }: CodePayload, line: number): string {
  return text.slice(starts[line] ?? text.length, Math.max(0, (starts[line + 1] ?? text.length) - 1));
}

/** Returns all lines, and how many are missing. */
export function textOf({ text, more }: CodePayload): string {
  return more === 0 ? text : `${text};; ${counted(more, 'more line')}\n`;
}

/** Returns a function that finds the lines that contain a text, whatever its case, in order. */
export function finderOf({ text, starts }: CodePayload): (query: string) => readonly number[] {
  let lowered: string | undefined;
  return (query) => {
    const wanted = query.trim().toLowerCase();
    if (wanted === '') return [];
    // Some letters are longer in lower case, so only those of ASCII are changed: places stay the same.
    lowered ??= text.replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
    const found: number[] = [];
    let line = 0;
    for (let at = lowered.indexOf(wanted); at >= 0; at = lowered.indexOf(wanted, starts[line + 1])) {
      while ((starts[line + 1] ?? Infinity) <= at) line++;
      found.push(line);
      if (starts[line + 1] === undefined) break;
    }
    return found;
  };
}
