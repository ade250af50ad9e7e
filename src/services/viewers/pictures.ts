import {
  field,
  int,
  intrinsic,
  lambda,
  let_,
  projection,
  record,
  tuple,
  unit,
  variable,
} from '../../language/core/builders';
import { variablePattern } from '../../language/core/patterns';
import type { Term, VariantDeclaration } from '../../language/core/tree';
import { sameType } from '../../language/types/structure';
import { DRAWN, INT, PICTURE, type Type } from '../../language/types/type';
import type { PicturesView } from '../../protocol/views';
import { partsOf } from '../../semantics/leaves';
import { showStart } from '../../semantics/present';
import { eachItem } from '../../semantics/reals';
import type { Value } from '../../semantics/value';

/** The most pictures of an output that are drawn. */
const MOST_PICTURES = 12;
const MOST_TEXT = 1_000;

/** Returns the pictures in a tuple, a record or a sequence, and the rest as a text; undefined if there are none. */
export function picturesView(
  value: Value,
  type: Type,
  variants: readonly VariantDeclaration[],
): PicturesView | undefined {
  const rest = withoutPictures(type);
  if (rest === type || rest === DRAWN) return undefined;
  const parts: (readonly number[])[] = [];
  let count = 0;
  for (const path of picturesIn(value, type, [])) if (++count <= MOST_PICTURES) parts.push(path);
  if (count === 0) return undefined;
  const shown = (digits: 6 | 'full'): string => showStart(value, rest, digits, variants, MOST_TEXT);
  return { kind: 'pictures', text: shown(6), full: shown('full'), parts, count };
}

/** Returns the part of a term where a path leads. */
export function partOf(term: Term, path: readonly number[]): Term {
  return path.reduce((whole, at) => {
    const { type } = whole;
    if (type.tag === 'product') return projection(whole, at);
    if (type.tag === 'record') return field(whole, type.fields[at]?.name ?? '');
    return intrinsic('index', [intrinsic('toArray', [whole]), int(at)]);
  }, term);
}

/**
 * Returns a term whose value is first-order: without the pictures of its tuples, records and sequences, which are drawn apart.
 * `fresh` returns names.
 */
export function withoutDrawn(term: Term, fresh: (base: string) => string): Term {
  if (withoutPictures(term.type) === term.type) return term;
  const rest = (of: Term): Term => {
    const { type, origin } = of;
    if (sameType(type, PICTURE)) return unit(origin);
    switch (type.tag) {
      case 'product':
        return tuple(
          type.items.map((_, at) => rest(projection(of, at))),
          origin,
        );
      case 'record':
        return record(
          type.fields.map(({ name }) => ({ name, value: rest(field(of, name)) })),
          origin,
        );
      case 'sequence':
        return named(intrinsic('toArray', [of]), (items) => {
          const at = fresh('at');
          const item = rest(intrinsic('index', [items, variable(at, INT)]));
          return intrinsic('build', [intrinsic('length', [items]), lambda(variablePattern(at, INT), item)], origin);
        });
      default:
        return of;
    }
  };
  const named = (value: Term, body: (of: Term) => Term): Term => {
    const name = fresh('whole');
    return let_(variablePattern(name, value.type), value, body(variable(name, value.type)), value.origin);
  };
  return named(term, rest);
}

/** Returns a type with which a value is written without the marks of its pictures; the type itself if there are none. */
export function withoutPictures(type: Type): Type {
  if (sameType(type, PICTURE)) return DRAWN;
  switch (type.tag) {
    case 'product': {
      const items = type.items.map(withoutPictures);
      return items.every((item, at) => item === type.items[at]) ? type : { ...type, items };
    }
    case 'record': {
      const fields = type.fields.map((each) => ({ ...each, type: withoutPictures(each.type) }));
      return fields.every((each, at) => each.type === type.fields[at]?.type) ? type : { ...type, fields };
    }
    case 'sequence': {
      const item = withoutPictures(type.item);
      return item === type.item ? type : { ...type, item };
    }
    default:
      return type;
  }
}

/** Returns the ways to the pictures. */
function* picturesIn(value: Value, type: Type, path: readonly number[]): Generator<readonly number[], void> {
  if (sameType(type, PICTURE)) yield path;
  else if (type.tag === 'product' || type.tag === 'record') {
    const parts = partsOf(value);
    const types = type.tag === 'product' ? type.items : type.fields.map((each) => each.type);
    for (const [at, part] of types.entries()) yield* picturesIn(parts[at], part, [...path, at]);
  } else if (type.tag === 'sequence' && withoutPictures(type) !== type) {
    let at = 0;
    for (const item of eachItem(value)) yield* picturesIn(item, type.item, [...path, at++]);
  }
}
