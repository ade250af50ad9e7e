/** Krawiec et al., 7.5: a function is translated once, on its own, and its translation is called by name. */
import { describe, expect, test } from 'vitest';
import { printCore } from '../language/core/print';
import { internalError } from '../language/source/internal-error';
import { translatedBy } from '../testing/translated-main';
import type { AnyEngine, EngineId } from './engine';
import { engineById } from './registry';

const FUNCTIONS = 'let square y = y * y\nlet rec power (y, n : int) = if n = 0 then 1 else y * power (y, n - 1)\n';
const IN_DIFFERENT_S = [
  'input x : real = 2\nsquare (power (x, 3))',
  'input xs : list real = [1, 2]\nfold (x, s) -> s + square x * power (x, 2) over xs from 0',
  'input p : {a : real, b : int} = {a = 1, b = 2}\nsquare p.a + power (p.a, p.b)',
];

function engine(id: EngineId): AnyEngine {
  return engineById(id) ?? internalError(`there is no engine ${id}`);
}

/** Returns the printed translations of `square` and `power`. */
function translations(id: EngineId, main: string): readonly string[] {
  const program = translatedBy(engine(id), FUNCTIONS + main);
  return ['square', 'power'].map((name) => {
    const items = program.items.filter(
      (item) =>
        (item.tag === 'let' && item.pattern.tag === 'variable' && item.pattern.name === name) ||
        (item.tag === 'letrec' && item.functions.some((each) => each.name === name)),
    );
    // Names of intermediate values are numbered throughout a program.
    return printCore({ ...program, items }).replaceAll(/(?<=[a-z])_\d+/gu, '');
  });
}

describe.each(['forward', 'reverse-delta', 'reverse', 'tape'] as const)('%s', (id) => {
  test('translates a function the same way whatever the inputs of the main expression', () => {
    const [first, ...others] = IN_DIFFERENT_S.map((main) => translations(id, main));
    for (const other of others) expect(other).toEqual(first);
  });

  test('calls it by its name', () => {
    const text = printCore(translatedBy(engine(id), FUNCTIONS + (IN_DIFFERENT_S[0] ?? '')));
    const main = text.slice(text.indexOf('let main'));
    expect(main).toMatch(/power \(\(x, dx\), 3\)/u);
    expect(main).toMatch(/square \(/u);
    expect(text.match(/let square/gu)).toHaveLength(1);
  });

  test("translates the prelude's definitions like the reader's", () => {
    const text = printCore(translatedBy(engine(id), 'input xs : list real = [1, 2]\nsum (map (fun x -> x * x) xs)'));
    expect(text.slice(0, text.indexOf('let main'))).toMatch(/let (rec )?sum/u);
  });
});

test('a translation by reverse-dense mentions the type of the inputs, so it differs for each', () => {
  const [first, second] = IN_DIFFERENT_S.map((main) => translations('reverse-dense', main).join());
  expect(first).toContain('timesS');
  expect(first).toContain('dy : real');
  expect(second).toContain('dy : list real');
});
