import type { Container, ContainerVariable, Type } from './type';

/**
 * Returns the type after following solved variables at the top. The variables on the way are updated to point to it, so
 * that long chains are followed once.
 */
export function resolve(type: Type): Type {
  if (type.tag !== 'variable' || type.variable.solution === undefined) return type;
  let end = type.variable.solution;
  while (end.tag === 'variable' && end.variable.solution !== undefined) end = end.variable.solution;
  for (let link: Type = type; link.tag === 'variable' && link.variable.solution !== undefined;) {
    const next: Type = link.variable.solution;
    link.variable.solution = end;
    if (next === end) break;
    link = next;
  }
  return end;
}

export function resolveContainer(container: Container): 'list' | 'array' | ContainerVariable {
  let current = container;
  while (typeof current !== 'string') {
    if (current.variable.solution === undefined) return current.variable;
    current = current.variable.solution;
  }
  return current;
}
