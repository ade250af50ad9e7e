import type { Span } from '../../../language/source/span';
import { OPERATION_NAMES, type OperationName } from '../../../language/operations/names';
import type { PartialTerm } from '../../../language/operations/operation';
import { operationRow } from '../../../language/operations/table';
import type { DeltaPayload, ValueEnd } from '../../../protocol/messages';
import type { Contribution, Findings } from './detective';
import { placeOfNode } from './calls';
import { nodeName } from './text';
import { sourceOf } from './search';
import { ownersOf } from './trail';
import { counted, integer, showNumber } from '../../kit/format';
import { kindOf } from './sweep';

/** A part of a sentence; with a span, it points there. */
export type SentencePart = string | { readonly text: string; readonly span: Span | undefined };
export type Sentence = readonly SentencePart[];

export interface Verdict {
  readonly headline: string;
  readonly reasons: readonly Sentence[];
}

/** Returns a finding in plain words. `input` is a node; `texts` are the code cells. */
export function verdictOf(
  payload: DeltaPayload,
  texts: readonly string[],
  input: number,
  { derivative, finding }: Findings,
): Verdict {
  const name = nodeName(payload, input);
  const place = (node: number): SentencePart => placeOf(payload, texts, node);
  const lost = (why: string): string => `∂${name} = 0: ${why}`;
  switch (finding.tag) {
    case 'unreached':
      return {
        headline: lost(`the result does not depend on ${name}`),
        reasons: unreached(payload, texts, input, finding.last),
      };
    case 'scaled away': {
      const owners = ownersOf(payload);
      const shown = finding.zeros.slice(0, 3);
      const more = finding.zeros.length - shown.length;
      const reasons: Sentence[] = [
        [
          finding.ways === 1
            ? `The only path from the result to ${name} passes through a derivative of 0: `
            : `${waysText(finding.ways)} lead from the result to ${name}, and each passes through a derivative of 0: `,
          ...shown.flatMap((scale, i): SentencePart[] => [
            i === 0 ? 'at ' : '; at ',
            place(owners[scale] ?? scale),
            `, ${whyZero(payload, owners, scale)}`,
          ]),
          more > 0 ? `; and ${integer(more)} more.` : '.',
        ],
      ];
      return { headline: lost(`every contribution to ${name} is multiplied by 0`), reasons };
    }
    case 'cancelled': {
      const { at, two, contributions } = finding;
      return {
        headline: lost('its contributions add up to 0'),
        reasons: [
          [
            `${contributions} contributions reach `,
            at === input ? name : place(at),
            ' and cancel to 0. The largest are ',
            ...contributionText(payload, texts, two[0]),
            ' and ',
            ...contributionText(payload, texts, two[1]),
            '.',
          ],
        ],
      };
    }
    case 'vanished':
      return {
        headline: lost('it underflowed'),
        reasons: [
          [
            `The coefficients on the path to ${name} multiply to about 1e${finding.exponent}; the smallest positive number is 5e-324. The product became 0 at `,
            place(ownersOf(payload)[finding.at] ?? finding.at),
            '.',
          ],
        ],
      };
    case 'reached':
      return reached(payload, texts, name, derivative, finding);
  }
}

function reached(
  payload: DeltaPayload,
  texts: readonly string[],
  name: string,
  derivative: number,
  { size, product, ways, scales, bound }: Extract<Findings['finding'], { tag: 'reached' }>,
): Verdict {
  const reasons: Sentence[] = [];
  reasons.push(
    ways === 1
      ? [`One path leads from the result to ${name}; its coefficients multiply to ${showNumber(product)}.`]
      : [
          `Of ${waysText(ways).toLowerCase()} from the result to ${name}, the dominant one contributes ${showNumber(product)} of ${showNumber(derivative)}.`,
        ],
  );
  if (bound > 1e6 * Math.abs(derivative))
    reasons.push([
      `The absolute values of the contributions add up to ${showNumber(bound, 3)}: they nearly cancel, so few digits of the derivative can be trusted.`,
    ]);
  const owners = ownersOf(payload);
  const telling = scales.slice(0, 3).filter((scale) => {
    const weight = Math.abs(payload.coefficients[scale] ?? NaN);
    return size === 'large' ? weight > 1 : size === 'tiny' && weight < 1;
  });
  if (telling.length > 0)
    reasons.push([
      size === 'large' ? 'What makes it large: ' : 'What makes it small: ',
      ...telling.flatMap((scale, i): SentencePart[] => [
        i === 0 ? '' : ', ',
        `${showNumber(payload.coefficients[scale] ?? NaN, 4)} at `,
        placeOf(payload, texts, owners[scale] ?? scale),
      ]),
      '.',
    ]);
  const words = { large: 'large', tiny: 'tiny', plain: 'ordinary size' } as const;
  return { headline: `∂${name} = ${showNumber(derivative)}: ${words[size]}`, reasons };
}

