import { OPERATIONS } from '../operations/table';
import type { Operation } from '../operations/operation';
import { KEYWORDS } from '../syntax/token';

const rows: readonly Operation[] = Object.values(OPERATIONS);

/**
 * Surface names that a printed core uses for its own forms. A bound name that hid one would change the meaning of the
 * text.
 */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...KEYWORDS,
  ...rows.filter(({ notation }) => notation.form === 'function').map(({ notation }) => notation.symbol),
  ...['rd', 'fd', 'grad', 'deriv', 'watch', 'fail', 'length', 'build', 'toArray', 'update', 'import', 'inl', 'inr'],
]);

const IDENTIFIER = /^(?!λ)[\p{Ll}\p{Script=Greek}_][\p{L}\p{Nd}_']*$/u;

/** Whether the lexer reads the text as a name. */
export function isIdentifier(name: string): boolean {
  return name !== '_' && IDENTIFIER.test(name) && !KEYWORDS.has(name);
}
