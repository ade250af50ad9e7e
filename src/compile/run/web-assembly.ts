/** The part of the host's WebAssembly that is used here; the libraries of this layer do not declare it. */
interface Host {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
  /** Thrown where a module traps. */
  readonly RuntimeError: new () => Error;
}

export interface Memory {
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
