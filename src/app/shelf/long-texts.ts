import { hashed } from '../kit/hashed';

/*
 * The moments of a notebook's history differ little, and a notebook can hold a table of several megabytes. So the parts of
 * a text between fences that are long are stored once for all moments.
 */

/** A part of a text as it is stored: itself, or the hash of a long one. */
export type StoredPart = string | { readonly hash: string };

const BETWEEN = '\n```';
const LONG = 20_000;

export interface PackedText {
  readonly parts: readonly StoredPart[];
  /** The long parts by hash. */
  readonly long: ReadonlyMap<string, string>;
}

/** Returns the parts of a text; undefined if none is long. */
export function packedText(text: string): PackedText | undefined {
  if (text.length < LONG) return undefined;
  const long = new Map<string, string>();
  const parts = text.split(BETWEEN).map((part): StoredPart => {
    if (part.length < LONG) return part;
    const hash = hashOf(part);
    long.set(hash, part);
    return { hash };
  });
  return long.size === 0 ? undefined : { parts, long };
}

/** Returns the text of stored parts; undefined if one is damaged or missing. */
export function unpackedText(parts: unknown, long: ReadonlyMap<string, string>): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  const texts = (parts as readonly unknown[]).map((part) => {
    const hash = hashIn(part);
    return hash === undefined ? (typeof part === 'string' ? part : undefined) : long.get(hash);
  });
  return texts.includes(undefined) ? undefined : texts.join(BETWEEN);
}

/** Returns the hash that a stored part is; undefined if it is a text, or damaged. */
export function hashIn(part: unknown): string | undefined {
  return typeof part === 'object' && part !== null && 'hash' in part && typeof part.hash === 'string'
    ? part.hash
    : undefined;
}

const MOST_KNOWN = 16;
const known: { readonly part: string; readonly hash: string }[] = [];

/** Keeps the last hashes: to compare long texts takes less time. */
function hashOf(part: string): string {
  const found = known.find((each) => each.part === part);
  if (found !== undefined) return found.hash;
  const hash = `${hashed(part)}.${part.length}`;
  known.unshift({ part, hash });
  known.length = Math.min(known.length, MOST_KNOWN);
  return hash;
}
