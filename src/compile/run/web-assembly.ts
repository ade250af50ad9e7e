/** The part of the host's WebAssembly that is used here; the libraries of this layer do not declare it. */
interface Host {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export interface Global<T> {
  value: T;
}

export const host = (globalThis as unknown as { readonly WebAssembly: Host }).WebAssembly;
