import type { Json } from '../../protocol/messages';
import type { Settings, ValueFile } from '../../services/settings';
import type { Arguments } from '../arguments';
import type { ByteSource } from './bytes';
import { valueFile, valueFiles } from './files';

/** Resolves to the bytes of a file of values, or of standard input for `-`; rejects with the reason. */
export type OpenBytes = (file: string) => Promise<ByteSource>;

/** The values that a command line sets. Their files stay open, because they are read when their types are known. */
export class ValueSources {
  readonly #openBytes: OpenBytes;
  readonly #open: ByteSource[] = [];

  constructor(openBytes: OpenBytes) {
    this.#openBytes = openBytes;
  }

  /** Returns the values of files, then those that the command line names itself; or which file cannot be read. */
  async settings({
    set,
    files,
    data,
  }: Pick<Arguments, 'set' | 'files' | 'data'>): Promise<{ readonly found: Settings } | { readonly problem: string }> {
    const found = new Map<string, Json | ValueFile>();
    for (const file of data) {
      const source = await this.#source(file);
      const fields = 'problem' in source ? source : valueFiles(nameOfFile(file), source);
      if ('problem' in fields) return fields;
      for (const [name, value] of fields) found.set(name, value);
    }
    for (const [name, file] of Object.entries(files)) {
      const source = await this.#source(file);
      if ('problem' in source) return source;
      found.set(name, valueFile(nameOfFile(file), source));
    }
    for (const [name, value] of Object.entries(set)) found.set(name, value);
    return { found: Object.fromEntries(found) };
  }

  close(): void {
    for (const source of this.#open) source.close();
  }

  async #source(file: string): Promise<ByteSource | { readonly problem: string }> {
    try {
      const source = await this.#openBytes(file);
      this.#open.push(source);
      return source;
    } catch (error) {
      return { problem: `cannot read ${file}: ${messageOf(error)}` };
    }
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function nameOfFile(file: string): string {
  return file === '-' ? 'standard input' : file;
}
