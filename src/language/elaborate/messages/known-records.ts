import { error, type Diagnostic } from '../../source/diagnostic';
import { printType } from '../../types/print';
import { resolve } from '../../types/resolve';
import { sameType, typeParts } from '../../types/structure';
import type { Part, RequiredPart, Type } from '../../types/type';
import type { Context } from '../context';

/** A record type that the program declares, or that a table or another value has. */
export interface KnownRecord {
  readonly type: Type;
  /** The type as the reader would write it. */
  readonly written: string;
}

/** The number of names that are looked at, the latest first. */
const MOST_NAMES = 1000;

/** Returns the different record types with at least these fields, those that are declared first. */
export function knownRecords(context: Context, parts: readonly Part[]): readonly KnownRecord[] {
  const known: KnownRecord[] = [];
  const offer = (open: Type | undefined, name?: string): void => {
    const type = open && resolve(open);
    if (type?.tag !== 'record' || !parts.every((part) => type.fields.some((field) => field.name === part))) return;
    if (known.some((other) => sameType(other.type, type))) return;
    known.push({ type, written: name ?? printType(type) });
  };
  for (const [name, alias] of context.aliases.entries().reverse().slice(0, MOST_NAMES)) offer(alias.known, name);
  for (const [, meaning] of context.scope.entries().slice(0, MOST_NAMES)) {
    const type = meaning.tag === 'bound' ? resolve(meaning.type) : undefined;
    const record = type?.tag === 'sequence' ? resolve(type.item) : type;
    if (record !== undefined && isClosed(record)) offer(record);
  }
  return known;
}

function isClosed(open: Type): boolean {
  const type = resolve(open);
  return type.tag !== 'variable' && typeParts(type).every(isClosed);
}

/** Returns the error for a selection from a record that can have several known types. */
export function ambiguousRecord({ name, place }: RequiredPart, candidates: readonly KnownRecord[]): Diagnostic {
  const what = name === undefined ? 'this' : `\`${name}\``;
  const [first] = candidates;
  const types = candidates.map(({ written }) => `\`${written}\``).join(', ');
  return error('record-ambiguous', place, `${what} can be a record of several types: ${types}`, {
    hint: `annotate it: \`(${name ?? '...'} : ${first?.written ?? ''})\``,
  });
}
