import { entriesOf, json } from '../../notebook/foreign-json';
import type { Miniature } from '../../protocol/picture';
import { unpackedText } from './long-texts';
import type { MomentRecord, ShelfDraft, ShelfRecord } from './record';

/*
 * Reads what the browser has stored. Another version of the page may have written it, it may have been edited by hand, or be
 * damaged: what has a text is opened, what has none is skipped. Nothing here throws.
 */

/** The last millisecond that a date can have. */
const MOST_TIME = 8.64e15;

/** A record of the shelf, with what is missing filled in; undefined if it has no id or no text. */
export function recordIn(value: unknown): ShelfRecord | undefined {
  const own = entriesOf(value);
  const [id, markdown] = [own.get('id'), own.get('markdown')];
  if (typeof id !== 'string' || typeof markdown !== 'string') return undefined;
  const [title, origin, moment] = [own.get('title'), own.get('origin'), own.get('moment')];
  return {
    id,
    markdown,
    title: typeof title === 'string' ? title : 'Untitled notebook',
    updated: timeIn(own.get('updated')),
    origin: typeof origin === 'string' ? origin : 'own',
    ...(Number.isSafeInteger(moment) ? { moment: Number(moment) } : {}),
    ...miniatureIn(own.get('picture')),
  };
}

/** A moment of a notebook's history, whose long parts are among `long`. */
export function momentIn(value: unknown, long: ReadonlyMap<string, string> = new Map()): MomentRecord | undefined {
  const own = entriesOf(value);
  const [notebook, number] = [own.get('notebook'), own.get('number')];
  const markdown = own.get('markdown') ?? unpackedText(own.get('parts'), long);
  if (typeof notebook !== 'string' || typeof markdown !== 'string' || !Number.isSafeInteger(number)) return undefined;
  return { notebook, markdown, number: Number(number), at: timeIn(own.get('at')) };
}

/** A draft, from the text in localStorage. */
export function draftIn(text: string): ShelfDraft | undefined {
  const own = entriesOf(json(text));
  const record = recordIn(own.get('record'));
  const seen = own.get('seen');
  return record === undefined ? undefined : { record, seen: typeof seen === 'number' ? seen : undefined };
}

function miniatureIn(value: unknown): { readonly picture?: Miniature } {
  if (!Array.isArray(value)) return {};
  const isStroke = (stroke: unknown): boolean =>
    Array.isArray(stroke) &&
    ['string,number,string', 'string,number,string,number'].includes(stroke.map(typeOf).join());
  return value.every(isStroke) ? { picture: value as Miniature } : {};
}

function typeOf(value: unknown): string {
  return typeof value;
}

function timeIn(value: unknown): number {
  return isFinite(value) && Math.abs(value) <= MOST_TIME ? value : 0;
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}
