import { tokenizeLines } from '../app/editor/language';
import { element } from './elements';

/** Longer texts are shown plain: an element a token would make the page large. */
const MOST_HIGHLIGHTED = 20_000;

/** A program's text in the colours of the editor. */
export function codeBlock(text: string): HTMLElement {
  return element('pre', { class: 'code' }, ...highlighted(text));
}

function highlighted(text: string): readonly (Node | string)[] {
  if (text.length > MOST_HIGHLIGHTED) return [text];
  return tokenizeLines(text).flatMap(({ line, tokens }, number) => [
    ...(number === 0 ? [] : ['\n']),
    ...tokens.map(({ kind, start, end }) => {
      const word = line.slice(start, end);
      return kind === 'blank' || kind === 'name' ? word : element('span', { class: `tok-${kind}` }, word);
    }),
  ]);
}

const MOST_LETTERS = 48;

/** An expression as one short line, to name its value. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MOST_LETTERS ? line : `${line.slice(0, MOST_LETTERS).trimEnd()} …`;
}
