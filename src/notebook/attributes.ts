/**
 * The attributes on a fence's line after the language, by key: `show=delta,trace check="answer = 3"`. A bare word has
 * the value ''. A value with spaces is in double quotes, in which `\\"` is a quote and `\\\\` a backslash.
 */
export type Attributes = Readonly<Record<string, string>>;

const ATTRIBUTE = /([^\s=]+)(?:=(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|(\S*)))?/g;

export function parseAttributes(info: string): Attributes {
  const attributes = new Map<string, string>();
  for (const [, key = '', quoted, bare = ''] of info.matchAll(ATTRIBUTE))
    attributes.set(key, quoted === undefined ? bare : quoted.replace(/\\(["\\])/g, '$1'));
  return Object.fromEntries(attributes);
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
