import { closingQuote } from './attributes';
import { type Notebook, programOf } from './document';
import { isPlain, type PlainValue } from './link';

/**
 * Returns the values that the notebook sets for its inputs, which override the program's: `at=x:1.5,flag:true` on the
 * fences. A value is JSON; invalid values, and names without a value, are ignored.
 */
export function settingsOf(notebook: Notebook): Readonly<Record<string, PlainValue>> {
  const settings = new Map<string, PlainValue>();
  for (const { attributes } of programOf(notebook))
    for (const entry of entriesOf(attributes['at'] ?? '')) {
      const [, name, text] = /^([\p{L}_][\p{L}\p{N}_']*):(.+)$/u.exec(entry) ?? [];
      const value = text === undefined ? undefined : json(text);
      if (name !== undefined && value !== undefined) settings.set(name, value);
    }
  settings.delete('__proto__');
  return Object.fromEntries(settings);
}

/** Splits the text at commas that are not inside a value. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  let start = 0;
  let depth = 0;
  let isClosed = true; // after a quote that is never closed, all quotes are text
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"' && isClosed) {
      const quote = closingQuote(text, at);
      if (quote === undefined) isClosed = false;
      else at = quote;
    } else if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    else if (sign === ',' && depth <= 0) {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...entries, text.slice(start)];
}

/** Prints settings for `settingsOf`. */
export function printSettings(settings: Readonly<Record<string, PlainValue>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}:${JSON.stringify(value)}`)
    .join(',');
}

function json(text: string): PlainValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlain(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
