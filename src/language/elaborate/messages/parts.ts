import { error, type Advice, type Diagnostic } from '../../source/diagnostic';
import type { Span } from '../../source/span';
import { LENGTH_FIELDS } from '../../syntax/foreign-words';
import { resolve } from '../../types/resolve';
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

/** Returns the advice for a field that sequences have in other languages. */
function sequenceField(item: Type, name: string, place: Span, span: Span): Advice {
  if (name === 'shape') return { hint: '`length m` is the number of rows, and `length m[0]` the number of columns' };
  if (name === 'matrix' && item.tag === 'sequence') return { hint: 'this is a matrix already, an array of its rows' };
  if (item.tag === 'record' && item.fields.some((field) => field.name === name)) {
    return { hint: `\`map (fun row -> row.${name}) rows\` selects it from each item` };
  }
  if (!LENGTH_FIELDS.has(name)) return { hint: 'a function comes before its arguments, as in `sum xs`' };
  const edits = [
    { span: { ...place, end: place.start }, text: '(length ' },
    { span: { ...span, start: place.end }, text: ')' },
  ];
  return { hint: '`length xs` is the number of items', fix: { tag: 'edit', title: 'Write as `length`', edits } };
}

function noField(type: Type, name: string, place: Span, span: Span): Diagnostic {
  if (type.tag !== 'record') {
    const message = `\`.${name}\` selects a field of a record, but this is ${describe(type)}`;
    const advice =
      type.tag === 'sequence'
        ? sequenceField(resolve(type.item), name, place, span)
        : type.tag === 'function'
          ? { hint: 'the composition of two functions is `comp f g`' }
          : {};
    return error('field-of-no-record', place, message, advice);
  }
  const names = type.fields.map((candidate) => candidate.name);
  // A selection `record.name` ends with the name.
  const advice = didYouMean({ ...span, start: span.end - name.length }, closest(name, names));
  return error('unknown-field', span, `there is no field \`${name}\` in ${describe(type)}`, {
    hint: `its fields are ${names.map((each) => `\`${each}\``).join(', ')}`,
    ...advice,
  });
}
