import { describe, expect, test } from 'vitest';
import { traceAnf } from '../../ad/abadi-plotkin/anf/engine';
import { COMMAND_LINE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { compileProgram } from '../compile';
import { printModule } from '../emit/module';
import { Unsupported } from '../unsupported';

const EVENTS = `type Event =
    Open
  | Paid real
  | Moved (int * real)
  | Waited int
  | Renamed string
  | Measured { low : real, day : int, high : real, sure : bool }
let worth event =
  match event with
  | Open -> 0
  | Paid x -> 3 * x
  | Moved (n, x) -> toReal n * x
  | Waited n -> toReal n
  | Renamed name -> if name = "late" then 1 else 2
  | Measured { low, day, high, sure } -> if sure then low * high + toReal day else high
`;

const LISTS = [
  '[]',
  '[Open]',
  '[Paid 2, Paid 3]',
  '[Moved (4, 0.5), Open, Waited 7, Paid 1]',
  '[Renamed "late", Measured { low = 2, day = 9, high = 5, sure = true }, Renamed ""]',
  '[Measured { low = 2, day = 9, high = 5, sure = false }, Paid (-1), Open, Waited (-3), Moved (-2, 8)]',
];

/** Returns how the gradient of a program ends, that of the trace first. */
function gradients(text: string): readonly [unknown, unknown] {
  const { main, point } = focusOf(checked(text));
  const made = compileProgram(main);
  if (made instanceof Unsupported) throw new Error(made.message);
  const machine = drain(traceAnf.run(main, point, COMMAND_LINE_BUDGET));
  const answer = made.gradient(point.arguments, point.cotangent, COMMAND_LINE_BUDGET);
  return [
    machine.tag === 'ok' ? machine.value.derivative : machine.tag,
    answer.tag === 'values' ? answer.values.slice(0, main.parameters.length) : answer.tag,
  ];
}

describe('small data in a list', () => {
  test.each(LISTS)('%s has its gradient, with what is no real as it was', (list) => {
    const [machine, module] = gradients(`${EVENTS}input events : list Event = ${list}\nsum (map worth events)\n`);
    expect(module).toEqual(machine);
  });

  test.each(LISTS)('%s has it in arrays of pairs too', (list) => {
    const pairs = `toArray (map (fun event -> (2.5, event)) ${list})`;
    const sum = 'sum (map (fun (x, event) -> x * worth event) events)';
    const [machine, module] = gradients(`${EVENTS}input events : array (real * Event) = ${pairs}\n${sum}\n`);
    expect(module).toEqual(machine);
  });

  test.each([
    'Paid 0',
    'Moved (1, 0)',
    'Measured { low = 0, day = 0, high = 1, sure = true }',
    'Measured { low = 1, day = 0, high = 0, sure = false }',
  ])('stops the run if a derivative by %s is not finite', (event) => {
    const sum = 'sum (map (fun event -> 1e200 * (1e200 * worth event)) events)';
    const ends = (others: string): unknown =>
      gradients(`${EVENTS}input events : list Event = [Waited 0, ${others}Open]\n${sum}\n`)[1];
    expect(ends(`${event}, `)).toBe('fault');
    expect(ends('')).not.toBe('fault');
  });
});

describe('small data whose constructors', () => {
  const PAIR = `type Event = Paid real | Moved (real * real)
let worth event = match event with Paid x -> 3 * x | Moved (x, y) -> x * y
`;
  const OPTION = `type Event = Open | Paid (real * int)
let worth event = match event with Open -> 2 | Paid (x, n) -> x * x * toReal n
`;
  const ONE = `type Event = Event (real * int)
let worth event = match event with Event (x, n) -> x * x * toReal n
`;

  test.each([
    ['all have reals first', PAIR, '[Paid 2, Moved (3, 4), Paid (-1)]', 'Paid 0'],
    ['are one with fields and one without', OPTION, '[Open, Paid (3, 2), Open, Paid (0.5, -1)]', 'Paid (0, 1)'],
    ['are one with fields', ONE, '[Event (3, 2), Event (1, 5)]', 'Event (0, 1)'],
  ])('%s has its gradient, or stops the run', (_, type, list, event) => {
    const gradientsOf = (events: string, sum: string): readonly [unknown, unknown] =>
      gradients(`${type}input events : list Event = ${events}\n${sum}\n`);
    const [machine, module] = gradientsOf(list, 'sum (map worth events)');
    expect(module).toEqual(machine);
    expect(gradientsOf(`[${event}]`, 'sum (map (fun event -> 1e200 * (1e200 * worth event)) events)')[1]).toBe('fault');
  });
});

describe('the functions of a module', () => {
  const moduleOf = (type: string, fields: string, item = 'T'): string => {
    const text = `type T = ${type}\ninput ts : list (${item}) = []\nsum (map (fun t -> ${fields}) ts)\n`;
    const made = compileProgram(focusOf(checked(text)).main);
    if (made instanceof Unsupported) throw new Error(made.message);
    return printModule(made.emitted.module);
  };

  /** Returns how many functions make shadows of a list of data. */
  const shadows = (type: string, fields: string): number =>
    moduleOf(type, fields).match(/\(func \$shadow/g)?.length ?? 0;

  /** Returns the texts in a function of a list of data without fields, with an int and a real, or with a real. */
  const inFunction = (name: string, texts: RegExp, item?: string): readonly string[] => {
    const text = moduleOf('A | B (real * int) | C real', '1', item);
    const from = text.indexOf(`(func $${name}`);
    return text.slice(from, text.indexOf('(func', from + 1)).match(texts) ?? [];
  };

  test.each([
    ['shadow', /i64\.load/g, 1],
    ['shadow', /i64\.store/g, 2],
    ['allFinite', /f64\.reinterpret_i64/g, 1],
  ])('%s reads and writes no more words than it needs: %s', (name, instruction, count) => {
    expect(inFunction(name, instruction)).toHaveLength(count);
  });

  test('take memory for the most fields of data', () => {
    expect(inFunction('shadow', /i32\.const 24$/gm)).toHaveLength(1);
  });

  test.each(['shadow', 'allFinite'])('%s has the same locals for two parts of a cell as for one', (name) => {
    const locals = (item: string): readonly string[] => inFunction(name, /\(local.*\)/g, item);
    expect(locals('T * T')).toEqual(locals('T'));
  });
  const constructors = (count: number): string => Array.from({ length: count }, (_, i) => `C${i} real`).join(' | ');

  test.each([
    ['four fields', 'T (real * real * real * real)', 1],
    ['five fields', 'T (real * real * real * real * real)', 2],
    ['eight constructors', constructors(8), 1],
    ['nine constructors', constructors(9), 2],
    ['data inside', 'T (array real)', 3],
  ])('make shadows of a list, and if need be of its data, which has %s', (_, type, count) => {
    expect(shadows(type, 'match t with _ -> 1')).toBe(count);
  });
});
