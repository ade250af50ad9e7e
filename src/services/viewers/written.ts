import type { VariantDeclaration } from '../../language/core/tree';
import type { Type } from '../../language/types/type';
import type { Written } from '../../protocol/views';
import { cutText, showStart } from '../../semantics/present';
import type { Value } from '../../semantics/value';

/** The most characters of a text within a view. */
export const MOST_IN_CELL = 80;

/** Returns a value as the text of a cell: a string without its quotes, anything else in the notation of the language. */
export function writtenCell(value: Value, type: Type, variants: readonly VariantDeclaration[]): Written {
  if (typeof value === 'string') {
    const text = cutText(value.replace(/\s+/gu, ' '), MOST_IN_CELL);
    return { text, full: text };
  }
  return written(value, type, variants);
}

/** Returns the beginning of a value in the notation of the language. */
export function written(value: Value, type: Type, variants: readonly VariantDeclaration[]): Written {
  return {
    text: showStart(value, type, 6, variants, MOST_IN_CELL),
    full: showStart(value, type, 'full', variants, MOST_IN_CELL),
  };
}
