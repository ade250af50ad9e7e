import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CheckedLine, ExerciseReply } from '../../protocol/exercises';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import { runs } from '../../testing/runs';
import { createLoader } from '../loader';
import { checkBlock } from './check-block';

function checked(block: string, ...cells: readonly string[]): ExerciseReply {
  const budget = { ...PAGE_BUDGET, seconds: 10, steps: 1e6 };
  return drain(checkBlock(createLoader(), { cells, cell: cells.length - 1 }, block, budget));
}

function line(block: string, ...cells: readonly string[]): CheckedLine | undefined {
  const { lines = [] } = checked(block, ...cells);
  expect(lines).toHaveLength(1);
  return lines[0];
}

const containing = (text: string): string => expect.stringContaining(text) as string;

describe('a block of checks', () => {
  test('is correct if every line is passed', () => {
    const block = 'at 3: square 3 equals 9\nall: forall x in -2 .. 2: square x equals x ^ 2';
    expect(checked(block, 'let square x = x * x')).toEqual({
      status: 'correct',
      lines: [
        { name: 'at 3', status: 'passed' },
        { name: 'all', status: 'passed' },
      ],
    });
    expect(checked(block, 'let square x = 3 * x')).toMatchObject({
      status: 'not yet',
      lines: [{ status: 'passed' }, { status: 'not yet' }],
    });
  });

  test('waits while the cells have an error, and is not correct without a line', () => {
    expect(checked('a: f 3 equals 9', 'let f x =')).toEqual({ status: 'waiting' });
    expect(checked('-- nothing', 'let f x = 1')).toMatchObject({ status: 'failed' });
  });

  test('says which name an answer does not define, and gives no advice on the text of the check', () => {
    expect(line('a: power 3 equals 9', 'let pow2 = 1')).toEqual({
      name: 'a',
      status: 'failed',
      message: '`power` is not defined (line 1, column 4 of the checks)',
      hint: 'define `power` in your answer',
    });
  });

  test('says where and why a line cannot be evaluated', () => {
    expect(line('a: f 3\n  equals fst 1', 'let f x = x + 1.5')).toMatchObject({
      status: 'failed',
      message: containing('line 2, column 14 of the checks'),
    });
    expect(line('a: f 3 equals g 3', 'let f x = x')).toMatchObject({ message: containing('line 1, column 15') });
    expect(line('forall x in: f', 'let f x = x')).toMatchObject({ status: 'failed', hint: containing('forall') });
    expect(line('a: 3 + f 3', 'let f x = x + 1')).toMatchObject({ message: containing('must have type bool') });
    expect(line('a: f equals f', 'let f x = x + 1')).toMatchObject({ status: 'failed', hint: containing('return') });
    expect(line('forall g in real -> real: g 1 equals 1', 'let f x = x')).toMatchObject({
      status: 'failed',
      message: containing('no way to make values'),
    });
    expect(line('forall x in lisst real: true', 'let f x = x')).toMatchObject({ message: containing('column 19') });
  });
});

test('any text is a block of checks, and never throws', () => {
  const pieces = fc.constantFrom(
    ...'forall x in -2 .. 2 step .1 , xs in list real : f equals 3 within avoids derivatives type f : real cost steps'.split(
      ' ',
    ),
    ...'nodes by reverse of grad f n over n in 1 2 , : slope <= most engine trace ok declines [ ] ( ) { } fun -> = let'.split(
      ' ',
    ),
    '\n',
    '\n ',
    '"',
    '`',
    '{-',
    '--',
    '𝔛',
    '\0',
  );
  const texts = fc.array(fc.oneof({ weight: 9, arbitrary: pieces }, fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 16,
  });
  fc.assert(
    fc.property(texts, (parts) => {
      const { lines = [] } = checked(parts.join(' '), 'let f x = x * 2.0');
      for (const { name, status, message, got } of lines) {
        expect(name).not.toBe('');
        if (status === 'failed') expect(message).toBeDefined();
        if (status === 'passed') expect(got ?? message).toBeUndefined();
      }
    }),
    runs(10),
  );
});

