import type { Span } from './span';
import type { TextEdit } from './text-edit';

/**
 * How to fix a problem, recorded where the problem is found. It is plain data, because diagnostics travel between
 * workers. Where the edits depend on the text or on the finished types, `services/editing/fixes.ts` makes them on
 * demand.
 */
export type Fix =
  | { readonly tag: 'edit'; readonly title: string; readonly edits: readonly TextEdit[] }
  /** Applies a function to the expression at the diagnostic's place. */
  | { readonly tag: 'apply'; readonly function: string }
  /** Adds the missing arms to the match at the diagnostic's place. */
  | { readonly tag: 'add-arms' }
  /** Renames the name that a pattern binds at the diagnostic's place; a field written as `{ x }` keeps its label. */
  | { readonly tag: 'rename-binding'; readonly name: string };

/** Returns the fix that removes the text at the span. */
export function removal(span: Span): Fix {
  return { tag: 'edit', title: 'Remove it', edits: [{ span, text: '' }] };
}

export function replacement(span: Span, text: string): Fix {
  return { tag: 'edit', title: `Replace with \`${text}\``, edits: [{ span, text }] };
}
