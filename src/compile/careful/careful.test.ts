import { describe, expect, test } from 'vitest';
import { flatten } from '../flatten/flatten';
import { emitProgram } from '../emit/program';
import { FAULT, NOTE } from '../emit/host';
import { checkProgram } from '../ir/check';
import { printProgram } from '../ir/print';
import { binaryOf } from '../run/binary';
import { ModuleInstance } from '../run/instance';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { outputOf } from '../../ad/main';
import { checked } from '../../testing/checked';
import { Unsupported } from '../unsupported';
import { careful, type Careful } from './careful';

function carefulOf(text: string): Careful {
  const main = outputOf(checked(text));
  if (main === undefined) throw new Error('no output');
  const flat = flatten(main);
  if (flat.tag === 'unsupported') throw flat.reason;
  const made = careful(flat.program, main.body.origin, flat.numbers, 0);
  if (made instanceof Unsupported) throw made;
  expect(checkProgram(made.program)).toEqual([]);
  return made;
}

/** Runs an entry of reals, and returns what it has noted: the cause, the text there, and the values. */
function noted(text: string, entry: string, ...given: readonly number[]): unknown {
  const { program, sites } = carefulOf(text);
  const instance = new ModuleInstance(binaryOf(emitProgram(program)));
  instance.begin(COMMAND_LINE_BUDGET);
  given.forEach((real, i) => {
    instance.view.setFloat64(instance.slots + 8 * i, real, true);
  });
  const ended = instance.run(entry);
  if (ended !== 'fault') return ended;
  const { view, fault } = instance;
  const site = sites.at(view.getUint32(NOTE.site, true));
  const place = site?.place ?? sites.at(view.getUint32(NOTE.caller, true))?.place;
  const values = [view.getFloat64(NOTE.values, true), view.getFloat64(NOTE.values + 8, true)];
  return [site?.cause, text.slice(place?.start, place?.end), fault === FAULT.program, values];
}

describe('the careful version of a program', () => {
  test('notes each operation that can fail, with its arguments', () => {
    const { program, sites } = carefulOf('input x : real = 1\nlet y = x * 2 in if y < 1 then sqrt y else sin y\n');
    const value = program.functions.get(program.entries.get('value') ?? -1);
    expect(printProgram({ functions: new Map(value === undefined ? [] : [[value.id, value]]), entries: new Map() }))
      .toMatchInlineSnapshot(`
        "function main.1(r0 : real)
          note 1 of r0, 2
          r1 = multiply r0, 2
          b2 = less r1, 1
          r5 = if b2 {
            note 2 of r1
            r3 = sqrt r1
            results r3
          } else {
            r4 = sin r1
            results r4
          }
          results r5
        "
      `);
    expect(sites.at(0)).toMatchObject({ cause: { tag: 'call' } });
  });

  test('stops where a value is outside the domain, or not finite, though nothing uses it', () => {
    const operation = (name: string): object => ({ tag: 'operation', operation: name });
    expect(noted('input x : real = 1\nlet y = log (x - 1) in x\n', 'value', 1)).toEqual([
      operation('log'),
      'log (x - 1)',
      true,
      [0, expect.any(Number)],
    ]);
    expect(noted('input x : real = 1\nlet y = x * 2 in x\n', 'value', 1e308)).toEqual([
      operation('multiply'),
      'x * 2',
      false,
      [1e308, 2],
    ]);
    expect(noted('input x : real = 1\nlet y = x * 2 in x\n', 'value', 1)).toBe('done');
  });

  test('names the caller of a function of the prelude that calls itself', () => {
    const text = `input x : real = 1
let rec f (n : int) (ys : list real) = if n = 0 then norm ys else f (n - 1) (x * 1e200 :: ys)
f 3 []
`;
    expect(noted(text, 'value', 1)).toEqual([
      { tag: 'operation', operation: 'multiply' },
      'norm ys',
      false,
      [1e200, 1e200],
    ]);
  });

  test('has recursive functions only in the form that waits in memory', () => {
    const { program } = carefulOf(
      'input x : real = 1\nlet rec f (n : int) = if n = 0 then 1 else x * f (n - 1) in f 3\n',
    );
    const { functions } = emitProgram(program).module;
    const multiplying = functions.filter(({ body }) => body.some(({ op }) => op === 'f64.mul'));
    expect(multiplying.length).toBeGreaterThan(0);
    expect(multiplying.map(({ name }) => name)).toEqual(multiplying.map(() => expect.stringMatching(/\.resumable$/u)));
  });

  test('names the operation whose derivative is not finite', () => {
    const text = 'input x : real = 1\nx * x + 1 / x\n';
    const cause = { tag: 'derivative', operation: 'divide' };
    expect(noted(text, 'gradient', 1e-200, 1)).toMatchObject([cause, '1 / x', false, [0, 1e200]]);
    expect(noted(text, 'gradient', 1, 1)).toBe('done');
    expect(noted('input x : real = 1\ntanh (deriv (fun y -> 1 / y) x)\n', 'value', 1e-200)).toMatchObject([
      cause,
      '1 / y',
      false,
      [1, 1e-200],
    ]);
  });

  test('does without the gradient, or is refused, where derivatives inside one another become too many', () => {
    const nested = (order: number): string =>
      order === 0 ? '1 / x' : `deriv (fun y${order} -> ${nested(order - 1)} * y${order}) x`;
    const entriesOf = (order: number): readonly string[] => [
      ...carefulOf(`input x : real = 1\n${nested(order)}\n`).program.entries.keys(),
    ];
    expect(entriesOf(2)).toEqual(['value', 'gradient']);
    expect(noted(`input x : real = 1\n${nested(6)}\n`, 'value', 0)).toEqual([
      { tag: 'operation', operation: 'divide' },
      '1 / x',
      true,
      [1, 0],
    ]);
    expect(entriesOf(7)).toEqual(['value']);
    const endless = 'let rec f (n : int) y = if n = 0 then y else deriv (fun z -> f (n - 1) z) y in f 3 x';
    expect(() => carefulOf(`input x : real = 1\n${endless}\n`)).toThrow(Unsupported);
  });
});