describe('equals', () => {
  test('compares reals within 1e-9, relative to a large expected value, and all else exactly', () => {
    const holds = (text: string): boolean => line(`a: ${text}`, 'let unused = 1')?.status === 'passed';
    expect(holds('1 + 0.9e-9 equals 1.0')).toBe(true);
    expect(holds('1 + 1.1e-9 equals 1.0')).toBe(false);
    expect(holds('1e6 + 0.9e-3 equals 1e6')).toBe(true);
    expect(holds('1e6 + 1.1e-3 equals 1e6')).toBe(false);
    expect(holds('1.1e-9 equals 0.0')).toBe(false);
    expect(holds('1.1 equals 1.0 within 0.2')).toBe(true);
    expect(holds('(1.0, [2.0, 3.0], true) equals (1.0, [2.0, 3.0], true)')).toBe(true);
    expect(holds('(1.0, [2.0, 3.0], true) equals (1.0, [2.0, 3.0], false)')).toBe(false);
    expect(holds('[1.0, 2.0] equals [1.0]')).toBe(false);
    expect(holds('{ a = 1.0, b = "s" } equals { a = 1.0, b = "t" }')).toBe(false);
  });

  test('shows what is expected and what there is, with as many digits as tell them apart', () => {
    expect(line('a: f 3 equals 9', 'let f x = x + 1.0')).toMatchObject({ expected: '9', got: '4' });
    expect(line('a: f 3 equals 3', 'let f x = x + 1e-8')).toMatchObject({ expected: '3', got: '3.00000001' });
  });

  test('shows an error of the answer', () => {
    expect(line('a: f 0 equals 1', 'let f x = log x')).toMatchObject({
      status: 'not yet',
      expected: '1',
      got: containing('log'),
    });
  });
});

describe('forall', () => {
  test('tries the ends and 0', () => {
    for (const wrong of ['-2', '2', '0'])
      expect(line('forall x in -2 .. 2: f x equals x', `let f x = if x = ${wrong} then 9 else x`)).toMatchObject({
        status: 'not yet',
        input: `x = ${wrong}`,
      });
  });

  test('makes a case that fails small', () => {
    const cell = 'let total xs = if length xs > 2 then 0 else sum xs';
    expect(line('forall xs in list real: total xs equals sum xs', cell)).toMatchObject({
      status: 'not yet',
      input: containing('xs = ['),
      got: '0',
    });
    const input = line('forall xs in list real: total xs equals sum xs', cell)?.input ?? '';
    expect(JSON.parse(input.replace('xs = ', ''))).toHaveLength(3);
    expect(line('forall x in 0 .. 10, y in real: f (x, y) < 4', 'let f (x, y) = x + 0 * y')).toMatchObject({
      input: 'x = 4, y = 0',
      message: '4 < 4 is false',
    });
  });

  test('takes steps, ints, and types of the program', () => {
    expect(line('forall x in 0 .. 1 step .25: 4 * x = toReal (floor (4 * x))', 'let f x = x')).toMatchObject({
      status: 'passed',
    });
    const tree =
      'type Tree = Leaf real | Node (Tree * Tree)\nlet rec size t = match t with Leaf x -> 1.0 | Node (a, b) -> size a + size b';
    expect(line('forall t in Tree: size t >= 1', tree)).toMatchObject({ status: 'passed' });
    expect(line('forall t in Tree: size t < 2', tree)).toMatchObject({ input: 't = Node (Leaf 0, Leaf 0)' });
    expect(line('forall n : int in 1 .. 50: n < 50', 'let f x = x')).toMatchObject({ input: 'n = 50' });
  });

  test('has the same cases every time', () => {
    const block = 'forall x in real, xs in list real: x * sum xs < 20';
    expect(line(block, 'let f x = x')).toEqual(line(block, 'let f x = x'));
    expect(line(block, 'let f x = x')?.status).toBe('not yet');
  });

  test('ends on an answer that does not', () => {
    expect(line('forall x in 0 .. 9: f x equals x', 'let rec f x = if x > 5 then f (x + 1) else x')).toMatchObject({
      status: 'not yet',
      got: containing('1,000,000 steps'),
    });
  });
});

