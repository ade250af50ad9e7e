const LONGEST = 60;

/** A piece of the reader's text as code in a message: short, on one line, and without what a terminal would obey. */
export function quoted(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('`', "'");
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}\``;
}
