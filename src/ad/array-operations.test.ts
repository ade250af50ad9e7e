/** Functions of arrays in every engine. */
import { describe, expect, test } from 'vitest';
import { internalError } from '../language/source/internal-error';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { wholeMeter } from '../testing/engines';
import { evaluated } from '../testing/run-source';
import { mainFrom } from '../testing/translated-main';
import { agree } from './agree';
import type { AnyEngineId, EngineId } from './engine';
import { ENGINES, engineById } from './registry';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20 };
const LIMITED: ReadonlySet<AnyEngineId> = new Set<AnyEngineId>(['trace', 'curry']);
const INPUTS = 'input xs : array real = toArray [0.5, 1.5, -2]\ninput i : int = 1\n';

/** Returns the derivatives by xs of every engine, rounded. `trace`, whose terms grow, and `curry`, whose work doubles with each let, may be missing. */
function derivatives(expression: string): readonly (readonly number[])[] {
  const { main, point } = focusOf(checked(`${INPUTS}${expression}\n`));
  const { verdict, columns } = drain(agree(main, point, { engines: ENGINES, budget, now: () => performance.now() }));
  expect(verdict, JSON.stringify(columns, undefined, 1)).toBe('agree');
  expect(columns.filter(({ engine, status }) => status !== 'ok' && !LIMITED.has(engine))).toEqual([]);
  return columns.flatMap((column) =>
    column.status === 'ok' ? [column.derivatives.slice(0, 3).map((each) => Number(each.toPrecision(5)))] : [],
  );
}

describe('every engine has the derivative', () => {
  test.each([
    ['of toArray of a list', 'let ys = toArray (map (fun x -> x * x) (toList xs)) in ys[0] * ys[2]', [4, 0, -1]],
    ['of toArray of an array', '(toArray xs)[1] * xs[0]', [1.5, 0.5, 0]],
    ['of an update: by the new item', '(update xs i (xs[0] * xs[2]))[1]', [-2, 0, 0.5]],
    ['of an update: by the other items', 'dot xs (update xs 0 3)', [3, 3, -4]],
    ['of both arrays', 'let ys = update xs i (2 * xs[1]) in sum xs * ys[1]', [3, 3, 3]],
    ['of an item that is replaced twice', 'sum (update (update xs 0 (xs[1] ^ 2)) 0 xs[2])', [0, 1, 2]],
    [
      'of an update of data',
      'let ys = update (build 2 (fun k -> (xs[k], xs))) 0 (xs[2], xs) in fst ys[0] * sum (snd ys[1])',
      [-2, -2, -2],
    ],
    [
      'of an update of functions',
      '(update (build 2 (fun k y -> y * xs[k])) 0 (fun y -> y * y))[0] xs[1] + (update (build 2 (fun k y -> y * xs[k])) 0 sin)[1] 2',
      [0, 5, 0],
    ],
    [
      'of a loop of updates',
      'let rec go (k, a) = if k = 3 then a[2] else go (k + 1, update a k (a[mod (k + 2) 3] * a[k])) in go (0, xs)',
      [6, 2, -3],
    ],
    ['of scatterAdd', 'let s = scatterAdd 2 [(0, xs[0]), (1, xs[1]), (0, xs[2])] in s[0] * s[1]', [1.5, -1.5, 1.5]],
    [
      'of scatterAdd of an array',
      'let s = scatterAdd 2 (build 3 (fun k -> (mod k 2, xs[k] ^ 2))) in s[0] * s[1]',
      [2.25, 12.75, -9],
    ],
    ['of logsumexp', '10 * logsumexp xs', [2.6313, 7.1527, 0.21599]],
    ['of logsumexp of equal reals', 'logsumexp (map (fun x -> x * x * 0) xs) + logsumexp [xs[1], xs[1]]', [0, 1, 0]],
    ['of softmax', '(softmax xs)[1]', [-0.18821, 0.20366, -0.015449]],
    ['of variance', 'variance xs', [0.33333, 1, -1.3333]],
    ['of std', 'std xs', [0.11323, 0.33968, -0.45291]],
    ['of round', 'toReal (round (xs[1] + 0.2)) * xs[0]', [2, 0, 0]],
    [
      'of derivatives inside',
      'sum (grad (fun ys -> let a = update ys i (ys[0] * ys[2] * xs[1]) in dot a a) xs)',
      [11, 9, -5.875],
    ],
    [
      'of a derivative of scatterAdd',
      'sum (grad (fun ys -> let s = scatterAdd 2 [(0, ys[0] * ys[1]), (i, xs[2]), (0, sin ys[1])] in dot s s) xs)',
      [9.7072, 2.3724, 0],
    ],
    [
      'of a forward derivative',
      'sum (fd (fun ys -> update (toArray (toList ys)) i (ys[0] ^ 3)) xs (update xs 0 1))',
      [3, 0, 1],
    ],
  ])('%s', (_, expression, expected) => {
    const found = derivatives(expression);
    expect(found.length).toBeGreaterThanOrEqual(ENGINES.length - LIMITED.size);
    for (const each of found) expect(each).toEqual(expected);
  });
});

test.each([
  ['update (toArray [1, 2]) 2 0', 'index: there is no item 2: the array has 2 items, from 0 to 1'],
  ['update (toArray [1, 2]) (-1) 0', 'index: there is no item -1: the array has 2 items, from 0 to 1'],
  ['update (toArray []) 0 1', 'index: there is no item 0: the array is empty'],
  ['scatterAdd 2 [(0, 1), (3, 1)]', 'index: there is no item 3: the array has 2 items, from 0 to 1'],
  ['scatterAdd (-1) []', 'domain: build needs a length of at least 0; here it is -1'],
  ['scatterAdd 1 [(0, 1e308), (0, 1e308)]', expect.stringMatching(/^not-finite: /u)],
])('%s stops the run', (expression, message) => {
  expect(evaluated(expression)).toEqual(message);
});

/** n updates of an array of n items. */
const UPDATES = `input x : real = 1
input n : int = 1
let rec go (k, a) = if k = n then a else go (k + 1, update a k (0.5 * a[k] * x))
sum (go (0, build n (fun k -> x)))`;

const SCATTER = `input x : real = 1
input n : int = 1
sum (scatterAdd n (build n (fun k -> (div k 2, x))))`;

test.each(
  (['tape', 'reverse', 'trace-anf'] as const).flatMap((id) => [
    [id, 'updates', UPDATES] as const,
    [id, 'scatterAdd', SCATTER] as const,
  ]),
)('%s sweeps back over a loop of %s in linear time', (id, _, text) => {
  const [small, double, large] = [100, 200, 1600].map((n) => visits(id, text, n));
  if (small === undefined || double === undefined || large === undefined) throw new Error('a size without visits');
  expect(large - small).toBe(15 * (double - small));
});

function visits(id: EngineId, text: string, n: number): number {
  const engine = engineById(id) ?? internalError(`there is no engine ${id}`);
  const outcome = drain(engine.run(mainFrom(text), { arguments: [1, n], cotangent: 1 }, budget));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return wholeMeter(outcome.value.meter).visits;
}
