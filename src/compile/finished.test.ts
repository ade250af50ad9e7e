import { describe, expect, test } from 'vitest';
import type { Main } from '../ad/engine';
import { NOWHERE } from '../language/source/span';
import { checked, focusOf } from '../testing/checked';
import { printedWhole } from '../testing/ir/examples';
import type { Entry } from './differentiate/entries';
import { finished } from './finished';
import { type FlatProgram, flatten } from './flatten/flatten';
import { checkProgram } from './ir/check';
import type { IrProgram } from './ir/program';
import { Unsupported } from './unsupported';

const ENTRIES: readonly Entry[] = ['value', 'gradient', 'directional'];

const mainOf = (text: string): Main => focusOf(checked(`${text}\n`)).main;

function withoutLengths(main: Main): Main {
  return { ...main, parameters: main.parameters.map((each) => ({ ...each, lengths: [] })) };
}

function flatOf(main: Main): FlatProgram {
  const flat = flatten(main);
  if (flat.tag === 'unsupported') throw flat.reason;
  return flat;
}

/** Returns the program that is made for entries; fails if it cannot be compiled. */
function made(flat: FlatProgram, ...entries: readonly Entry[]): IrProgram {
  const program = finished(flat, entries, (each) => each);
  if (program instanceof Unsupported) throw new Error(program.message);
  expect(checkProgram(program)).toEqual([]);
  return program;
}

const namesOf = ({ functions }: IrProgram): readonly string[] => [...functions.values()].map(({ name }) => name).sort();

const hasUsual = (program: IrProgram): boolean => namesOf(program).some((name) => /usual/i.test(name));

const INPUTS = 'input steps : int = 3\n';

const ROUNDS = `${INPUTS}input y : array real = [1, 2]
let v = iterate steps (map (fun a -> sin a * 2)) y
dot v v`;

const SUMS = `${INPUTS}input y : array real = [1, 2]
iterate steps (fun x -> sum (map (fun a -> sin (a * x)) y)) 1`;

describe('a program has a version for its usual lengths', () => {
  test('for each entry, which is chosen where the program is entered', () => {
    const program = made(flatOf(mainOf(ROUNDS)), 'value', 'gradient', 'directional');
    expect([...program.entries.keys()]).toEqual(ENTRIES);
    expect(namesOf(program)).toMatchInlineSnapshot(`
      [
        "directional",
        "directionalAny",
        "directionalUsual",
        "gradient",
        "gradientAny",
        "gradientUsual",
        "main",
        "mainAny",
        "mainUsual",
      ]
    `);
    const functions = printedWhole(program).split('\n\n');
    for (const [entry, id] of program.entries) {
      const name = entry === 'value' ? 'main' : entry;
      const [usual, any] = [`${name}Usual`, `${name}Any`];
      const own = functions.find((each) => each.startsWith(`function ${name}.${id}(`));
      expect(own?.match(/call \w+/g)).toEqual([`call ${usual}`, `call ${any}`]);
      // It knows the lengths.
      expect(functions.find((each) => each.startsWith(`function ${usual}.`))).not.toContain('build');
    }
  });

  test.each([
    ['one is small', SUMS.replace('[1, 2]', '[1, 2, 3, 4, 5, 6, 7, 8]')],
    ['another input is none', SUMS.replace('input y', 'input z : real = 1\ninput y')],
    ['another input is long', SUMS.replace('input y', 'input z : array real = [1, 2, 3, 4, 5, 6, 7, 8, 9]\ninput y')],
  ])('of its arrays if %s', (_, text) => {
    expect(hasUsual(made(flatOf(mainOf(text)), 'value'))).toBe(true);
  });

  test.each([
    ['no input is an array', `${INPUTS}input x : real = 1\niterate steps (fun v -> v * x) x`],
    ['its array is long', SUMS.replace('[1, 2]', '[1, 2, 3, 4, 5, 6, 7, 8, 9]')],
    ['its array is empty', ROUNDS.replace('[1, 2]', '[]')],
    ['its array is computed', ROUNDS.replace('[1, 2]', 'build 2 toReal')],
    ['it has no rounds', 'input y : array real = [1, 2]\ndot y y'],
  ])('unless %s', (_, text) => {
    const program = made(flatOf(mainOf(text)), 'value', 'gradient');
    expect([hasUsual(program), [...program.entries.keys()]]).toEqual([false, ['value', 'gradient']]);
  });

  /** Returns a program that may have so many more variables. */
  const narrow = (main: Main, left: number): FlatProgram => {
    const flat = flatOf(main);
    for (let last = 0; last < 300_000 - left;) last = flat.numbers.variable('real').id;
    return flat;
  };

  test('unless it becomes too large with it', () => {
    const flat = narrow(mainOf(ROUNDS), 200);
    const program = made(flat, 'gradient');
    expect([hasUsual(program), [...program.entries.keys()]]).toEqual([false, ['gradient']]);
    // Functions that are added later have other numbers.
    expect(Math.max(...program.functions.keys())).toBeLessThan(flat.numbers.functionId());
  });

  test('of an array after an input of which nothing is told', () => {
    const main = mainOf(ROUNDS);
    const parameters = main.parameters.map(({ lengths, ...rest }) =>
      rest.type.tag === 'int' ? rest : { ...rest, ...(lengths && { lengths }) },
    );
    expect(hasUsual(made(flatOf({ ...main, parameters }), 'value'))).toBe(true);
  });

  test('and if nothing is known, no function is copied', () => {
    const flat = flatOf(withoutLengths(mainOf(ROUNDS)));
    const last = flat.numbers.functionId();
    made(flat, 'value');
    expect(flat.numbers.functionId()).toBe(last + 1);
  });

  test('and is refused if it is too large without', () => {
    const flat = narrow(withoutLengths(mainOf(ROUNDS)), 20);
    expect(finished(flat, ['gradient'], (program) => program)).toBeInstanceOf(Unsupported);
  });

  test('and stays away if what is made is too large with it', () => {
    const refusing = (program: IrProgram): IrProgram | Unsupported =>
      hasUsual(program) ? new Unsupported('too large', NOWHERE, 'make it smaller') : program;
    const program = finished(flatOf(mainOf(ROUNDS)), ['gradient'], refusing);
    expect(program instanceof Unsupported || hasUsual(program)).toBe(false);
  });
});

test('what is no limit of the compiler is thrown', () => {
  const flat = flatOf(mainOf(ROUNDS));
  const broken = { ...flat, program: { ...flat.program, entries: new Map<string, number>() } };
  expect(() => finished(broken, ['value'], (program) => program)).toThrow();
});
