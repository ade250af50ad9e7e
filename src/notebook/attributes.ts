/**
 * The attributes on a fence's line after the language, by key: `show=delta,trace check="answer = 3"`. A bare word has
 * the value ''. A value with spaces is in double quotes, in which `\\"` is a quote and `\\\\` a backslash.
 */
export type Attributes = Readonly<Record<string, string>>;

/** An attribute, and the place of its value as written, without quotes. */
export interface WrittenAttribute {
  readonly key: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export function parseAttributes(info: string): Attributes {
  return Object.fromEntries(new Map(writtenAttributes(info).map(({ key, value }) => [key, value])));
}

/** Returns the attributes in the order of the text; of several with the same key, the last counts. */
export function writtenAttributes(info: string): readonly WrittenAttribute[] {
  const found: WrittenAttribute[] = [];
  const keys = /([^\s=]+)=?/g;
  for (let match = keys.exec(info); match !== null; match = keys.exec(info)) {
    const [whole, key = ''] = match;
    const start = keys.lastIndex;
    if (!whole.endsWith('=')) {
      found.push({ key, value: '', start, end: start });
      continue;
    }
    const quote = info[start] === '"' ? closingQuote(info, start) : undefined;
    if (quote !== undefined && /^\s?$/.test(info.charAt(quote + 1))) {
      const value = info.slice(start + 1, quote).replace(/\\(["\\])/g, '$1');
      found.push({ key, value, start: start + 1, end: quote });
      keys.lastIndex = quote + 1;
    } else {
      const blank = /\s/g;
      blank.lastIndex = start;
      const end = blank.exec(info)?.index ?? info.length;
      found.push({ key, value: info.slice(start, end), start, end });
      keys.lastIndex = end;
    }
  }
  return found;
}

/** Returns the place of the quote that closes one, where a backslash escapes the next character. */
export function closingQuote(text: string, opening: number): number | undefined {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return undefined;
}

/** Prints attributes; the inverse of `parseAttributes`. */
export function printAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([key, value]) => (value === '' ? key : `${key}=${/^[^\s"]+$/.test(value) ? value : quoted(value)}`))
    .join(' ');
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replace(/\n/g, ' ')}"`;
}
