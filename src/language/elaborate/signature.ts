import { typePrinter } from '../types/print';
import { resolve } from '../types/resolve';
import { typeParts } from '../types/structure';
import type { Kind, Type, TypeVariable } from '../types/type';

const KINDS = {
  any: undefined,
  diff: 'without functions inside',
  eq: 'real, int, bool or string',
  num: 'real or int',
} satisfies Record<Kind, string | undefined>;

/** `name : type`, and what its type variables may stand for. */
export function signature(name: string, type: Type): string {
  const print = typePrinter();
  const text = `${name} : ${print(type)}`;
  const conditions = [...restricted(type)].map(
    (variable) => `${print({ tag: 'variable', variable })} is ${KINDS[variable.kind] ?? 'anything'}`,
  );
  return conditions.length === 0 ? text : `${text} where ${conditions.join(', ')}`;
}

/** The variables of a kind of their own, in the order of their appearance. */
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
