import { typePrinter } from '../../types/print';
import { resolve } from '../../types/resolve';
import type { Kind, Type } from '../../types/type';
import { GENERIC_LEVEL } from '../context';

/** How messages call the open types of values that arithmetic makes. */
const NUMBERS: ReadonlyMap<Kind, string> = new Map<Kind, string>([
  ['num', 'number'],
  ['additive', 'number'],
  ['vector', 'real'],
]);

/** Prints number types that are still open as `number` instead of `a`. */
export function messagePrinter(): Printer {
  return typePrinter(({ kind, level }) => (level === GENERIC_LEVEL ? undefined : NUMBERS.get(kind)));
}

export type Printer = (type: Type) => string;

/** Describes a type as a noun; a variable of kind num is a number. */
export function describe(open: Type): string {
  return naming(open, messagePrinter());
}

/** Describes a type as a noun, printed by a printer that the message shares. */
export function naming(open: Type, print: Printer): string {
  const type = resolve(open);
  if (type.tag === 'function') return `a function ${print(type)}`;
  if (type.tag !== 'variable') return print(type);
  if (type.variable.kind === 'joined') return 'a string or a sequence';
  return NUMBERS.get(type.variable.kind) === 'number' ? 'a number' : print(type);
}
