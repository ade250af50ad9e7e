import { assertNever } from '../source/internal-error';
import { resolve, resolveContainer } from './resolve';
import type { Part, RequiredPart, Type, TypeVariable } from './type';

/**
 * Returns a printer of types that names variables consistently across calls. `special` can give variables other names.
 */
export function typePrinter(
  special?: (variable: TypeVariable) => string | undefined,
  limit = PRINT_LIMIT,
): (type: Type) => string {
  const names = new Map<TypeVariable, string>();
  let budget = limit;

  const nameOf = (variable: TypeVariable): string => {
    const known = special?.(variable) ?? names.get(variable);
    if (known !== undefined) return known;
    const name = variableName(names.size);
    names.set(variable, name);
    return name;
  };

  const print = (open: Type, context: Precedence): string => {
    const type = resolve(open);
    budget -= 1;
    if (budget < 0) return '...';
    const wrap = (own: Precedence, text: string): string => (own < context ? `(${text})` : text);
    switch (type.tag) {
      case 'real':
      case 'int':
      case 'bool':
      case 'string':
      case 'unit':
        return type.tag;
      case 'product':
        return wrap(PRODUCT, type.items.map((item) => print(item, APPLICATION)).join(' * '));
      case 'sum':
        return wrap(SUM, `${print(type.left, SUM)} + ${print(type.right, PRODUCT)}`);
      case 'record':
        return `{${type.fields.map((field) => `${field.name} : ${print(field.type, FUNCTION)}`).join(', ')}}`;
      case 'named': {
        if (type.arguments.length === 0) return type.name;
        return wrap(APPLICATION, [type.name, ...type.arguments.map((item) => print(item, ATOM))].join(' '));
      }
      case 'sequence': {
        const container = resolveContainer(type.container);
        // The container is not determined yet.
        const word = typeof container === 'string' ? container : 'sequence';
        return wrap(APPLICATION, `${word} ${print(type.item, ATOM)}`);
      }
      case 'function':
        return wrap(FUNCTION, `${print(type.parameter, SUM)} -> ${print(type.result, FUNCTION)}`);
      case 'monad':
        return wrap(APPLICATION, `Delta.M ${print(type.result, ATOM)}`);
      case 'deltaMap':
        return 'Delta.Map';
      case 'variable':
        return type.variable.parts === undefined || special?.(type.variable) !== undefined
          ? nameOf(type.variable)
          : printOpen(type.variable.parts, context);
      default:
        return assertNever(type);
    }
  };
  /** Prints a record as `{x : real, ...}` and a tuple as `real * a * ...`, where more parts are possible. */
  const printOpen = (parts: ReadonlyMap<Part, RequiredPart>, context: Precedence): string => {
    const fields: string[] = [];
    const components: string[] = [];
    for (const [part, { type }] of parts) {
      if (typeof part === 'string') fields.push(`${part} : ${print(type, FUNCTION)}`);
      else components[part - 1] = print(type, APPLICATION);
    }
    if (fields.length > 0) return `{${fields.toSorted().join(', ')}, ...}`;
    const text = Array.from(components, (component: string | undefined) => component ?? '_').join(' * ');
    return PRODUCT < context ? `(${text} * ...)` : `${text} * ...`;
  };
  return (type) => {
    budget = limit;
    return print(type, FUNCTION);
  };
}

/** Returns a core type in full. */
export function showType(type: Type): string {
  return typePrinter(undefined, Number.POSITIVE_INFINITY)(type);
}

/** Returns the type in surface syntax, cut if it is long; unknown parts are `a`, `b`, ... in order of appearance. */
export function printType(type: Type): string {
  return typePrinter()(type);
}

/** The number of parts above which a type is cut, because readers cannot use more. */
const PRINT_LIMIT = 400;

type Precedence = 0 | 1 | 2 | 3 | 4;
const FUNCTION = 0;
const SUM = 1;
const PRODUCT = 2;
const APPLICATION = 3;
const ATOM = 4;

export function variableName(index: number): string {
  const letter = String.fromCharCode('a'.charCodeAt(0) + (index % 26));
  return index < 26 ? letter : letter + Math.floor(index / 26).toString();
}
