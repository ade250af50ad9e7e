/** The text of UTF-8 bytes; undefined if they are not UTF-8 or contain a zero byte. */
export function decodedText(bytes: Uint8Array): string | undefined {
  return bytes.includes(0) ? undefined : decoded(bytes, 'utf-8');
}

/** The text of a table, which spreadsheets also write as UTF-16 or in the code page of Windows. */
export function decodedTable(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return decoded(bytes, 'utf-16le');
  if (a === 0xfe && b === 0xff) return decoded(bytes, 'utf-16be');
  return bytes.includes(0) ? undefined : (decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252'));
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
