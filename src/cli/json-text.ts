import type { Json } from '../protocol/messages';

/** The characters of a chunk, about. */
const CHUNK = 1 << 16;

/**
 * Yields the text of `JSON.stringify(json, undefined, 2)` in chunks, so that a large text is never in memory as a whole.
 * A field is read when its turn comes.
 */
export function jsonText(json: Json): Generator<string, void> {
  return inChunks(parts(json, '\n'));
}

/** Yields a text that comes in parts in fewer and larger ones. */
export function* inChunks(parts: Iterable<string>): Generator<string, void> {
  let chunk = '';
  for (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

/** Yields the text in parts; `line` begins a line with the indentation of the value. */
function* parts(json: Json, line: string): Generator<string, void> {
  if (typeof json !== 'object' || json === null) {
    yield JSON.stringify(json);
    return;
  }
  const inner = `${line}  `;
  let before = inner;
  if (isArray(json)) {
    if (json.length === 0) {
      yield '[]';
      return;
    }
    yield '[';
    for (const item of json) {
      if (typeof item === 'number') yield before + JSON.stringify(item);
      else {
        yield before;
        yield* parts(item, inner);
      }
      before = `,${inner}`;
    }
    yield `${line}]`;
    return;
  }
  for (const name in json) {
    const value = json[name];
    if (value === undefined) continue;
    yield `${before === inner ? '{' : ''}${before}${JSON.stringify(name)}: `;
    yield* parts(value, inner);
    before = `,${inner}`;
  }
  yield before === inner ? '{}' : `${line}}`;
}

function isArray(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}
