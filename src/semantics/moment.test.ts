import { describe, expect, it } from 'vitest';
import { construct, fold, match, operation, real, sequence, variable, watch } from '../language/core/builders';
import { variablePattern } from '../language/core/patterns';
import type { CoreProgram } from '../language/core/tree';
import { NOWHERE } from '../language/source/span';
import { REAL } from '../language/types/type';
import { program } from '../testing/run-source';
import { compile } from './compile';
import { type Activation, momentAt, type MomentOutcome } from './moment';
import { PAGE_BUDGET } from './outcome';
import { showValue } from './present';
import { drain } from './task';

const BUDGET = { ...PAGE_BUDGET, seconds: 60 };

function moment(text: string, name: string, record: number): MomentOutcome {
  return drain(momentAt(compile(program(text)), { budget: BUDGET }, name, record));
}

/** Returns lines such as `f: x = 1, y = 2`, the innermost activation first, without functions. */
function activations(text: string, name: string, record: number): readonly string[] {
  const found = moment(text, name, record);
  if (found.tag !== 'ok') throw new Error(JSON.stringify(found));
  return found.moment.activations.map(show);
}

function show({ of, binder: definition, variables }: Activation): string {
  const values = variables
    .filter(({ binder }) => binder.type.tag !== 'function')
    .map(({ binder, value }) => `${written(binder.name)} = ${showValue(value, binder.type, 6)}`);
  return `${of === 'program' ? of : written(definition?.name ?? 'fun')}: ${values.join(', ')}`;
}

/** Returns the name without the suffix that makes it unique. */
function written(name: string): string {
  return name.replace(/_[0-9]+$/u, '');
}

const DESCENT = `
input rate : real = 0.25
let loss w = (w - 3) ^ 2
let rec descend (n : int) w =
  let now = watch "loss" (loss w) in
  if n = 0 then w
  else descend (n - 1) (w - rate * grad loss w)
descend 5 0
`;

describe('the moment of a record', () => {
  it('has the variables in scope of its activation, as they were at that record', () => {
    expect(activations(DESCENT, 'loss', 0)).toEqual(['descend: n = 5, w = 0', 'program: rate = 0.25']);
    expect(activations(DESCENT, 'loss', 2)).toEqual(['descend: n = 3, w = 2.25', 'program: rate = 0.25']);
  });

  it('is missing if the run has fewer records', () => {
    expect(moment(DESCENT, 'loss', 6).tag).toBe('missing');
    expect(moment(DESCENT, 'other', 0).tag).toBe('missing');
  });

  it('has the place and the value of the record', () => {
    const found = moment(DESCENT, 'loss', 1);
    if (found.tag !== 'ok') throw new Error(found.tag);
    expect(DESCENT.slice(found.place.start, found.place.end)).toBe('watch "loss" (loss w)');
    expect(found.value).toBe(2.25);
    expect(found.moment.activations.map(({ at }) => DESCENT.slice(at.start, at.end))).toEqual([
      'watch "loss" (loss w)',
      'descend 5 0',
    ]);
  });

  it('goes up the stack through waiting calls', () => {
    const text = `
let rec sum n =
  if n < 0.5 then 0
  else
    let half = n / 2 in
    watch "n" half + sum (n - 1)
sum 3
`;
    expect(activations(text, 'n', 2)).toEqual([
      'sum: n = 1, half = 0.5',
      'sum: n = 2, half = 1',
      'sum: n = 3, half = 1.5',
      'program: ',
    ]);
  });

  it('has components of patterns, and captured variables', () => {
    const text = `
let train (rate, (a, b)) =
  let scale = 2 * rate in
  let go = fun x -> let (p, q) = (x, b) in watch "w" (p * scale + q) in
  go (a + 1) + rate
let start = 4
train (start, (5, 6))
`;
    expect(activations(text, 'w', 0)).toEqual([
      'go: b = 6, scale = 8, x = 6, p = 6, q = 6',
      'train: rate = 4, a = 5, b = 6, scale = 8',
      'program: start = 4',
    ]);
  });

  it('has the item and the accumulator of a fold, and the payload of a match', () => {
    const v = (name: string) => variable(name, REAL);
    const p = (name: string) => variablePattern(name, REAL);
    const sum = watch('total', operation('add', [v('item'), v('total')]));
    const loop = fold(p('item'), p('total'), sum, sequence('array', REAL, [real(1), real(2)]), v('k'));
    const body = match(construct('inl', v('seven'), { tag: 'sum', left: REAL, right: REAL }), [
      { constructorName: 'inl', payload: p('k'), body: loop },
      { constructorName: 'inr', payload: p('other'), body: v('other') },
    ]);
    const core: CoreProgram = {
      variants: [],
      items: [
        { tag: 'let', pattern: p('seven'), value: real(7), origin: NOWHERE },
        { tag: 'output', term: body, origin: NOWHERE },
      ],
    };
    const found = drain(momentAt(compile(core), { budget: BUDGET }, 'total', 1));
    if (found.tag !== 'ok') throw new Error(found.tag);
    expect(found.moment.activations.map(show)).toEqual(['program: seven = 7, k = 7, item = 1, total = 9']);
  });

  it('does not show a variable before it has its value', () => {
    const text = `
let f x =
  let y = watch "w" (x + 1) in
  let z = y * 2 in
  z + y
f 1
`;
    expect(activations(text, 'w', 0)[0]).toBe('f: x = 1');
  });

  it('has a limited number of activations, and counts the others', () => {
    const text = 'let rec down n = if n < 0.5 then watch "end" 1 else 1 + down (n - 1)\ndown 100';
    const found = moment(text, 'end', 0);
    if (found.tag !== 'ok') throw new Error(found.tag);
    expect(found.moment.activations).toHaveLength(25);
    expect(found.moment.omitted).toBe(101 - 24);
  });

  it('exists in a run that fails later; a run that fails earlier returns the failure', () => {
    expect(activations('let rec f x = f (watch "x" (x - 1) / 0 * log x)\nf 1', 'x', 0)[0]).toBe('f: x = 1');
    expect(moment('let f x = watch "x" (log x)\nf (0 - 1)', 'x', 0)).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'domain' },
    });
  });
});
