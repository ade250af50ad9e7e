import type { Pattern } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import type { Bound, Scope } from './bound';

/** Gives the names of a pattern their parts of a value. */
export function bindPattern(scope: Scope, pattern: Pattern, bound: Bound): void {
  switch (pattern.tag) {
    case 'variable':
      scope.set(pattern.name, bound);
      return;
    case 'wildcard':
      return;
    case 'tuple':
      pattern.items.forEach((item, i) => {
        bindPattern(scope, item, part(bound, i));
      });
      return;
    case 'record': {
      const { type } = pattern;
      for (const field of pattern.fields) bindPattern(scope, field.pattern, part(bound, fieldAt(type, field.name)));
    }
  }
}

export function part(bound: Bound, index: number): Bound {
  return (bound.tag === 'parts' ? bound.parts[index] : undefined) ?? internalError('a product has parts');
}

/** Returns which part of a record a field is. */
export function fieldAt(type: Type, name: string): number {
  return type.tag === 'record' ? type.fields.findIndex((field) => field.name === name) : -1;
}

/** Whether values of a type can have known functions among their parts. */
export function holdsFunction(type: Type): boolean {
  return type.tag === 'function' || partTypes(type).some(holdsFunction);
}

/** Returns the types of the parts of a product or a record. */
export function partTypes(type: Type): readonly Type[] {
  if (type.tag === 'product') return type.items;
  return type.tag === 'record' ? type.fields.map((field) => field.type) : [];
}

/** Returns the type of what a function returns when it is given so many arguments, one after the other. */
export function resultAfter(type: Type, count: number): Type {
  let result = type;
  for (let i = 0; i < count; i++) if (result.tag === 'function') result = result.result;
  return result;
}
