import { assertNever } from '../../language/source/internal-error';
import type { Choices } from '../choices';

/** The types of Krawiec et al., Figure 1, and of Huot, Staton & Vákár, 3.1 and 5.1: A ::= real | int | A * B | A + B | list A | A -> B */
export type HigherType =
  | { readonly tag: 'real' | 'int' }
  | { readonly tag: 'pair' | 'sum' | 'function'; readonly left: HigherType; readonly right: HigherType }
  | { readonly tag: 'list'; readonly item: HigherType };

export const HIGHER_REAL: HigherType = { tag: 'real' };

export function higherType(tag: 'pair' | 'sum' | 'function', left: HigherType, right: HigherType): HigherType {
  return { tag, left, right };
}

/** Returns a random type; `functions` says whether there can be functions in it. */
export function someHigherType(choices: Choices, depth: number, functions = true): HigherType {
  const inner = (): HigherType => someHigherType(choices, depth - 1, functions);
  const deep = depth > 0 ? 1 : 0;
  return choices.pick<() => HigherType>([
    [5, () => HIGHER_REAL],
    [1, () => ({ tag: 'int' })],
    [3 * deep, () => higherType('pair', inner(), inner())],
    [2 * deep, () => higherType('sum', inner(), inner())],
    [2 * deep, () => ({ tag: 'list', item: inner() })],
    [functions ? 5 * deep : 0, () => higherType('function', inner(), inner())],
  ])();
}

/** Writes a type, with other text for `real` and for the result of a function. */
export function textOfHigherType(
  type: HigherType,
  real = 'real',
  result: (text: string) => string = (text) => text,
): string {
  const inner = (part: HigherType): string => textOfHigherType(part, real, result);
  switch (type.tag) {
    case 'real':
      return real;
    case 'int':
      return 'int';
    case 'pair':
      return `(${inner(type.left)} * ${inner(type.right)})`;
    case 'sum':
      return `(${inner(type.left)} + ${inner(type.right)})`;
    case 'list':
      return `(list ${inner(type.item)})`;
    case 'function':
      return `(${inner(type.left)} -> ${result(inner(type.right))})`;
    default:
      return assertNever(type);
  }
}

export function sameHigherType(a: HigherType, b: HigherType): boolean {
  return textOfHigherType(a) === textOfHigherType(b);
}
