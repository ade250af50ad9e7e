/** Returns two FNV-1a hashes with different offset bases. */
export function hashed(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x01000193) + at;
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
}
