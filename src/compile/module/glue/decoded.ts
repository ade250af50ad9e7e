/** The host's decoder of base64; the libraries of this layer do not declare it. */
const { atob } = globalThis as unknown as { readonly atob: (text: string) => string };

/** Returns the bytes that a text in base64 stands for. */
export function decoded(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
