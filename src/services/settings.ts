import type { VariantDeclaration } from '../language/core/tree';
import type { Type } from '../language/types/type';
import type { Json } from '../protocol/messages';
import { fromJson, type Reading } from '../semantics/present';

/** A value in a file or in memory, which is read when its type is known. */
export class ValueFile {
  /** Reads the value; the message of a misfit says where in the file it is. */
  readonly read: (type: Type, variants: readonly VariantDeclaration[]) => Reading;

  constructor(read: ValueFile['read']) {
    this.read = read;
  }
}

/** Values for inputs and data by the reader's names; what is not named keeps the program's value. */
export type Settings = Readonly<Record<string, Json | ValueFile>>;

/** Reads a setting as a value of a type. */
export function readSetting(setting: Json | ValueFile, type: Type, variants: readonly VariantDeclaration[]): Reading {
  return setting instanceof ValueFile ? setting.read(type, variants) : fromJson(setting, type, variants);
}
