import { PRELUDE_CELL, type Span } from '../source/span';
import { typePrinter } from '../types/print';
import { resolve } from '../types/resolve';
import { functionType, product, UNIT } from '../types/type';
import type { Type } from '../types/type';
import { signature } from './signature';

/** A name where it is bound or used. The span includes parentheses directly around the name. */
export interface Mention {
  readonly span: Span;
  readonly name: string;
  readonly kind: 'value' | 'constructor' | 'type';
  /** Where the name is bound; undefined for built-in names. */
  readonly definition: Span | undefined;
  /** `loss : real * real -> real`. Printed on demand, because a page shows one at a time. */
  readonly signature: string;
  /** The signature that all uses share, and where a function's parameters are in it. */
  readonly general: { readonly signature: string; readonly parameters: readonly ParameterPlace[] };
  readonly documentation: string | undefined;
}

export interface ParameterPlace {
  readonly start: number;
  readonly end: number;
  /** Where the components are, if the parameter is a tuple. */
  readonly components: readonly { readonly start: number; readonly end: number }[];
}

/** A mention whose types are still open. */
export interface PendingMention extends Omit<Mention, 'signature' | 'general'> {
  /** Undefined for the name of a type. */
  readonly type: Type | undefined;
  /** Returns the type common to all uses of a polymorphic name. */
  readonly scheme?: () => Type;
}

export function finishMention(pending: PendingMention): Mention {
  const { type, scheme, span, name, kind, definition, documentation } = pending;
  const print = (open: Type | undefined): string => (open === undefined ? `type ${name}` : signature(name, open));
  return {
    span,
    name,
    kind,
    documentation,
    definition: definition?.cell === PRELUDE_CELL ? undefined : definition,
    get signature() {
      return print(type);
    },
    get general() {
      const of = scheme?.() ?? type;
      return { signature: print(of), parameters: of === undefined ? [] : parameterPlaces(name, of) };
    },
  };
}

function parameterPlaces(name: string, whole: Type): ParameterPlace[] {
  const print = typePrinter();
  const places: ParameterPlace[] = [];
  let start = `${name} : `.length;
  for (let type = resolve(whole); type.tag === 'function'; type = resolve(type.result)) {
    // Parameters are printed as they are before an arrow, components as they are before a star.
    const text = without(print(functionType(type.parameter, UNIT)), ' -> unit');
    const parameter = resolve(type.parameter);
    let at = start;
    const components = (parameter.tag === 'product' ? parameter.items : []).map((item) => {
      const from = at;
      const end = from + without(print(product([item, UNIT])), ' * unit').length;
      at = end + ' * '.length;
      return { start: from, end };
    });
    places.push({ start, end: start + text.length, components });
    start += text.length + ' -> '.length;
  }
  return places;
}

function without(text: string, end: string): string {
  return text.slice(0, text.length - end.length);
}
