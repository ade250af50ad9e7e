const LONGEST = 60;

/** Returns part of the reader's text as code for a message: short, on one line, and without control characters. */
export function quoted(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('`', "'");
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}\``;
}
