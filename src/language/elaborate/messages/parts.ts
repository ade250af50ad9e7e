import { error, type Diagnostic } from '../../source/diagnostic';
import type { Span } from '../../source/span';
import type { Part, Type } from '../../types/type';
import { describe } from './describe';
import { closest, didYouMean } from './suggest';

/** Returns the error for a selection `p.x` or `p.1` at `span`, where `p` is at `place` and its type has no such part. */
export function noSuchPart(type: Type, part: Part, place: Span, span: Span): Diagnostic {
  return typeof part === 'number' ? noComponent(type, part, place, span) : noField(type, part, place, span);
}

function noComponent(type: Type, index: number, place: Span, span: Span): Diagnostic {
  if (type.tag !== 'product') {
    const message = `\`.${index}\` selects a component of a tuple, but this is ${describe(type)}`;
    return error('projection-of-no-tuple', place, message);
  }
  return error('projection-out-of-range', span, `there is no component ${index} in ${describe(type)}`, {
    hint: `its components are \`.1\` to \`.${type.items.length}\``,
  });
}

function noField(type: Type, name: string, place: Span, span: Span): Diagnostic {
  if (type.tag !== 'record') {
    const message = `\`.${name}\` selects a field of a record, but this is ${describe(type)}`;
    return error('field-of-no-record', place, message);
  }
  const names = type.fields.map((candidate) => candidate.name);
  // A selection `record.name` ends with the name.
  const advice = didYouMean({ ...span, start: span.end - name.length }, closest(name, names));
  return error('unknown-field', span, `there is no field \`${name}\` in ${describe(type)}`, {
    hint: `its fields are ${names.map((each) => `\`${each}\``).join(', ')}`,
    ...advice,
  });
}
