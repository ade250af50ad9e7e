import { describe, expect, test } from 'vitest';
import { drain } from '../semantics/task';
import type { EngineTest } from '../protocol/engine-test';
import { DELTA_ENGINE, DENSE_ENGINE, FORWARD_ENGINE, MONADIC_ENGINE } from '../testing/own-engines';
import { checked, focusOf } from '../testing/checked';
import { createOwnEngines } from './own-engine';
import { testEngine } from './test-engine';

function tested(text: string, name: string): EngineTest {
  const found = drain(createOwnEngines()([text], { cell: 0, name, id: 0 }, {}));
  if (found.tag !== 'ok') throw new Error(found.diagnostics.map(({ message }) => message).join('\n'));
  return drain(testEngine(found.engine, found.signature));
}

/** Figure 10's eval, as a reader writes it: after the body, the binding has its amount. */
const SWEEP = `let without (id, sums : list (int * real)) : list (int * real) = filter (fun (key, _) -> key /= id) sums
let amount (id, sums : list (int * real)) = sum (map (fun (key, r) -> if key = id then r else 0) sums)
let rec sweep (r, u, sums : list (int * real)) : list (int * real) =
  match u with
  | Delta.Zero -> sums
  | Delta.Var id -> (id, r + amount (id, sums)) :: without (id, sums)
  | Delta.Add (a, b) -> sweep (r, b, sweep (r, a, sums))
  | Delta.Scale (k, a) -> sweep (k * r, a, sums)
  | Delta.Let (id, a, body) ->
    let after = sweep (r, body, sums) in
    sweep (amount (id, after), a, without (id, after))
  | _ -> sums
`;
const SWEPT_ENGINE =
  SWEEP +
  MONADIC_ENGINE.replace('Delta.eval 1 u Delta.emptyMap', 'sweep (1, u, [])').replace(
    'Delta.lookupOrZero i sums',
    'amount (i, sums)',
  );

describe('right engines are right on some hundred programs', () => {
  test.each<[string, string]>([
    ['dual', FORWARD_ENGINE],
    ['dense', DENSE_ENGINE],
    ['graph', DELTA_ENGINE],
    ['shared', MONADIC_ENGINE],
    ['shared', SWEPT_ENGINE],
  ])('%s', (name, text) => {
    expect(tested(text, name)).toEqual({ state: 'right', right: 200 });
  });
});

/** An engine with a mistake: a part of the text in the place of another. */
function mistaken(text: string, part: string, mistake: string): string {
  if (!text.includes(part)) throw new Error(`the engine has no ${part}`);
  return text.replace(part, mistake);
}

describe('a wrong engine is found, with a small program', () => {
  test.each<[mistake: string, name: string, text: string]>([
    ['overwrites sums', 'graph', mistaken(DELTA_ENGINE, 'update sums i (sums[i] + r)', 'update sums i r')],
    ['seeds with 2', 'dual', mistaken(FORWARD_ENGINE, 'if i = j then 1 else 0', 'if i = j then 2 else 0')],
    ['forgets a factor', 'dual', mistaken(FORWARD_ENGINE, 'y * u + x * v', 'y * u + v')],
    ['has the wrong sign in subtract', 'dual', mistaken(FORWARD_ENGINE, '(x - y, u - v)', '(x - y, u + v)')],
    ['has the wrong chain for division', 'dual', mistaken(FORWARD_ENGINE, 'x * v / y ^ 2', 'x * v / y')],
    ['drops the second argument', 'dense', mistaken(DENSE_ENGINE, 'plus (scale y u, scale x v)', 'scale y u')],
    ['gives constants a tangent', 'dual', mistaken(FORWARD_ENGINE, 'fun r -> (r, 0)', 'fun r -> (r, 1)')],
    ['has sin for cos', 'dual', mistaken(FORWARD_ENGINE, 'chain (sin x, cos x, u)', 'chain (sin x, sin x, u)')],
    ['compares tangents', 'dual', mistaken(FORWARD_ENGINE, 'fun (x, _) -> x', 'fun (_, u) -> u')],
    [
      'forgets zero entries',
      'dense',
      mistaken(
        DENSE_ENGINE,
        'build n (fun i -> if length total = 0 then 0 else total[i])',
        'if n = 0 then [] else total',
      ),
    ],
    [
      'sweeps one operand only',
      'graph',
      mistaken(DELTA_ENGINE, 'sweep (r, b, sweep (r, a, sums))', 'sweep (r, b, sums)'),
    ],
    ['scales in the wrong place', 'graph', mistaken(DELTA_ENGINE, 'sweep (k * r, a, sums)', 'sweep (k + r, a, sums)')],
    ['numbers inputs from 1', 'shared', mistaken(MONADIC_ENGINE, 'Delta.runDelta n', 'Delta.runDelta 0')],
    ['has a wrong value', 'dual', mistaken(FORWARD_ENGINE, '(x + y, u + v)', '(x - y, u + v)')],
    [
      'sweeps in the wrong order',
      'shared',
      mistaken(
        SWEPT_ENGINE,
        'let after = sweep (r, body, sums) in\n    sweep (amount (id, after), a, without (id, after))',
        'sweep (r, body, sweep (amount (id, sums), a, sums))',
      ),
    ],
    [
      'shares a binding that is another',
      'shared',
      mistaken(SWEPT_ENGINE, 'Delta.pure (y, Delta.Var id)', 'Delta.pure (y, Delta.Var (max id 4 - 1))'),
    ],
    [
      'gives every real its own slope',
      'dual',
      mistaken(
        FORWARD_ENGINE,
        'fun ((x, u), (y, v)) -> (x + y, u + v)',
        'fun ((x, u), (y, v)) -> (x + y, if u = v then u else u + v)',
      ),
    ],
  ])('it %s', (_, name, text) => {
    const found = tested(text, name);
    if (found.state !== 'wrong') throw new Error(`it is ${found.state}`);
    const { text: program, answers } = found;
    expect(program.length).toBeLessThan(90);
    expect(focusOf(checked(program)).main.parameters.length).toBeGreaterThan(0);
    expect(answers[0]).toMatch(new RegExp(`^${name} \\(yours\\): `, 'u'));
    expect(answers[1]).toMatch(/^reverse: /u);
  });
});

describe('an engine that does not answer', () => {
  const RUNS = 'constant = fun r -> r, primal = fun x -> x';

  test('never ends: the program is named', () => {
    const engine = `let rec forever x : array real = forever x\nlet e = { ${RUNS}, gradient = fun (f : array real -> real) xs -> forever (f xs) }`;
    const found = tested(engine, 'e');
    expect(found).toMatchObject({ state: 'stopped', right: 0 });
    expect(found).toHaveProperty('text', expect.stringMatching(/^input x[0-9]+ : real = .*\n\nx[0-9]+$/u));
  });

  test('never ends on one operation', () => {
    const engine = `let rec forever x : real = forever x\n${mistaken(FORWARD_ENGINE, 'chain (exp x, exp x, u)', 'chain (exp x, forever x, u)')}`;
    expect(tested(engine, 'dual')).toMatchObject({ state: 'stopped', text: expect.stringContaining('exp') });
  });

  test('has no gradient', () => {
    expect(tested(`let e = { ${RUNS} }`, 'e')).toEqual({ state: 'no gradient' });
  });

  test('has no operations: programs without operations are all that is tried', () => {
    const engine = `let e = { ${RUNS}, gradient = fun f xs -> let y : real = f xs in build (length xs) (fun i -> y) }`;
    expect(tested(engine, 'e').state).toBe('wrong');
  });
});
