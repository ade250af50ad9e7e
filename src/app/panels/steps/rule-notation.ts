import type { Piece } from '../../../protocol/steps';

const WORDS: ReadonlySet<string> = new Set(['let', 'in', 'letrec', 'if', 'then', 'else', 'true', 'false', 'watch']);
const FUNCTIONS: ReadonlySet<string> = new Set(['op', 'ev', 'bev', 'pred', 'fst', 'snd', 'clo', 'rd', 'Dom', 'FV']);
const TOKEN =
  /_\{(?<long>(?:[^{}]|\{[^{}]*\})*)\}|_(?<short>\p{L}+|\d+)|(?<word>[\p{Script=Latin}\p{Script=Greek}]+'?)|(?<other>[^_\p{Script=Latin}\p{Script=Greek}]+)/gu;

/**
 * The typeset pieces of a rule: letters in italics (`y'` is an adjoint), functions upright, keywords bold. What follows
 * `_` is a subscript, which is a statement itself.
 */
export function rulePieces(statement: string): readonly Piece[] {
  return Array.from(statement.matchAll(TOKEN), ({ groups = {} }): Piece => {
    const { long, short, word, other = '' } = groups;
    const below = long ?? short;
    if (below !== undefined) return { kind: 'sub', text: below };
    if (word === undefined) return { kind: 'text', text: other };
    if (WORDS.has(word)) return { kind: 'keyword', text: word };
    if (FUNCTIONS.has(word)) return { kind: 'function', text: word };
    return { kind: word.replace("'", '').length === 1 ? 'name' : 'text', text: word };
  });
}