describe('forall with a generator', () => {
  const language = `type Expr = Const real | Var int | Add (Expr * Expr) | Mul (Expr * Expr)
let rec item (env, i) = match env with [] -> 0 | x :: rest -> if i = 0 then x else item (rest, i - 1)
let rec value (e, env) =
  match e with
  | Const c -> c
  | Var i -> item (env, i)
  | Add (a, b) -> value (a, env) + value (b, env)
  | Mul (a, b) -> value (a, env) * value (b, env)
let rec scoped e =
  match e with
  | Const c -> Const c
  | Var i -> Var (mod i 2)
  | Add (a, b) -> Add (scoped a, scoped b)
  | Mul (a, b) -> Mul (scoped a, scoped b)
let rec largest e =
  match e with Const _ -> 0 | Var i -> i | Add (a, b) -> max (largest a) (largest b) | Mul (a, b) -> max (largest a) (largest b)`;
  const right = `let rec slope (e, env) =
  match e with
  | Const _ -> [0.0, 0.0]
  | Var i -> if i = 0 then [1, 0] else [0, 1]
  | Add (a, b) -> slope (a, env) + slope (b, env)
  | Mul (a, b) -> value (b, env) * slope (a, env) + value (a, env) * slope (b, env)`;
  const gradient = 'grad (fun v -> value (e, v)) [3, 5]';

  test('tries what the generator makes of the values', () => {
    expect(line('forall e in Expr by scoped, 200 cases: largest e < 2', language)).toEqual(
      expect.objectContaining({ status: 'passed' }),
    );
    expect(line('forall e in Expr, 200 cases: largest e < 2', language)).toMatchObject({ status: 'not yet' });
  });

  test('shows a small case that the generator makes, and writes it as a program', () => {
    const wrong = right.replace(' + value (a, env) * slope (b, env)', '');
    expect(
      line(`forall e in Expr by scoped, 200 cases:\n  slope (e, [3, 5]) equals ${gradient}`, language, wrong),
    ).toMatchObject({
      status: 'not yet',
      input: 'e = Mul (Const 1, Var 0)',
      program: `let e : Expr = Mul (Const 1, Var 0)\nslope (e, [3, 5])\n${gradient}`,
    });
  });

  test('writes a program that is valid, with every digit', () => {
    const cell = 'let f (x, xs : list real) = (x, xs)';
    const { program = '' } = line('forall x in -2.123456 .. -1, xs in list real: f (x, xs) equals (0, xs)', cell) ?? {};
    expect(program).toMatch(/^let x : real = -\d.*\nlet xs : list real = \[\]\nf \(x, xs\)\n\(0, xs\)$/);
    expect(checked('a: 1 = 1', cell, program)).toMatchObject({ status: 'correct' });
  });

  test('is no line if the generator does not take the type', () => {
    expect(line('forall e in real by scoped: true', language, 'let own = 1')).toMatchObject({
      status: 'failed',
      message: containing('line 1, column'),
    });
    expect(line('forall e in Expr by lost: true', language)).toMatchObject({ message: containing('`lost`') });
  });

  test('compares with the answers of engines', () => {
    const asked = (engines: string, answer = right): CheckedLine | undefined =>
      line(`forall e in Expr by scoped, 5 cases: slope (e, [3, 5]) equals ${gradient} by ${engines}`, language, answer);
    expect(asked('engines')).toEqual(expect.objectContaining({ status: 'passed' }));
    expect(asked('engines', right.replace('[1, 0]', '[1 + 1e-6, 0]'))).toMatchObject({ status: 'not yet' });
    expect(asked('lost')).toMatchObject({ status: 'failed', message: 'there is no engine `lost`' });
    expect(line('[2 * 3.0] equals [6.0] by forward', 'let f x = x')).toMatchObject({ hint: containing('grad') });
  });

  test('needs an answer of each engine in some case', () => {
    expect(line('a: 0.0 equals grad abs 0 by forward numeric', 'let f x = x')).toMatchObject({
      status: 'not yet',
      message: '`numeric` answers in no case',
    });
  });

  test('asks engines about the expression alone, not about the inputs', () => {
    const cell = 'input a : real = 2\nlet f x = a * x';
    expect(line('[2] equals grad (fun v -> f (v[0])) [1] by forward numeric', cell)).toMatchObject({
      status: 'passed',
    });
  });
});

