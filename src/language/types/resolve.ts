import type { Container, ContainerVariable, Type } from './type';

/** What a type stands for once the variables that are solved are looked through, at the top only. */
export function resolve(type: Type): Type {
  let current = type;
  while (current.tag === 'variable' && current.variable.solution !== undefined) current = current.variable.solution;
  return current;
}

export function resolveContainer(container: Container): 'list' | 'array' | ContainerVariable {
  let current = container;
  while (typeof current !== 'string') {
    if (current.variable.solution === undefined) return current.variable;
    current = current.variable.solution;
  }
  return current;
}
