import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, type OperationName } from '../../../language/operations/names';
import type { DeltaPayload, ValueEnd } from '../../../protocol/messages';
import { detect } from './detective';
import { added, deltaExample, type Sketch, scaled, varOf, zero } from './example';
import { type Sentence, verdictOf } from './verdict';
import { kindOf, sweepOf } from './sweep';

const TEXT = 'input x : real = 1\nx > 1';
const at = { cell: 0, start: 6, end: 7 };
const leaf = (label: string) => ({ label, value: 1, span: at });

/** The bindings come from the operations, in order, whose text is their name. */
function said(bindings: readonly Sketch[], operations: readonly OperationName[], ends?: readonly ValueEnd[]) {
  const example = deltaExample([leaf('x'), leaf('y')], bindings);
  const payload: DeltaPayload = { ...example, ends: ends === undefined ? [] : [{ leaf: 0, ends }] };
  let next = 0;
  for (let node = 0; node < payload.count; node++)
    if (kindOf(payload, node) === 'binding')
      payload.operations[node] = OPERATION_NAMES.indexOf(operations[next++] ?? 'add');
  const verdict = verdictOf(payload, [TEXT], 0, detect(payload, sweepOf(payload), 0));
  return [verdict.headline, ...verdict.reasons.map(textOf)];
}

function textOf(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

describe('the verdict', () => {
  it('tells a condition, an int and a name from an input that is not used', () => {
    const end = (how: ValueEnd['how']): ValueEnd => ({ how, span: { cell: 0, start: 19, end: 24 } });
    const about = (how: ValueEnd['how']) => said([scaled(1, varOf(2))], ['sin'], [end(how)])[1];
    expect(about('condition')).toBe(
      'Its value is used in the condition x > 1, which only chooses what is computed: no derivative passes through it.',
    );
    expect(about('number')).toBe('Its value is converted to an int at x > 1: an int has no derivative.');
    expect(about('name')).toContain('the branch was not taken');
    expect(said([scaled(1, varOf(2))], ['sin'])).toEqual([
      '∂x = 0: the result does not depend on x',
      'The result is computed without x.',
    ]);
  });

  it('says why a coefficient is 0, of the argument that it belongs to', () => {
    const why = (sketch: Sketch, name: OperationName) => said([sketch], [name])[1]?.split(', because ')[1];
    expect(why(added(scaled(0, varOf(1)), scaled(1, varOf(2))), 'multiply')).toBe('the factor on the right is 0.');
    expect(why(added(scaled(1, varOf(2)), scaled(0, varOf(1))), 'multiply')).toBe('the factor on the left is 0.');
    expect(why(added(scaled(1, varOf(2)), scaled(0, varOf(1))), 'max')).toContain('is not the larger one');
    expect(why(scaled(0, varOf(1)), 'relu')).toContain('relu is flat');
    expect(why(scaled(0, varOf(1)), 'sign')).toContain('its derivative is 0 everywhere');
    expect(why(scaled(0, varOf(1)), 'sin')).toBe('the derivative of sin, cos x, is 0 there.');
  });

  it('names the dominant path, what makes a derivative large, and what is left of a cancellation', () => {
    expect(said([added(scaled(3, varOf(1)), scaled(1, varOf(1)))], ['add'])).toEqual([
      '∂x = 4: ordinary size',
      'Of 2 paths from the result to x, the dominant one contributes 3 of 4.',
    ]);
    expect(said([scaled(1e7, varOf(1))], ['exp'])).toEqual([
      '∂x = 10000000: large',
      'One path leads from the result to x; its coefficients multiply to 10000000.',
      'What makes it large: 10000000 at exp in the prelude.',
    ]);
    expect(said([added(scaled(1e9, varOf(1)), scaled(1 - 1e9, varOf(1)))], ['add'])[2]).toContain(
      'add up to 2e9: they nearly cancel',
    );
  });

  it('says where a product became too small, and what cancelled', () => {
    expect(said([scaled(1e-200, varOf(1)), scaled(1e-200, varOf(3))], ['sin', 'cos'])).toEqual([
      '∂x = 0: it underflowed',
      'The coefficients on the path to x multiply to about 1e−400; the smallest positive number is 5e−324. The product became 0 at sin in the prelude.',
    ]);
    expect(said([added(scaled(3, varOf(1)), added(scaled(-3, varOf(1)), zero))], ['add'])[1]).toBe(
      '2 contributions reach x and cancel to 0. The largest are 3 from + in the prelude and −3 from + in the prelude.',
    );
  });
});
