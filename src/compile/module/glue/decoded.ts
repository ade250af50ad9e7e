/** The host's decoder of base64; the libraries of this layer do not declare it. */
const { atob } = globalThis as unknown as { readonly atob: (text: string) => string };

/** Returns the bytes that a text in base64 stands for. */
export function decoded(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
