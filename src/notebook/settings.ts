import { type Notebook, programOf } from './document';
import { isPlain, type PlainValue } from './link';

/**
 * The values that the notebook gives its inputs, over those of the program: `at=x:1.5,flag:true` on the fences. A value is
 * JSON; one that is not, and a name without a value, is left out.
 */
export function settingsOf(notebook: Notebook): Readonly<Record<string, PlainValue>> {
  const settings = new Map<string, PlainValue>();
  for (const { attributes } of programOf(notebook))
    for (const entry of entriesOf(attributes['at'] ?? '')) {
      const [, name, text] = /^([\p{L}_][\p{L}\p{N}_']*):(.+)$/u.exec(entry) ?? [];
      const value = text === undefined ? undefined : json(text);
      if (name !== undefined && value !== undefined) settings.set(name, value);
    }
  settings.delete('__proto__');
  return Object.fromEntries(settings);
}

/** Parted by the commas that stand in no value. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[,[\]{}]/g)) {
    if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    else if (sign === ',' && depth <= 0) {
      entries.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...entries, text.slice(start)];
}

/** As `settingsOf` reads it. */
export function printSettings(settings: Readonly<Record<string, PlainValue>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}:${JSON.stringify(value)}`)
    .join(',');
}

function json(text: string): PlainValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isPlain(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
