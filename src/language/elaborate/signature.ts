import { typePrinter } from '../types/print';
import { resolve } from '../types/resolve';
import { typeParts } from '../types/structure';
import type { Kind, Type, TypeVariable } from '../types/type';

const KINDS = {
  any: undefined,
  watched: 'is a picture or contains no functions',
  diff: 'contains no functions',
  joined: 'is a string or a sequence',
  eq: 'is real, int, bool or string',
  num: 'is real or int',
  additive: 'is real, int or made of reals',
  vector: 'is real or made of reals',
} satisfies Record<Kind, string | undefined>;

/** Returns `name : type`, and the conditions on its type variables. */
export function signature(name: string, type: Type): string {
  const print = typePrinter();
  const text = `${name} : ${print(type)}`;
  const conditions = [...restricted(type)].map(
    (variable) => `${print({ tag: 'variable', variable })} ${KINDS[variable.kind] ?? 'is anything'}`,
  );
  return conditions.length === 0 ? text : `${text} where ${conditions.join(', ')}`;
}

/** Returns the variables of a restricted kind, in order of appearance. */
function restricted(type: Type): Set<TypeVariable> {
  const found = new Set<TypeVariable>();
  const pending = [type];
  for (let next = pending.pop(); next !== undefined && found.size < 20; next = pending.pop()) {
    const current = resolve(next);
    if (current.tag === 'variable' && current.variable.kind !== 'any') found.add(current.variable);
    pending.push(...typeParts(current).toReversed());
  }
  return found;
}
