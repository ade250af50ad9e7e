import type { InputDescription } from '../../protocol/messages';

export interface SliderRange {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** The range of the program, or one around `home`, the value that the slider started from. */
export function sliderRange(input: Pick<InputDescription, 'range' | 'type'>, home: number): SliderRange {
  const reach = Math.max(1, 2 * Math.abs(home));
  const whole = input.type === 'int';
  const low = input.range?.low ?? (whole ? Math.floor(home - reach) : home - reach);
  const high = input.range?.high ?? (whole ? Math.ceil(home + reach) : home + reach);
  return { low, high, step: input.range?.step ?? (whole ? 1 : roundStep((high - low) / 400)) };
}

/** The next lower of 1, 2, 5 times a power of ten, so that values on the way are short. */
function roundStep(rough: number): number {
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return Number(((lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power).toPrecision(1));
}

/**
 * The number that the program writes for an input, where it writes one: what the control shows while no run has said it.
 * `span` may be that of the name or of the whole declaration.
 */
export function writtenValue(
  text: string,
  input: Pick<InputDescription, 'name' | 'span' | 'type'>,
): number | undefined {
  if (input.type !== 'real' && input.type !== 'int') return undefined;
  const line = text.slice(input.span.start).replace(/\n[\s\S]*/, '');
  const number = /^[^=]*=\s*(-?\s*\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(?:in\b|--|$)/.exec(line)?.[1];
  return number === undefined ? undefined : Number(number.replace(/\s/g, ''));
}
