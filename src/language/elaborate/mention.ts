import { PRELUDE_CELL, type Span } from '../source/span';
import { typePrinter } from '../types/print';
import { resolve } from '../types/resolve';
import { functionType, product, UNIT } from '../types/type';
import type { Type } from '../types/type';
import { signature } from './signature';

/** A name where it is bound or used. Parentheses directly around a name are part of its span. */
export interface Mention {
  readonly span: Span;
  readonly name: string;
  readonly kind: 'value' | 'constructor' | 'type';
  /** Of the name where it is bound; undefined for what every program has. */
  readonly definition: Span | undefined;
  /** `loss : real * real -> real`. Printed when it is asked for: a page shows one at a time. */
  readonly signature: string;
  /** The same for all its uses, and where the parameters of a function stand in it. */
  readonly general: { readonly signature: string; readonly parameters: readonly ParameterPlace[] };
  readonly documentation: string | undefined;
}

export interface ParameterPlace {
  readonly start: number;
  readonly end: number;
  /** Of a tuple. */
  readonly components: readonly { readonly start: number; readonly end: number }[];
}

/** While types are still open. */
export interface PendingMention extends Omit<Mention, 'signature' | 'general'> {
  /** The name of a type has none itself. */
  readonly type: Type | undefined;
  /** Of all uses of a name that is polymorphic. */
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
    // As they are printed before an arrow, and before a star.
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
