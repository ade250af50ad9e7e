import type { InputDescription } from '../../../protocol/messages';

export interface SliderRange {
  readonly low: number;
  readonly high: number;
  readonly step: number;
}

/** The range that the program declares, or one around `home`, the slider's initial value. */
export function sliderRange(input: Pick<InputDescription, 'range' | 'type'>, home: number): SliderRange {
  const reach = Math.max(1, 2 * Math.abs(home));
  const whole = input.type === 'int';
  const low = input.range?.low ?? (whole ? Math.floor(home - reach) : home - reach);
  const high = input.range?.high ?? (whole ? Math.ceil(home + reach) : home + reach);
  return { low, high, step: input.range?.step ?? (whole ? 1 : stepThrough(low, high, home)) };
}

const FINER = 6;

/** A step for which `home` is `low` plus whole steps, if a few refinements find one. */
function stepThrough(low: number, high: number, home: number): number {
  const first = roundStep((high - low) / 400);
  let step = first;
  for (let finer = 0; finer < FINER; finer++) {
    const steps = (home - low) / step;
    if (Math.abs(steps - Math.round(steps)) < 1e-6) return step;
    step = roundStep(step / 1.9); // the next lower step; 1.9 instead of 2, so that rounding does not skip it
  }
  return first;
}

/** The largest 1, 2 or 5 times a power of ten that is not above `rough`, so that slider values are short. */
function roundStep(rough: number): number {
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return Number(((lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power).toPrecision(1));
}

/**
 * The number literal in an input's declaration, if there is one: the control shows it until a run returns the value.
 * `span` may be that of the name or of the whole declaration.
 */
export function writtenValue(
  text: string,
  input: Pick<InputDescription, 'name' | 'span' | 'type'>,
): number | undefined {
  if (input.type !== 'real' && input.type !== 'int') return undefined;
  const end = text.indexOf('\n', input.span.start);
  const line = text.slice(input.span.start, end < 0 ? undefined : end);
  const number = /^[^=]*=\s*(-?\s*\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*(?:in\b|--|$)/.exec(line)?.[1];
  return number === undefined ? undefined : Number(number.replace(/\s/g, ''));
}
