import type { Json } from '../semantics/present';

/**
 * Returns the JSON, as inputs are set by, of a value in the language's notation, `[(Just 1.5, true)]`; undefined if the
 * text is no value. The type is unknown here: running the program reports values that do not fit it.
 */
export function readWritten(text: string): Json | undefined {
  const tokens = tokensOf(text);
  const read = value(tokens, 0);
  return read?.next === tokens.length ? read.json : undefined;
}

/** Returns JSON in the language's notation. The type is unknown, so tuples and arrays look like lists. */
export function writeJson(json: Json): string {
  if (isArray(json)) return `[${json.map(writeJson).join(', ')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  const { tag, value: payload } = json;
  if (typeof tag === 'string') return payload === undefined ? tag : `${tag} ${asArgument(writeJson(payload))}`;
  const fields = Object.entries(json).map(([name, field]) => `${name} = ${writeJson(field)}`);
  return `{ ${fields.join(', ')} }`;
}

function asArgument(text: string): string {
  return /^([([{"]|[\w.]+$)/.test(text) ? text : `(${text})`;
}

function isArray(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

interface Read {
  readonly json: Json;
  readonly next: number;
}

/** Deeper values must be edited in the program's text. */
const DEEPEST = 200;

const TOKEN =
  /\s*(?:(-?\s*\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\p{L}\p{N}_.]))|("(?:[^"\\]|\\.)*")|([\p{L}_][\p{L}\p{N}_']*)|([[\](){},=]))/uy;

/** Any other character becomes the token '', which no value contains. */
function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  const trimmed = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const found = TOKEN.exec(trimmed);
    if (found === null) return [...tokens, ''];
    tokens.push(found[0].trim());
  }
  return tokens;
}

function value(tokens: readonly string[], at: number, depth = 0): Read | undefined {
  const token = tokens[at] ?? '';
  if (depth > DEEPEST || !/^\p{Lu}|^in[lr]$/u.test(token)) return argument(tokens, at, depth);
  const payload = argument(tokens, at + 1, depth + 1);
  return payload === undefined
    ? { json: { tag: token }, next: at + 1 }
    : { json: { tag: token, value: payload.json }, next: payload.next };
}

/** The values that need no parentheses after a constructor. */
function argument(tokens: readonly string[], at: number, depth: number): Read | undefined {
  const token = tokens[at] ?? '';
  if (depth > DEEPEST) return undefined;
  if (token === 'true' || token === 'false') return { json: token === 'true', next: at + 1 };
  if (/^-?\s*\d/.test(token)) return numberIn(token, at);
  if (token.startsWith('"')) return stringIn(token, at);
  if (token === '[') return items(tokens, at, depth, ']');
  if (token === '{') return fields(tokens, at, depth);
  if (token !== '(') return /^\p{Lu}/u.test(token) && depth > 0 ? { json: { tag: token }, next: at + 1 } : undefined;
  const inner = items(tokens, at, depth, ')');
  const [only, ...others] = inner?.list ?? [];
  return inner !== undefined && only !== undefined && others.length === 0 ? { json: only, next: inner.next } : inner;
}

function numberIn(token: string, at: number): Read | undefined {
  const json = Number(token.replaceAll(/\s/g, ''));
  return Number.isFinite(json) ? { json, next: at + 1 } : undefined;
}

function stringIn(token: string, at: number): Read | undefined {
  try {
    return { json: JSON.parse(token) as string, next: at + 1 }; // the token is a string in quotes
  } catch {
    return undefined;
  }
}

/** Reads items separated by commas, from an opening bracket to `close`. */
function items(
  tokens: readonly string[],
  at: number,
  depth: number,
  close: string,
): (Read & { readonly list: readonly Json[] }) | undefined {
  const list: Json[] = [];
  if (tokens[at + 1] === close) return { json: list, list, next: at + 2 };
  for (let next = at + 1; ; next++) {
    const item = value(tokens, next, depth + 1);
    if (item === undefined) return undefined;
    list.push(item.json);
    next = item.next;
    if (tokens[next] === close) return { json: list, list, next: next + 1 };
    if (tokens[next] !== ',') return undefined;
  }
}

function fields(tokens: readonly string[], at: number, depth: number): Read | undefined {
  const entries: [string, Json][] = [];
  if (tokens[at + 1] === '}') return { json: {}, next: at + 2 };
  for (let next = at + 1; ; next++) {
    const name = tokens[next] ?? '';
    const field = /^[\p{Ll}_]/u.test(name) && tokens[next + 1] === '=' ? value(tokens, next + 2, depth + 1) : undefined;
    if (field === undefined) return undefined;
    entries.push([name, field.json]);
    next = field.next;
    if (tokens[next] === '}') return { json: Object.fromEntries(entries), next: next + 1 };
    if (tokens[next] !== ',') return undefined;
  }
}
