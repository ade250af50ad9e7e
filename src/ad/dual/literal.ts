import * as core from '../../language/core/builders';
import { internalError } from '../../language/source/internal-error';
import type { Type } from '../../language/types/type';
import type { Term } from '../../language/core/tree';
import type { Span } from '../../language/source/span';

/** A closed term for a value of the type; without a value, all reals and ints are 1. */
export function literal(type: Type, origin: Span, given?: { readonly value: unknown }): Term {
  const parts = given?.value as readonly unknown[] | undefined;
  const at = (i: number): { readonly value: unknown } | undefined =>
    parts === undefined ? undefined : { value: parts[i] };
  switch (type.tag) {
    case 'real':
      return core.real((given?.value as number | undefined) ?? 1, origin);
    case 'int':
      return core.int((given?.value as number | undefined) ?? 1, origin);
    case 'bool':
      return core.bool((given?.value as boolean | undefined) ?? true, origin);
    case 'string':
      return core.string((given?.value as string | undefined) ?? '', origin);
    case 'unit':
      return core.unit(origin);
    case 'product':
      return core.tuple(
        type.items.map((item, i) => literal(item, origin, at(i))),
        origin,
      );
    case 'record':
      return core.record(
        type.fields.map((field, i) => ({ name: field.name, value: literal(field.type, origin, at(i)) })),
        origin,
      );
    default:
      return internalError(`no literal of type ${type.tag}`);
  }
}
