import type { ValuePayload } from '../../../protocol/messages';

const NOTHING = 'Nothing to differentiate yet: write an expression that uses an input, or end with grad f x.';

/** Returns why there is no Delta. */
export function whyEmpty(value: Pick<ValuePayload, 'inputs' | 'result'> | undefined): string {
  const result = value?.result?.type;
  if (value === undefined || result === undefined || value.inputs.length === 0) return NOTHING;
  if (/->|Draw/.test(result))
    return 'The result contains a picture or a function, so it is not differentiated. Write the number on a line of its own.';
  if (!hasReal(result))
    return `The result (type ${result}) contains no real number, so there is nothing to differentiate. toReal converts an int.`;
  if (!value.inputs.some(({ type }) => hasReal(type)))
    return `There is no real input to differentiate with respect to. Add one: input x : real = 1`;
  return NOTHING;
}

/** A named type may contain a real. */
function hasReal(type: string): boolean {
  return type.split(/[^\w.]+/).some((word) => word !== '' && !REALLESS.has(word));
}

const REALLESS = new Set(['int', 'bool', 'string', 'unit', 'list', 'array']);
