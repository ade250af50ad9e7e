import { entriesOf } from './foreign-json';
/**
 * Share links: the whole notebook in the URL's fragment, as `#n1=` and base64url of deflate-raw of the Markdown, then
 * `&s=` and base64url of the panels' state as JSON. `n1` is the version of the format: every version reads the links of
 * all earlier ones. `#e=ID` opens a built-in notebook.
 *
 * Links come from strangers: they are decoded as a stream with a size limit, and the state is read by own keys of known
 * types.
 */
export interface LinkState {
  readonly inputs?: Readonly<Record<string, PlainValue>>;
  readonly panel?: string;
  /** The program cell that the panels show. */
  readonly cell?: number;
  /** The step shown by the stepper. */
  readonly step?: { readonly mode: 'ordinary' | 'symbolic'; readonly at: number };
  /** The selected step of a descent. */
  readonly record?: { readonly series: string; readonly record: number };
}

/** The value of an input as JSON: a leaf, or a tuple, sequence, record or variant of them. */
export type PlainValue = boolean | number | string | readonly PlainValue[] | { readonly [field: string]: PlainValue };

export type Link =
  | { readonly tag: 'none' }
  | { readonly tag: 'notebook'; readonly markdown: string; readonly state: LinkState }
  | { readonly tag: 'builtin'; readonly id: string; readonly state: LinkState }
  | { readonly tag: 'unreadable'; readonly reason: string };

/** For a longer link, the page offers the file instead. */
export const LONG_LINK = 8_000;
/** Limits on the characters of a fragment, and on the bytes that a notebook may unpack to. A link beyond them is not read. */
export const MOST_ENCODED = 64 * 1024;
export const MOST_DECODED = 1024 * 1024;

/** Returns the fragment, including its `#`. */
export async function encodeLink(markdown: string, state: LinkState = {}): Promise<string> {
  const packed = await pump(new TextEncoder().encode(markdown), new CompressionStream('deflate-raw'), Infinity);
  if (packed === undefined) throw new Error('internal error: a stream without a cap was cut');
  return `#n1=${toBase64Url(packed)}${encodeState(state)}`;
}

/** Returns the part of a fragment after the notebook, for either form. */
export function encodeState(state: LinkState): string {
  return Object.keys(state).length === 0 ? '' : `&s=${toBase64Url(new TextEncoder().encode(JSON.stringify(state)))}`;
}

/** Reads a fragment; never throws. */
export async function decodeLink(fragment: string): Promise<Link> {
  const text = fragment.replace(/^#/, '');
  if (text === '') return { tag: 'none' };
  if (text.length > MOST_ENCODED) return unreadable(`it is longer than ${MOST_ENCODED / 1024} kB`);
  const parts = new Map(
    text.split('&').map((part) => {
      const [key = ''] = part.split('=', 1);
      return [key, part.slice(key.length + 1)];
    }),
  );
  const state = decodeState(parts.get('s'));
  const id = parts.get('e');
  if (id !== undefined)
    return /^[a-z0-9-]{1,64}$/.test(id) ? { tag: 'builtin', id, state } : unreadable('it names no built-in notebook');
  const packed = parts.get('n1');
  if (packed === undefined)
    return [...parts.keys()].some((key) => /^n\d+$/.test(key))
      ? unreadable('it was made by a newer version of Pullback')
      : unreadable('it does not hold a notebook');
  const bytes = fromBase64Url(packed);
  if (bytes === undefined) return unreadable('it is incomplete or damaged');
  try {
    const unpacked = await pump(bytes, new DecompressionStream('deflate-raw'), MOST_DECODED);
    if (unpacked === undefined) return unreadable('it unpacks to more than 1 MB');
    return { tag: 'notebook', markdown: new TextDecoder('utf-8', { fatal: true }).decode(unpacked), state };
  } catch {
    return unreadable('it is incomplete or damaged');
  }
}

function unreadable(why: string): Link {
  return { tag: 'unreadable', reason: `This link cannot be read: ${why}.` };
}

/** Pumps bytes through a stream. Returns undefined past `cap` bytes, without unpacking the rest. */
async function pump(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  cap: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > cap) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Reads the state, ignoring unknown keys and values of unexpected types. */
function decodeState(text: string | undefined): LinkState {
  const bytes = text === undefined ? undefined : fromBase64Url(text);
  if (bytes === undefined) return {};
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
  if (typeof data !== 'object' || data === null) return {};
  const own = new Map<string, unknown>(Object.entries(data));
  const panel = own.get('panel');
  const inputs = own.get('inputs');
  const cell = own.get('cell');
  return {
    ...(typeof panel === 'string' && /^[a-z]{1,32}$/.test(panel) ? { panel } : {}),
    ...(isCount(cell) ? { cell } : {}),
    ...stepIn(own.get('step')),
    ...recordIn(own.get('record')),
    ...(typeof inputs === 'object' && inputs !== null ? { inputs: plainInputs(inputs) } : {}),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function stepIn(value: unknown): Pick<LinkState, 'step'> {
  const own = entriesOf(value);
  const [mode, at] = [own.get('mode'), own.get('at')];
  return (mode === 'ordinary' || mode === 'symbolic') && isCount(at) ? { step: { mode, at } } : {};
}

function recordIn(value: unknown): Pick<LinkState, 'record'> {
  const own = entriesOf(value);
  const [series, record] = [own.get('series'), own.get('record')];
  return typeof series === 'string' && isCount(record) ? { record: { series, record } } : {};
}

function plainInputs(inputs: object): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries(
    Object.entries(inputs as Record<string, unknown>).filter(
      (entry): entry is [string, PlainValue] => isName(entry[0]) && isPlain(entry[1]),
    ),
  );
}

function isName(key: string): boolean {
  return key !== '__proto__' && /^[\p{L}_][\p{L}\p{N}_']{0,63}$/u.test(key);
}

/** Whether a value is a leaf, or arrays and objects of leaves nested at most `depth` deep. */
export function isPlain(value: unknown, depth = 32): value is PlainValue {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return (
      depth > 0 &&
      (Array.isArray(value) || entries.every(([key]) => isName(key))) &&
      entries.every(([, item]) => isPlain(item, depth - 1))
    );
  }
  return typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';
}
