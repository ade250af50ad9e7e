import type { InputDescription } from '../../../protocol/messages';

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
  return { low, high, step: input.range?.step ?? (whole ? 1 : stepThrough(low, high, home)) };
}

const FINER = 6;

/** A slider stands only on `low` plus whole steps: short ones that also meet `home`, where a few refinements find them. */
function stepThrough(low: number, high: number, home: number): number {
  const first = roundStep((high - low) / 400);
  let step = first;
  for (let finer = 0; finer < FINER; finer++) {
    const steps = (home - low) / step;
    if (Math.abs(steps - Math.round(steps)) < 1e-6) return step;
    step = roundStep(step / 1.9); // the next lower; 1.9, so that rounding does not skip it
  }
  return first;
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
