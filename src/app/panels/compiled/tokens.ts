import type { CodeForm } from '../../../protocol/compiled';

export type TokenKind = 'keyword' | 'number' | 'string' | 'plain';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Words that begin or end a block, and those that leave a function. */
const KEYWORDS: Readonly<Record<'ir' | 'wasm', ReadonlySet<string>>> = {
  ir: new Set('function results if else for while exit body build call rd fd at along down fail'.split(' ')),
  wasm: new Set(
    'module import memory global func param result local export mut data block loop if else end br br_if return call'.split(
      ' ',
    ),
  ),
};

/** A string, a number, a name, and what stands between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?(?:\d[\d.]*(?:e[+-]?\d+)?|inf(?:inity)?|nan)(?![\w.])|[\w.$]+|[^"\w.$-]+|./giu;

/** Divides a line of code for its colours; the texts of the tokens together are the line. */
export function tokensOf(line: string, form: CodeForm): readonly Token[] {
  const keywords = KEYWORDS[form === 'wasm' ? 'wasm' : 'ir'];
  return (line.match(TOKENS) ?? []).map((text): Token => {
    if (text.startsWith('"')) return { kind: 'string', text };
    if (keywords.has(text)) return { kind: 'keyword', text };
    return { kind: /^-?(?:\d|inf(?:inity)?$|nan$)/iu.test(text) ? 'number' : 'plain', text };
  });
}
