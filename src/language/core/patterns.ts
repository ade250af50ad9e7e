import { NOWHERE, type Span } from '../source/span';
import { product, type Type } from '../types/type';
import type { Pattern } from './tree';

/*
 * Builders of patterns, which compute types from the parts.
 */

export function variablePattern(name: string, type: Type, origin: Span = NOWHERE): Pattern {
  return { tag: 'variable', name, type, origin };
}

export function wildcardPattern(type: Type, origin: Span = NOWHERE): Pattern {
  return { tag: 'wildcard', type, origin };
}

export function tuplePattern(items: readonly Pattern[], origin: Span = NOWHERE): Pattern {
  return { tag: 'tuple', items, type: product(items.map((item) => item.type)), origin };
}

/** Returns a pattern for a record. All fields must be given, in any order. */
export function recordPattern(
  fields: readonly { readonly name: string; readonly pattern: Pattern }[],
  origin: Span = NOWHERE,
): Pattern {
  const types = fields.map(({ name, pattern }) => ({ name, type: pattern.type }));
  const type: Type = { tag: 'record', fields: types.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  return { tag: 'record', fields, type, origin };
}