describe('avoids', () => {
  const avoided = (...cells: readonly string[]): CheckedLine | undefined =>
    checked('avoids derivatives\na: f 1 equals f 1', ...cells).lines?.[0];

  test('sees names directly, through other definitions and through the prelude', () => {
    expect(avoided('let f x = x + 1.0')).toMatchObject({ status: 'passed' });
    expect(avoided('let f x = deriv sin x')).toMatchObject({
      status: 'not yet',
      message: containing('`deriv` (line 1)'),
    });
    expect(avoided('let g x = grad sin x', 'let f x = g x')).toMatchObject({ message: containing('an earlier cell') });
    expect(avoided('let f x = newton 3 sin x')).toMatchObject({ message: containing('`newton`, which uses') });
    expect(avoided('let f x = ∇ sin x')).toMatchObject({ status: 'not yet' });
    expect(avoided('let f x = rd sin x 1')).toMatchObject({ status: 'not yet' });
    expect(avoided('let f x = taylor 3 sin x')).toMatchObject({ status: 'not yet' });
  });

  test('does not mind what the answer does not use, nor names of its own', () => {
    expect(avoided('let g x = deriv sin x', 'let h x = g x\nlet f x = x + 1.0\nderiv sin 1')).toMatchObject({
      status: 'passed',
    });
    expect(avoided('let f x = let grad = x in grad + 1.0')).toMatchObject({ status: 'passed' });
  });

  test('sees definitions of earlier cells, and no local variable with such a name', () => {
    const of = (...cells: readonly string[]): CheckedLine | undefined =>
      checked('avoids halve\na: f 1 equals 1', 'let halve x = x / 2', ...cells).lines?.[0];
    expect(of('let f x = 2 * halve x')).toMatchObject({ status: 'not yet', message: containing('`halve` (line 1)') });
    expect(of('let g x = 2 * halve x', 'let f x = g x')).toMatchObject({ message: containing('an earlier cell') });
    expect(of('let f x = let halve = x in halve + 0.0')).toMatchObject({ status: 'passed' });
    expect(of('let g halve = halve + 0.0', 'let f x = g x')).toMatchObject({ status: 'passed' });
  });

  test('sees keywords', () => {
    expect(checked('avoids if\na: f 1 equals 1', 'let f x = if x > 1 then x else 1.0').lines?.[0]).toMatchObject({
      message: containing('`if`'),
    });
  });
});

test('an answer cannot redefine what the checks use', () => {
  const block = 'a: abs (f 1 - 2) < 1e-9\nb: grad f 1 equals g 1';
  const given = 'let g (x : real) = 2';
  expect(checked(block, given, 'let f x = 2 * x')).toMatchObject({ status: 'correct' });
  for (const name of ['abs', 'grad', 'g'])
    expect(checked(block, given, `let f x = 3 * x\nlet ${name} _ = 0`)).toMatchObject({
      status: expect.stringMatching(/not yet|failed/) as string,
      lines: expect.arrayContaining([
        {
          name: 'names keep their meaning',
          status: 'not yet',
          message: containing(`\`${name}\``),
          hint: containing('name'),
        },
      ]) as unknown,
    });
  expect(checked('abs: f 1 equals 2', 'let f x = 2 * x\nlet abs _ = 0')).toMatchObject({ status: 'correct' });
});

