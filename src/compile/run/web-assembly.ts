/** The part of the host's WebAssembly that is used here; the libraries of this layer do not declare it. */
interface Host {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Exports };
  /** Thrown where a module traps. */
  readonly RuntimeError: new () => Error;
}

/** A module exports its memory, the globals of a run, and its entries by name. */
export interface Exports extends Readonly<Record<string, unknown>> {
  readonly memory: Memory;
  readonly fault: Global<number>;
  readonly fuel: Global<bigint>;
  readonly limit: Global<number>;
  /** The end of what is in use. */
  readonly top: Global<number>;
  /** Modules that free memory have it. */
  readonly peak?: Global<number>;
  /** Modules that can pause have it. */
  readonly pausing?: Global<number>;
}

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export interface Global<T> {
  value: T;
}

export const host = (globalThis as unknown as { readonly WebAssembly: Host }).WebAssembly;

/** The smallest module: its magic number and its version. */
const EMPTY = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** Returns whether modules can be made here: the policy of a page may forbid it, or the host have no WebAssembly. */
export function allowsModules(): boolean {
  try {
    new host.Module(new Uint8Array(EMPTY));
    return true;
  } catch {
    return false;
  }
}
