import type { Type } from '../../language/types/type';
import type { VariantDeclaration } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import type { Reading } from '../../semantics/present';
import type { Value } from '../../semantics/value';
import { ValueFile } from '../../services/settings';
import { type ByteSource, type FileBytes, Misread, placeIn, wholeFile } from './bytes';
import { JsonReader } from './json';
import { readTable } from './table';

/**
 * Returns the value in a file, which is read when its type is known: JSON, or a table if its name ends so. Standard input
 * and files of other names are a table if they cannot be JSON.
 */
export function valueFile(name: string, source: ByteSource): ValueFile {
  const file = wholeFile(name, source);
  if (/\.[ct]sv$/iu.test(name)) return once(file, (type) => readTable(file, type));
  return once(file, (type, variants) =>
    !/\.json$/iu.test(name) && type.tag === 'sequence' && isTable(file)
      ? readTable(file, type)
      : new JsonReader(file, variants).whole(type),
  );
}

/** Returns the values in the fields of a JSON file, by name; or what is wrong with the file. */
export function valueFiles(
  name: string,
  source: ByteSource,
): ReadonlyMap<string, ValueFile> | { readonly problem: string } {
  const file = wholeFile(name, source);
  try {
    return new Map([...new JsonReader(file, []).fields()].map(([label, part]) => [label, json(part)]));
  } catch (thrown) {
    return { problem: problemOf(file, thrown) };
  }
}

/** Whether a file begins as no array or object of JSON does. */
function isTable(file: FileBytes): boolean {
  let at = file.start;
  while (at < file.end && file.at(at) <= SPACE) at += 1;
  return at < file.end && file.at(at) !== OPEN && file.at(at) !== BEGIN;
}

const [SPACE, OPEN, BEGIN] = [32, 91, 123];

function json(file: FileBytes): ValueFile {
  return once(file, (type, variants) => new JsonReader(file, variants).whole(type));
}

/** Reads once: every use of an input has the same type. */
function once(file: FileBytes, read: (type: Type, variants: readonly VariantDeclaration[]) => Value): ValueFile {
  let known: Reading | undefined;
  const reading = (type: Type, variants: readonly VariantDeclaration[]): Reading => {
    try {
      return { tag: 'ok', value: read(type, variants) };
    } catch (thrown) {
      return { tag: 'wrong', message: problemOf(file, thrown) };
    }
  };
  return new ValueFile((type, variants) => (known ??= reading(type, variants)));
}

function problemOf(file: FileBytes, thrown: unknown): string {
  if (thrown instanceof Misread) return `${placeIn(file, thrown.at)}: ${thrown.message}`;
  if (thrown instanceof RangeError) return `${file.name}: the value is too large for memory`;
  if (thrown instanceof Error) throw thrown;
  return internalError(String(thrown));
}