describe('type, cost and engine', () => {
  test('check a type', () => {
    expect(line('type f : real -> real', 'let f x = x * 2.0')).toMatchObject({ status: 'passed' });
    expect(line('type f : real -> real', 'let f x = (x, 2.0)')).toMatchObject({ status: 'not yet' });
    expect(line('type f : lisst real', 'let f x = x')).toMatchObject({
      status: 'failed',
      message: containing('column 16'),
    });
  });

  test('check how work grows', () => {
    const linear = 'let rec f (n : int) = if n < 1 then 0.0 else 1 + f (n - 1)';
    const doubling = 'let rec f (n : int) = if n < 1 then 0.0 else f (n - 1) + f (n - 1)';
    const block = 'cost steps of f n over n in 4, 8, 16: slope <= 1.2';
    expect(line(block, linear)).toMatchObject({ status: 'passed' });
    expect(line(block, doubling)).toMatchObject({ status: 'not yet', input: 'n = 4, 8, 16', got: containing('slope') });
    expect(line('cost steps of f n over n in 4, 64: slope <= 2', doubling)).toMatchObject({ input: 'n = 64' });
    const nodes = 'cost nodes of grad (fun x -> f (x, n)) 2 over n in 8, 16, 32: slope <= 1.2';
    const power = 'let rec f (x, n : int) = if n < 1 then 1 else x * f (x, n - 1)';
    expect(line(nodes, power)).toMatchObject({ status: 'passed' });
    expect(line(nodes.replace('1.2', '0.5'), power)).toMatchObject({ status: 'not yet' });
    expect(line('cost steps by none of f n over n in 1: most <= 3', linear)).toMatchObject({
      message: containing('no engine'),
    });
    expect(line('cost nodes of f n over n in 1: most <= 3', linear)).toMatchObject({ hint: containing('grad') });
    expect(line('cost steps of f n over n in 3: most <= 3', linear)).toMatchObject({ expected: 'at most 3 steps' });
    expect(line('cost steps of f n over n in 60: least >= 100000', doubling)).toMatchObject({ status: 'passed' });
    expect(line('cost steps of f n over n in 60: least >= 2e6', doubling)).toMatchObject({
      status: 'not yet',
      message: containing('1,000,000 steps'),
    });
    expect(line('cost steps of f n over n in 9: least >= 100000', linear)).toMatchObject({
      input: 'n = 9',
      expected: 'at least 100000 steps',
    });
    expect(line('cost steps of f n over n in 60: runs out', doubling)).toMatchObject({ status: 'passed' });
    expect(line('cost steps of f n over n in 9: runs out', linear)).toMatchObject({
      status: 'not yet',
      expected: 'a run that reaches a limit',
      got: containing('steps'),
    });
    expect(line('cost steps of f n over n in 9: runs out', 'let f (_ : int) = log 0')).toMatchObject({
      status: 'not yet',
      message: containing('log'),
    });
  });

  test('check what an engine takes', () => {
    const cell = 'input x : real = 3\nx * x';
    expect(line('engine reverse ok', cell)).toMatchObject({ status: 'passed' });
    expect(line('engine reverse declines', cell)).toMatchObject({ status: 'not yet', message: containing('takes') });
    expect(line('engine trace declines', 'input x : real = 3\nlog (x - 4)')).toMatchObject({
      status: 'not yet',
      message: containing('log'),
    });
    const delta = 'input x : real = 3\nlet twice = match Delta.Zero with Delta.Zero -> 2 | _ -> 0\ntwice * x';
    expect(line('engine compiled declines', delta)).toMatchObject({ status: 'passed' });
    expect(line('engine nonsense ok', cell)).toMatchObject({ status: 'failed', hint: containing('trace-anf') });
    expect(line('engine reverse ok', 'let f x = x')).toMatchObject({ message: containing('nothing to differentiate') });
  });
});
