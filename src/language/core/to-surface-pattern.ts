import { assertNever, internalError } from '../source/internal-error';
import type { Expression, SurfacePattern } from '../syntax/tree';
import type { Type } from '../types/type';
import { isIdentifier } from './reserved-names';
import { typeParts } from '../types/structure';
import { identifier, toSurfaceType } from './to-surface-type';
import type { Uses } from './to-surface-uses';
import type { Pattern } from './tree';

/**
 * Whether the text of a term can leave its type open: an int literal is a real unless the context makes it an int, a
 * sequence defaults to a list, and `inl x` and `Nothing` determine half of their type. The text of other types
 * determines them, because reals are written with a decimal point.
 */
export function isAmbiguous(type: Type): boolean {
  if (type.tag === 'int' || type.tag === 'sequence' || type.tag === 'sum') return true;
  if (type.tag === 'named' && type.arguments.length > 0) return true;
  return typeParts(type).some(isAmbiguous);
}

/** Whether the type is a tuple or record: `x.1` and `x.field` need it to be known within the same item. */
function hasComponents(type: Type): boolean {
  return type.tag === 'product' || type.tag === 'record' || typeParts(type).some(hasComponents);
}

export function annotate(expression: Expression, type: Type): Expression {
  return { tag: 'annotated', expression, type: toSurfaceType(type), span: expression.span };
}

/** Prints a pattern whose value determines its type. */
export function plainPattern(pattern: Pattern): SurfacePattern {
  return surfacePattern(pattern, () => false);
}

/**
 * Where a function's parameter gets its type: `applied` from the argument next to it, `called` from its calls unless
 * the function ignores the parameter, `free` from the function's own body alone.
 */
export type TypeSource = 'applied' | 'called' | 'free';

export function parameterPattern(pattern: Pattern, uses: Uses, place: TypeSource): SurfacePattern {
  return surfacePattern(pattern, (leaf) => {
    if (isAmbiguous(leaf.type)) return true;
    if (leaf.tag === 'wildcard') return place !== 'applied' && leaf.type.tag !== 'unit';
    switch (place) {
      case 'applied':
        return false;
      case 'called':
        return hasComponents(leaf.type) || !uses.used.has(leaf.name);
      case 'free':
        return !uses.operated.has(leaf.name);
      default:
        return assertNever(place);
    }
  });
}

type Leaf = Extract<Pattern, { readonly tag: 'variable' | 'wildcard' }>;

function surfacePattern(pattern: Pattern, annotated: (leaf: Leaf) => boolean): SurfacePattern {
  const span = pattern.origin;
  switch (pattern.tag) {
    case 'variable':
    case 'wildcard': {
      const leaf = surfaceLeaf(pattern);
      return annotated(pattern) ? { tag: 'annotated', pattern: leaf, type: toSurfaceType(pattern.type), span } : leaf;
    }
    case 'tuple':
      return { tag: 'tuple', items: pattern.items.map((item) => surfacePattern(item, annotated)), span };
    case 'record': {
      const fields = pattern.fields.map((field) => ({
        name: identifier(field.name),
        pattern: surfacePattern(field.pattern, annotated),
      }));
      return { tag: 'record', fields, span };
    }
    default:
      return assertNever(pattern);
  }
}

function surfaceLeaf(leaf: Leaf): SurfacePattern {
  const span = leaf.origin;
  if (leaf.tag === 'wildcard') return leaf.type.tag === 'unit' ? { tag: 'unit', span } : { tag: 'wildcard', span };
  if (!isIdentifier(leaf.name)) return internalError(`${leaf.name} cannot be written`);
  return { tag: 'variable', name: leaf.name, span };
}