function unreached(
  payload: DeltaPayload,
  texts: readonly string[],
  input: number,
  last: readonly number[],
): readonly Sentence[] {
  const name = nodeName(payload, input);
  const ends = payload.ends.find(({ leaf }) => leaf === payload.ids[input])?.ends ?? [];
  const places = (how: ValueEnd['how']): SentencePart[] =>
    ends
      .filter((end) => end.how === how)
      .flatMap(({ span }, i): SentencePart[] => [i === 0 ? '' : ', ', { text: textAt(texts, span), span }]);
  const reasons: Sentence[] = [];
  const conditions = places('condition');
  if (conditions.length > 0)
    reasons.push([
      'Its value is used in the condition ',
      ...conditions,
      ', which only chooses what is computed: no derivative passes through it.',
    ]);
  const numbers = places('number');
  if (numbers.length > 0)
    reasons.push(['Its value is converted to an int at ', ...numbers, ': an int has no derivative.']);
  if (last.length > 0)
    reasons.push([
      'Its value is used in ',
      ...last.slice(0, 3).flatMap((node, i): SentencePart[] => [i === 0 ? '' : ', ', placeOf(payload, texts, node)]),
      ', but the result does not depend on that.',
    ]);
  if (reasons.length > 0) return reasons;
  const names = places('name');
  return [
    names.length === 0
      ? [`The result is computed without ${name}.`]
      : [
          'It appears at ',
          ...names,
          ', but the result did not need it there: the branch was not taken, the function was not called, or the component was not used.',
        ],
  ];
}

function contributionText(
  payload: DeltaPayload,
  texts: readonly string[],
  { node, amount }: Contribution,
): readonly SentencePart[] {
  return [`${showNumber(amount)} from `, placeOf(payload, texts, ownersOf(payload)[node] ?? node)];
}

/** Returns the source text of a node; a description for a node of the wrapper or of the prelude. */
export function placeOf(payload: DeltaPayload, texts: readonly string[], node: number): SentencePart {
  if (kindOf(payload, node) === 'binding' && (payload.ids[node] ?? 0) >= payload.wrapperFrom)
    return 'the product with the cotangent';
  const source = sourceOf(payload, texts, node);
  const span = placeOfNode(payload, node);
  if (source !== '') return { text: clipped(source), span };
  const name = operationOfNode(payload, node);
  const text = name === undefined ? nodeName(payload, node) : operationRow(name).notation.symbol;
  return span === undefined ? `${text} in the prelude` : { text: `${text} in ${textAt(texts, span)}`, span };
}

function textAt(texts: readonly string[], { cell, start, end }: Span): string {
  return clipped((texts[cell] ?? '').slice(start, end).replace(/\s+/g, ' ').trim());
}

const MOST_LETTERS = 48;

function clipped(text: string): string {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
}

function waysText(ways: number): string {
  if (ways < 1e6) return counted(ways, 'path');
  return Number.isFinite(ways) ? `About ${showNumber(ways, 2)} paths` : 'More paths than can be counted';
}

export function operationOfNode(payload: DeltaPayload, node: number): OperationName | undefined {
  return OPERATION_NAMES[payload.operations[node] ?? -1];
}

/** Returns why the coefficient of a Scale is 0. */
function whyZero(payload: DeltaPayload, owners: Int32Array, scale: number): string {
  const binding = owners[scale] ?? -1;
  if (binding >= 0 && (payload.ids[binding] ?? 0) >= payload.wrapperFrom)
    return 'because the cotangent of the result is 0 there';
  const name = binding < 0 ? undefined : operationOfNode(payload, binding);
  if (name === undefined) return 'whose coefficient is 0';
  const { partials, notation } = operationRow(name);
  const parameter = parameterOf(payload, binding, scale, name);
  const known = ZERO_BECAUSE[name]?.[parameter];
  if (known !== undefined) return known;
  const partial = partials[parameter];
  if (partial === undefined) return 'whose coefficient is 0';
  return partial.tag === 'real'
    ? `because ${notation.symbol} is flat: its derivative is 0 everywhere`
    : `because the derivative of ${notation.symbol}, ${partialText(partial)}, is 0 there`;
}

const ZERO_BECAUSE: Partial<Record<OperationName, readonly string[]>> = {
  multiply: ['because the factor on the right is 0', 'because the factor on the left is 0'],
  divide: ['because the reciprocal of the divisor underflowed', 'because the dividend is 0'],
  relu: ['because relu is flat where its argument is not positive'],
  abs: ['because the derivative of abs at 0 is taken to be 0'],
  max: ['because the other argument of max is larger', 'because this argument of max is not the larger one'],
  min: ['because the other argument of min is smaller', 'because this argument of min is not the smaller one'],
};

/** Returns the parameter that a Scale differentiates by: Figure 14 has one summand for each real parameter. */
function parameterOf(payload: DeltaPayload, binding: number, scale: number, name: OperationName): number {
  let summand = 0;
  let node = payload.operands[2 * binding] ?? -1;
  for (; node >= 0 && kindOf(payload, node) === 'add'; node = payload.operands[2 * node + 1] ?? -1) {
    if (payload.operands[2 * node] === scale) break;
    summand++;
  }
  const reals = operationRow(name).parameters.flatMap((leaf, i) => (leaf === 'real' ? [i] : []));
  return reals[summand] ?? 0;
}

/** A partial derivative in the arguments x and y. */
export function partialText(term: PartialTerm, nested = false): string {
  switch (term.tag) {
    case 'argument':
      return term.index === 0 ? 'x' : 'y';
    case 'real':
    case 'int':
      return showNumber(term.value);
    case 'operation': {
      const { form, symbol } = operationRow(term.operation).notation;
      const [first = '', second] = term.arguments.map((argument) => partialText(argument, true));
      const text =
        form === 'infix'
          ? `${first} ${symbol} ${second ?? ''}`
          : form === 'prefix'
            ? `${symbol}${first}`
            : [symbol, first, second].filter((part) => part !== undefined).join(' ');
      return nested ? `(${text})` : text;
    }
  }
}
