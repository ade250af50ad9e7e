import type { ValuePayload } from '../../../protocol/messages';

const NOTHING = 'Nothing to differentiate yet: write an expression that uses an input, or end with grad f x.';

/** Why there is no Delta. */
export function whyEmpty(value: Pick<ValuePayload, 'inputs' | 'outputs'> | undefined): string {
  const result = value?.outputs.at(-1)?.type;
  if (value === undefined || result === undefined || value.inputs.length === 0) return NOTHING;
  if (!hasReal(result))
    return `The result is of type ${result}: there is no real in it, so that it has no derivative. toReal makes a real of an int.`;
  if (!value.inputs.some(({ type }) => hasReal(type)))
    return `The program has no real input, and only reals are differentiated by. Write input x : real = 1 for one.`;
  return NOTHING;
}

/** A type with a name of its own may hold one. */
function hasReal(type: string): boolean {
  return type.split(/[^\w.]+/).some((word) => word !== '' && !REALLESS.has(word));
}

const REALLESS = new Set(['int', 'bool', 'string', 'unit', 'list', 'array']);
